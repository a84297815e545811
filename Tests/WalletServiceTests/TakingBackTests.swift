import Conformance
import Issuer
import SeededGenerator
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// What takes a change back leaves nothing of it, over the real engine.
@Suite struct TakingBackTests {
  @Test func takingItBackRestoresTheEndOfATime() async throws {
    let service = try RecordingBackend().service()
    let travel = try await service.send(
      UnlockCardFor(try await service.card("Travel").id, seconds: 1800))
    let everyday = try await service.card("Everyday")
    let locked = await service.cards.change(
      [CardTarget(travel.id), CardTarget(everyday.id)], .lock)
    #expect(locked.changed.map(\.status) == [.locked, .locked])
    #expect(locked.changed.map(\.unlockedUntil) == [nil, nil])
    let open = await service.cards.change(
      locked.changed.map { CardTarget($0.id, version: $0.version) }, .unlock)
    #expect(open.changed.map(\.status) == [.active, .active])
    #expect(open.changed.map(\.unlockedUntil) == [travel.unlockedUntil, nil])
    #expect(travel.unlockedUntil != nil)
    #expect(open.changed.map(\.statusReason) == [travel.statusReason, everyday.statusReason])
    #expect(open.changed.map(\.statusDate) == [travel.statusDate, everyday.statusDate])
  }

  /// The same changes, payments and pauses in two wallets. In one of them there are also changes that
  /// are taken back. Whatever state a card is in, both have the same cards after each step. So an undo
  /// also leaves nothing that shows only later.
  @Test func aChangeAndItsUndoAreAsIfThereHadBeenNeither() async throws {
    var done: [String: Int] = [:]
    var refused = 0
    for seed in 1...Effort.pick(short: 3, long: 20, torture: 400) {
      var twins = try Twins(seed: UInt64(seed))
      for _ in 0..<200 {
        try await twins.step()
        let areSame = try await twins.areSame()
        try #require(areSame, "\(twins.lines.joined(separator: "\n"))")
      }
      done.merge(twins.done, uniquingKeysWith: +)
      refused += twins.refused
    }
    // Control: each change was made and taken back, and some could not be in time.
    for change in Reversible.all { #expect(done[change.name, default: 0] > 0, "\(change.name)") }
    #expect(refused > 0)
    // Control: an unlocking that is no undo leaves something.
    let control = try Twins(seed: 1)
    try await control.lockAndUnlock()
    let areSame = try await control.areSame()
    #expect(!areSame)
  }
}

/// A change of a card that can be undone, and its undo. A new kind of change, such as of a limit or
/// of a token, is a new row of `all`. The test compares whole cards with their tokens, so that it sees
/// new fields without being changed.
private struct Reversible: Sendable {
  let name: String
  /// The undo needs a code. Some time is needed between two of them.
  var needsCode = false
  let change: @Sendable (WalletService, Card) async throws -> Void
  /// It gets the card before and after the change.
  let undo: @Sendable (WalletService, Card, Card) async throws -> Void

  static let all: [Reversible] = [
    Reversible(
      name: "lock", change: { _ = try await $0.send(SetCardStatus.lock($1.id)) },
      undo: takeStatusBack),
    Reversible(
      name: "lock with all", change: { try await lockWithAll($0, $1) }, undo: takeStatusBack),
    Reversible(
      name: "unlock", change: { _ = try await $0.send(SetCardStatus.unlock($1.id)) },
      undo: takeStatusBack),
    Reversible(
      name: "unlock for 10 minutes",
      change: { _ = try await $0.send(UnlockCardFor($1.id, seconds: 600)) },
      undo: takeStatusBack),
    Reversible(
      name: "unlock for 5 hours",
      change: { _ = try await $0.send(UnlockCardFor($1.id, seconds: 18_000)) },
      undo: takeStatusBack),
    Reversible(
      name: "auto-lock after a day",
      change: {
        _ = try await $0.send(SetCardControls($1.id, CardControlsUpdate(autoLockAfter: 1)))
      },
      undo: takeDaysBack),
    Reversible(
      name: "auto-lock after 3 days",
      change: {
        _ = try await $0.send(SetCardControls($1.id, CardControlsUpdate(autoLockAfter: 3)))
      },
      undo: takeDaysBack),
    Reversible(
      name: "no auto-lock",
      change: {
        _ = try await $0.send(SetCardControls($1.id, CardControlsUpdate(autoLockAfter: nil)))
      },
      undo: takeDaysBack),
    Reversible(
      name: "rename", change: { _ = try await $0.send(RenameCard($1.id, alias: $1.alias + "'")) },
      undo: { service, before, after in
        _ = try await service.send(
          RenameCard(after.id, alias: before.alias), expectedVersion: after.version)
      }),
    Reversible(
      name: "limit", needsCode: true, change: { try await limit($0, $1.id, 50_00) },
      undo: takeRulesBack),
  ]

