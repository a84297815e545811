import DeviceKeys
import Issuer
import Secrets
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// The virtual cards of the demo.
struct SampleVirtualCardsTests {
  private func service(_ ledger: VaultLedger) -> WalletService {
    let backend = LocalBackend(ledger: ledger)
    return WalletService(
      backend: backend, context: backend.context, keys: LedgerDeviceKeyStore(ledger),
      clock: ManualMonotonicClock().clock)
  }

  /// An older copy of the file that lacks a key is noticed by its audit log.
  @Test func aNewKeyHasAnEntryInTheAuditLog() throws {
    let ledger = try Vault.demo()
    var ring = DeviceKeyRing()
    ring.add(DeviceKey())
    try LedgerDeviceKeyStore(ledger).save(ring)
    let last = try ledger.read { reader throws(WalletError) in
      try reader.page(AuditEntry.self, of: ledger.owner, LedgerQuery()).items.last
    }
    #expect(last?.action == "SAVE_DEVICE_KEYS")
  }

  @Test func oneCardNeedsAKeyAndTheOthersAreOpen() async throws {
    let ledger = try Vault.demo()
    try SampleVirtualCards(ledger, clock: .system, random: .repeatable(seed: 1)).add()
    let wallet = self.service(ledger)
    let service = wallet.virtualCards
    let list = try await service.list()
    #expect(
      Set(list.items.compactMap(\.alias)) == [
        "Hotel Vienna", "Trains", "Camping stove", "Music", "Zalando",
      ])
    #expect(list.items.allSatisfy { $0.expiry != nil && $0.billingAddress != nil })
    #expect(list.failed.count == 1)
    let foreign = try #require(list.failed.first)
    #expect(foreign.cause == .keyMissing(foreign.card.sealed.keyID))
    #expect(foreign.card.cardHolder == "ANA PETROVA")
    #expect(list.items.count { $0.card.isPaused } == 1)
    #expect(list.items.count { $0.card.state == .closed } == 1)
    #expect(try await wallet.send(ListPersonas()).map(\.name) == ["Shopping", "Work"])

    let zalando = try #require(list.items.first { $0.alias == "Zalando" })
    let details = try await wallet.revealed(zalando.card)
    let lastFour = try #require(details.pan.secret).withBytes {
      String(decoding: $0.suffix(4), as: UTF8.self)
    }
    #expect(lastFour == zalando.card.lastFour)
    await #expect(throws: WalletError(.deviceKeyMissing)) {
      _ = try await service.secureDetails(foreign.card)
    }
  }

  /// A ledger has payments in the order of `sortDate`: those of virtual cards are among the others.
  @Test func paymentsAreInTheOrderOfTime() async throws {
    let ledger = try Vault.demo()
    let cards = service(ledger).cards
    let all = TransactionQuery(limit: TransactionQuery.maximumLimit)
    let before = try await cards.transactions(nil, all).transactions
    try SampleVirtualCards(ledger, clock: .system, random: .repeatable(seed: 3)).add()
    let after = try await cards.transactions(nil, all).transactions
    #expect(after.count == before.count + 7 && Set(after.map(\.cardID)).contains(before[0].cardID))
    #expect(after.map(\.transactedAt) == after.map(\.transactedAt).sorted(by: >))
    #expect(after.map(\.sortDate) == after.map(\.transactedAt))
    let virtual = after.indices.filter { after[$0].billedAmount.currency != Currency("EUR") }
    #expect(virtual.count == 7 && virtual != Array(0..<7), "they are not the newest only")
    // Nothing else of them has changed.
    let ids = Set(before.map(\.id))
    #expect(after.filter { ids.contains($0.id) } == before)
  }

  /// Whoever reads payments gets those of the sample from the first time on. So they are no news.
  @Test(arguments: [true, false])
  func aDemoGetsTheSampleWhenItIsFirstRead(_ readsPayments: Bool) async throws {
    let ledger = try Vault.demo()
    let sample = SampleVirtualCards(ledger, clock: .system, random: .repeatable(seed: 4))
    let backend = LocalBackend(ledger: ledger, sample: sample)
    let wallet = WalletService(backend: backend, context: backend.context)
    _ = try await wallet.cards.all()
    await backend.waitForBackgroundWork()
    let before = try ledger.read { reader throws(WalletError) in
      try reader.count(Persona.self, of: ledger.owner)
    }
    #expect(before == 0, "the first frame does not show it")
    guard readsPayments else {
      #expect(try await wallet.send(ListPersonas()).count == 2)
      return
    }
    let all = TransactionQuery(limit: TransactionQuery.maximumLimit)
    let payments = try await wallet.cards.transactions(nil, all).transactions
    #expect(payments.count { $0.billedAmount.currency != Currency("EUR") } == 7)
    #expect(try await wallet.cards.transactions(nil, all).transactions == payments, "once")
  }

  @Test func anImportedKeyOpensTheCardAtOnce() async throws {
    let ledger = try Vault.demo()
    try SampleVirtualCards(ledger, clock: .system, random: .repeatable(seed: 2)).add()
    let backend = LocalBackend(ledger: ledger)
    let passphrase = Secret(count: 1) { $0.copyBytes(from: "p".utf8) }
    let device = WalletService(
      backend: backend, context: backend.context, keys: LedgerDeviceKeyStore(ledger))
    let other = WalletService(backend: backend, context: backend.context)
    #expect(try await other.virtualCards.list().items.isEmpty)
    let archive = try await device.virtualCards.exportKeys(passphrase: passphrase)
    #expect(try await other.virtualCards.importKeys(archive, passphrase: passphrase) == 1)
    #expect(try await other.virtualCards.importKeys(archive, passphrase: passphrase) == 0)
    #expect(try await other.virtualCards.list().items.count == 5)
  }
}
