import Conformance
import DeviceKeys
import Secrets
import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// Making, opening and listing virtual cards with the keys of devices.
@Suite struct VirtualCardServiceTests {
  private let fixture: VirtualCardsFixture

  init() async throws { fixture = try await VirtualCardsFixture() }

  @Test("F06 F08 F10 an ordered card is made and opened with a new key")
  func orderedMadeAndOpened() async throws {
    let wallet = fixture.wallet()
    let device = wallet.virtualCards
    #expect(try await device.keys() == [])
    let card = try await fixture.made(device)
    #expect(try await device.keys() == [card.sealed.keyID])
    let result = try #require(try await device.get(card.id))
    let opened = try #require(result.opened)
    #expect(opened.alias == "Shoes")
    #expect(opened.billingAddress?.city == "Hidden Falls")
    #expect(opened.expiry != nil && opened.metadata == nil && opened.lastTransaction == nil)
    #expect(await failure { try await device.secureDetails(card) }?.code == .scaRequired)
    let details = try await wallet.revealed(card)
    let number = details.pan.secret?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(number.count == 16 && number.hasSuffix(card.lastFour))
    #expect(details.cvv.secret?.count == 3 && details.expiry == opened.expiry)
    // The second card is sealed to the same key.
    #expect(try await fixture.made(device).sealed.keyID == card.sealed.keyID)
    #expect(try await device.get("nothing") == nil)
  }

  @Test func aCodeCountsForOtherCardsIfThatIsAskedFor() async throws {
    let wallet = fixture.wallet()
    let device = wallet.virtualCards
    let (first, second) = (try await fixture.made(device), try await fixture.made(device))
    let details = try await wallet.withSCA { service throws(WalletError) in
      try await service.virtualCards.secureDetails(first, remembersCode: true)
    } authenticate: { event throws(WalletError) in
      try await wallet.enterCode(event)
    }
    let other = try await device.secureDetails(second, remembersCode: true)
    #expect(details.pan.secret?.count == 16 && other.pan.secret?.count == 16)
    #expect(await failure { try await device.secureDetails(second) }?.code == .scaRequired)
  }

  @Test("F06 the same order makes a card once")
  func sameOrderOnce() async throws {
    let device = fixture.device()
    let order = fixture.order()
    let first = try await device.provision(order)
    #expect(try await device.provision(order).id == first.id)
  }