  static func lockWithAll(_ service: WalletService, _ card: Card) async throws {
    let outcome = await service.cards.change([CardTarget(card.id)], .lock)
    if let refusal = outcome.refused.first { throw refusal.error }
  }

  /// - Parameter most: In a payment, in minor units of the card's currency.
  static func limit(_ service: WalletService, _ id: CardID, _ most: Int64) async throws {
    var update = CardControlsUpdate()
    update.paymentLimit = .value(most)
    _ = try await service.send(SetCardControls(id, update))
  }

  @Sendable private static func takeRulesBack(
    _ service: WalletService, _ before: Card, _ after: Card
  ) async throws {
    let update = CardControlsUpdate(from: after.rules, to: before.rules)
    _ = try await service.confirmed { service throws(WalletError) in
      try await service.send(SetCardControls(after.id, update), expectedVersion: after.version)
    }
  }

  @Sendable private static func takeStatusBack(
    _ service: WalletService, _ before: Card, _ after: Card
  ) async throws {
    if before.status == .locked {
      _ = try await service.send(
        SetCardStatus.lock(after.id, takesBack: true), expectedVersion: after.version)
    } else {
      _ = try await service.send(
        SetCardStatus.unlock(after.id, takesBack: true), expectedVersion: after.version)
    }
  }

  @Sendable private static func takeDaysBack(
    _ service: WalletService, _ before: Card, _ after: Card
  ) async throws {
    _ = try await service.send(
      SetCardControls(
        after.id, CardControlsUpdate(autoLockAfter: before.autoLockDays, takesBack: true)),
      expectedVersion: after.version)
  }
}

/// Two wallets with the same sample cards, each with its own clock. They show the same time.
private struct Twins {
  private struct Wallet {
    let clock: TestClock
    let service: WalletService

    init() throws {
      let clock = TestClock(Timestamp(milliseconds: 1_772_530_867_000))
      let time = IssuerClock(now: { clock.now }, boot: { clock.boot })
      let backend = LocalBackend(
        ledger: try Vault.demo(clock: time), clock: time, monotonicClock: clock.monotonic)
      self.clock = clock
      service = WalletService(
        backend: backend, context: backend.context, clock: clock.monotonic)
    }

    func card(_ id: CardID) async throws -> Card { try await service.cards.get(id) }

    /// As they are but for their versions: a change and its undo are two changes.
    func cards() async throws -> [Card] {
      try await service.cards.getAll(CardQuery(include: [.tokenizations])).cards.map {
        var card = $0
        card.version = 0
        return card
      }
    }
  }

  private let plain: Wallet
  private let undone: Wallet
  private var random: SeededGenerator
  /// How often each change was taken back.
  private(set) var done: [String: Int] = [:]
  /// How often a change could not be taken back, since the card had been locked by itself.
  private(set) var refused = 0
  /// What was done.
  private(set) var lines: [String] = []

  init(seed: UInt64) throws {
    plain = try Wallet()
    undone = try Wallet()
    random = SeededGenerator(seed: seed)
  }

  func areSame() async throws -> Bool { try await plain.cards() == undone.cards() }