  @Test("F08 F10 F12 F16 F20 another device reads the rest, and all after the import")
  func twoDevices() async throws {
    let (first, second) = (fixture.device(), fixture.device())
    let card = try await fixture.made(first)
    let own = try await fixture.made(second, alias: "Own")

    let result = try #require(try await second.get(card.id))
    #expect(result == .partial(card, .keyMissing(card.sealed.keyID)))
    #expect(result.card.lastFour == card.lastFour && result.card.cardHolder == "Ana Petrova")
    #expect(await failure { try await second.secureDetails(card) }?.code == .deviceKeyMissing)
    var list = try await second.list(VirtualCardQuery(limit: 100))
    #expect(list.failed.contains { $0.card.id == card.id && $0.cause == result.cause })
    #expect(list.items.contains { $0.id == own.id && $0.alias == "Own" })
    #expect(!list.items.contains { $0.id == card.id })
    // What the other device changes stays closed to this one, which may change the rest.
    let update = VirtualCardUpdate(cardHolder: .value("Ana P."), alias: .value("Boots"))
    let changed = try await second.update(card.id, update)
    #expect(changed.opened == nil && changed.card.cardHolder == "Ana P.")
    #expect(try await first.get(card.id)?.opened?.alias == "Boots")

    let archive = try await first.exportKeys(passphrase: secret("correct horse"))
    await #expect {
      _ = try await second.importKeys(archive, passphrase: secret("another"))
    } throws: { ($0 as? WalletError)?.code == .keyArchive }
    #expect(try await second.importKeys(archive, passphrase: secret("correct horse")) == 1)
    #expect(try await second.importKeys(archive, passphrase: secret("correct horse")) == 0)
    list = try await second.list(VirtualCardQuery(limit: 100))
    #expect(list.items.contains { $0.id == card.id && $0.alias == "Boots" })
    #expect(!list.failed.contains { $0.card.id == card.id })
    #expect(try await second.keys().count == 2)
  }

  @Test("F08 a key that another process has stored opens the card at once")
  func storedElsewhere() async throws {
    let store = MemoryDeviceKeyStore()
    let (first, second) = (fixture.device(store), fixture.device(store))
    #expect(try await second.keys() == [])
    let card = try await fixture.made(first)
    #expect(try await second.get(card.id)?.opened?.alias == "Shoes")
  }

  @Test("F16 F17 F20 what cannot be read never hides other cards")
  func damageHidesNothing() async throws {
    let device = fixture.device()
    var cards: [VirtualCard] = []
    for _ in 1...5 { cards.append(try await fixture.made(device)) }
    let ids = cards.map(\.id)
    fixture.backend.tamper { page in
      page.cards = page.cards.flatMap { card -> [VirtualCard] in
        var card = card
        switch card.id {
        case ids[0]: card.sealed.boxes[.alias]?[40] ^= 1
        case ids[1]: card.sealed.algorithm = "X25519-SealedBox-2"
        case ids[2]: return [.damaged(id: card.id)]
        // A box of another field, and of another card.
        case ids[3]: card.sealed.boxes[.metadata] = card.sealed.boxes[.alias]
        case ids[4]: return [card, card]
        default: break
        }
        return [card]
      }
    }
    let list = try await device.list(VirtualCardQuery(limit: 100))
    func causes(_ id: String) -> [PartialCause] {
      list.failed.filter { $0.card.id == id }.map(\.cause)
    }
    #expect(causes(ids[0]) == [.unreadable])
    #expect(causes(ids[1]) == [.unknownAlgorithm("X25519-SealedBox-2")])
    #expect(causes(ids[2]) == [.damagedRecord])
    #expect(causes(ids[3]) == [.unreadable])
    #expect(list.items.filter { $0.id == ids[4] }.map(\.alias) == ["Shoes"])
  }

  @Test("F20 a store that fails leaves the public part, and says why when it is asked")
  func lockedStore() async throws {
    let card = try await fixture.made(fixture.device())
    let device = fixture.device(LockedStore())
    // That is another reason than a key that is elsewhere.
    let locked = WalletError(.keyArchive)
    #expect(try await device.get(card.id) == .partial(card, .keysUnreadable(locked)))
    let damaged = VirtualCard.damaged(id: "d")
    #expect(try await device.open([damaged]) == [.partial(damaged, .damagedRecord)])
    await #expect { _ = try await device.secureDetails(card) } throws: {
      ($0 as? WalletError) == locked
    }
    #expect(await failure { try await device.keys() }?.code == .keyArchive)
    // A new key is never stored over keys that cannot be read.
    #expect(await failure { try await device.provision(fixture.order()) }?.code == .keyArchive)
  }

  @Test("F11 F14 changes and the end of a card")
  func changes() async throws {
    let device = fixture.device()
    let card = try await fixture.made(device)
    var result = try await device.update(
      card.id, VirtualCardUpdate(alias: .null, isPaused: .value(true)),
      expectedVersion: card.version)
    #expect(result.opened?.alias == nil && result.card.isPaused)
    #expect(result.opened?.billingAddress?.city == "Hidden Falls")
    await #expect {
      _ = try await device.update(card.id, VirtualCardUpdate(), expectedVersion: card.version)
    } throws: { ($0 as? WalletError)?.code == .versionConflict }
    result = try await device.cancel(card.id)
    #expect(result.card.state == .closed && result.opened?.expiry != nil)
    #expect(try await device.cancel(card.id).card == result.card)
    await #expect {
      _ = try await device.update(card.id, VirtualCardUpdate(alias: .value("No")))
    } throws: { ($0 as? WalletError)?.code == .virtualCardState }
  }
}

/// Watching a card on its way.
@Suite struct ProvisioningTests {
  /// Until a card is made. The issuer then reports it.
  private let making = [Duration.seconds(3)]
  private let fixture: VirtualCardsFixture

  init() async throws { fixture = try await VirtualCardsFixture() }

  /// Returns when the issuer waits for the end of the making, and nobody else for any time.
  private func waitForIssuer() async throws {
    try await eventually("the issuer to wait") { fixture.clock.waits.waiting == making }
  }

  @Test(
    "F07 the present state comes at once, the end with the news, without a timer",
    .timeLimit(.minutes(60)))
  func states() async throws {
    let device = fixture.device()
    let begun = try await device.provision(fixture.order())
    try await waitForIssuer()
    let count = fixture.backend.count
    var seen: [ProvisioningState] = []
    let made = try await device.waitForProvisioning(begun.id) { now in
      seen.append(now.state)
      guard now.state == .provisioning else { return }
      #expect(fixture.clock.waits.waiting == making)
      fixture.clock.advance(milliseconds: 5000)
    }
    #expect(seen == [.provisioning, .completed])
    #expect(made.state == .completed && made.card != nil)
    #expect(fixture.backend.count == count + 2, "read at once, and after the news")
  }