  mutating func step() async throws {
    let cards = try await plain.cards()
    let id = try #require(cards.randomElement(using: &random)).id
    switch Int.random(in: 0..<10, using: &random) {
    case 0: pass([60, 600, 3_600, 40_000])
    case 1: try await both("pay", id) { try await Self.pay($0, id) }
    case 2: try await both("unlock --all", id) { try await Self.unlockWithAll($0, id) }
    case 3, 4:
      let change = try #require(Reversible.all.randomElement(using: &random))
      try await both(change.name, id) { try await change.change($0.service, $0.card(id)) }
    default: try await changeAndUndo(id)
    }
  }

  /// Lets one of these times pass in both.
  private mutating func pass(_ seconds: [Int64]) {
    let seconds = seconds.randomElement(using: &random) ?? 0
    lines.append("\(seconds) s later")
    for wallet in [plain, undone] { wallet.clock.advance(milliseconds: seconds * 1000) }
  }

  /// Does the same in both wallets. Both carry it out or refuse it for the same reason.
  private mutating func both(
    _ name: String, _ id: CardID, _ body: (Wallet) async throws -> Void
  ) async throws {
    lines.append("\(name) \(id.rawValue)")
    var codes: [ErrorCode?] = []
    for wallet in [plain, undone] {
      do {
        try await body(wallet)
        codes.append(nil)
      } catch let error as WalletError {
        codes.append(error.code)
      }
    }
    #expect(codes[0] == codes[1], "\(lines.joined(separator: "\n"))")
  }

  private mutating func changeAndUndo(_ id: CardID) async throws {
    let change = try #require(Reversible.all.randomElement(using: &random))
    let before = try await undone.card(id)
    do {
      try await change.change(undone.service, before)
    } catch is WalletError {
      return
    }
    let after = try await undone.card(id)
    pass(change.needsCode ? [3_600, 90_000] : [0, 60, 3_600, 90_000])
    lines.append("\(change.name) and undo \(id.rawValue)")
    do {
      try await change.undo(undone.service, before, after)
      done[change.name, default: 0] += 1
    } catch let error as WalletError {
      // Only what would have been locked by itself meanwhile, or was, is not taken back.
      let known: [ErrorCode] = [.versionConflict, .transitionRefused, .actionRefused]
      let reasons = try await [plain.card(id), undone.card(id)].map(\.statusReason)
      let own = [StatusReason.lockedAgain, .unused].map(\.rawValue)
      #expect(known.contains(error.code), "\(error)")
      #expect(
        reasons.contains { own.contains($0 ?? "") }, "\(lines.joined(separator: "\n"))")
      refused += 1
      for wallet in [plain, undone] { try await Self.start(wallet, id) }
    }
  }

  /// Only in one of them, and without taking anything back.
  func lockAndUnlock() async throws {
    let service = undone.service
    let id = try #require(try await undone.cards().first { $0.status == .active }).id
    _ = try await service.send(SetCardStatus.lock(id))
    _ = try await service.send(SetCardStatus.unlock(id))
  }

  /// The same state in each wallet, independent of the state before.
  private static func start(_ wallet: Wallet, _ id: CardID) async throws {
    let service = wallet.service
    _ = try await service.send(SetCardControls(id, CardControlsUpdate(autoLockAfter: nil)))
    _ = try await service.send(RenameCard(id, alias: "same"))
    // Lower than all others, which needs no code.
    try await Reversible.limit(service, id, 1_00)
    _ = try? await service.send(SetCardStatus.lock(id))
    _ = try await service.send(SetCardStatus.unlock(id))
  }

  private static func pay(_ wallet: Wallet, _ id: CardID) async throws {
    _ = try await wallet.service.send(Authorize(.card(id), at: "cafe-lumiere", ShopAmount(1_00)))
  }

  /// What `cards unlock --all` does with a card.
  private static func unlockWithAll(_ wallet: Wallet, _ id: CardID) async throws {
    let card = try await wallet.card(id)
    guard card.status == .locked, card.statusReason == StatusReason.lockedWithAll.rawValue else {
      return
    }
    _ = try await wallet.service.send(
      SetCardStatus.unlock(id, takesBack: true), expectedVersion: card.version)
  }
}