  @Test("F02 F07 a card that fails, and one that is not there", .timeLimit(.minutes(60)))
  func aCardThatFails() async throws {
    let device = fixture.device()
    var order = fixture.order()
    order.cardHolder = ProvisionalVirtualCard.failingHolder
    let begun = try await device.provision(order)
    fixture.clock.advance(milliseconds: 5000)
    let last = try await device.waitForProvisioning(begun.id)
    #expect(last.state == .failed && last.card == nil)
    await #expect { _ = try await device.waitForProvisioning("nothing") } throws: {
      ($0 as? WalletError)?.code == .virtualCardNotFound
    }
  }

  @Test("F07 the client waits for a server that is away for a while", .timeLimit(.minutes(60)))
  func awayForAWhile() async throws {
    let device = fixture.device()
    let begun = try await device.provision(fixture.order())
    let recovery = Task {
      for count in 1...2 {
        try await eventually("a read that fails") { fixture.backend.failures >= count }
        if count == 2 { fixture.backend.fail(nil) }
        fixture.backend.send(.connectionRestored)
      }
    }
    var seen: [ProvisioningState] = []
    try await device.waitForProvisioning(begun.id) { now in
      seen.append(now.state)
      guard now.state == .provisioning else { return }
      fixture.backend.fail(WalletError(.netOffline))
      fixture.clock.advance(milliseconds: 5000)
    }
    try await recovery.value
    #expect(seen == [.provisioning, .completed])
  }

  @Test("F36 cancellation ends it, and nothing more is read", .timeLimit(.minutes(60)))
  func cancellation() async throws {
    let device = fixture.device()
    let begun = try await device.provision(fixture.order())
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let watch = Task {
      try await device.waitForProvisioning(begun.id) { _ in started.yield() }
    }
    for await _ in starts { break }
    try await waitForIssuer()
    let count = fixture.backend.count
    watch.cancel()
    #expect(await failure { try await watch.value }?.code == .cancelled)
    fixture.clock.advance(milliseconds: 5000)
    #expect(fixture.backend.count == count, "nothing is read any more")
  }

  @Test("F07 the end of the sign-in is an error", .timeLimit(.minutes(60)))
  func endOfSignIn() async throws {
    let device = fixture.device()
    let begun = try await device.provision(fixture.order())
    await #expect {
      _ = try await device.waitForProvisioning(begun.id) { _ in
        fixture.backend.fail(WalletError(.unauthorized))
        fixture.backend.send(.signInEnded)
      }
    } throws: { ($0 as? WalletError)?.code == .unauthorized }
  }

  @Test("F08 a slow store does not hold up the threads of others", .timeLimit(.minutes(60)))
  func slowStore() async throws {
    // More than there are threads for Swift's tasks.
    let stores = (0..<64).map { _ in SlowStore() }
    let reads = stores.map { store in
      let device = fixture.device(store)
      return Task { try await device.keys() }
    }
    try await eventually("all stores to be read") { stores.allSatisfy(\.isReading) }
    // All of them block, and this task goes on.
    for store in stores { store.release() }
    for read in reads { #expect(try await read.value == []) }
  }
}

extension VirtualCardResult {
  fileprivate var cause: PartialCause? {
    if case .partial(_, let cause) = self { cause } else { nil }
  }
}

/// Keys that cannot be read.
private struct LockedStore: DeviceKeyStore {
  func load() throws(WalletError) -> DeviceKeyRing { throw WalletError(.keyArchive) }
  func save(_ ring: DeviceKeyRing) throws(WalletError) {
    Issue.record("Keys were stored over others.")
  }
}

/// Blocks its thread until it is released.
private final class SlowStore: DeviceKeyStore {
  private let state = Mutex((isReading: false, isReleased: false))
  var isReading: Bool { state.withLock { $0.isReading } }
  func release() { state.withLock { $0.isReleased = true } }
  func load() -> DeviceKeyRing {
    state.withLock { $0.isReading = true }
    try? wait(for: "the release") { state.withLock { $0.isReleased } }
    return DeviceKeyRing()
  }
  func save(_ ring: DeviceKeyRing) {}
}
