import Conformance
import Foundation
import Issuer
import PhoneWallet
import SeededGenerator
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletService

extension WalletService {
  /// Gets a token with a code.
  func tokenized(_ card: CardID, _ request: CardTokenizationRequest)
    async throws(WalletError) -> CardTokenization
  {
    try await confirmed { service throws(WalletError) in
      try await service.send(Tokenize(card, request))
    }
  }

  /// A new device with all its wallets.
  func device(_ kind: SimulatedDevice.Kind) async throws(WalletError) -> SimulatedDevice {
    var device = try await phones.create(kind)
    for wallet in device.missing { device = try await phones.makeWallet(wallet, on: device) }
    return device
  }
}

/// Cards, phones and a business, and a model of what they have to say.
final class TokenPlay {
  private struct ModelCard {
    var isLocked = false
    var isCancelled = false
    /// The end of the time for which it is unlocked. A lock interrupts it.
    var until: Timestamp?
    /// `since` before it was locked, which taking that back restores; nil: it was locked by itself.
    var before: Timestamp?
    var days: Int?
    /// When the days were set, and when the card was last changed.
    var used: Timestamp
    var since: Timestamp
  }

  private struct ModelToken {
    let reference: String
    let card: CardID
    let wallet: MobileWalletType
    /// nil: the device was deleted.
    var device: String?
    var isCompleted = false
    var isFrozen = false
    var removed: Timestamp?
  }

  private static let kinds: [SimulatedDevice.Kind] = [.iPhone, .android, .samsung]
  /// The most tokens of a card.
  private static let most = 16

  private let clock: TestClock
  private let ledger: OutboxLedger
  private let service: WalletService
  private var random: SeededGenerator
  private var devices: [SimulatedDevice] = []
  private var ids: [CardID] = []
  private var cards: [CardID: ModelCard] = [:]
  private var tokens: [ModelToken] = []
  /// What the business knows of each token.
  private var told: [String: String] = [:]
  private(set) var words: [String: Int] = [:]
  private(set) var accepted = 0
  private(set) var refused = 0

  init(seed: UInt64) async throws {
    let clock = TestClock(Timestamp(milliseconds: 1_795_178_467_000))
    let time = IssuerClock(now: { clock.now }, boot: { clock.boot })
    let ledger = OutboxLedger(
      try Vault.demo(clock: time), roots: ["https://shop.example"], IssuerEnvironment(clock: time)
    ) { _ in }
    // Nothing happens by itself: a card that is locked in time is written with its next change.
    let backend = LocalBackend(
      ledger: ledger, clock: time, monotonicClock: ManualMonotonicClock().clock)
    let service = WalletService(
      backend: backend, context: backend.context, devices: MemoryDeviceStore(),
      clock: clock.monotonic)
    (self.clock, self.ledger, self.service) = (clock, ledger, service)
    random = SeededGenerator(seed: seed)
    for kind in Self.kinds { devices.append(try await service.device(kind)) }
    for alias in ["Everyday", "Groceries"] { ids.append(try await service.card(alias).id) }
    let request = CardRequest(programName: "SKRILL-VIRTUAL-VISA-EEA", currency: "EUR")
    ids.append(try await service.send(CreateCard(request)).id)
    for id in ids { cards[id] = ModelCard(used: clock.now, since: clock.now) }
  }

  private var now: Timestamp { clock.now }
  private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[below(list.count)] }

  // MARK: The model

  /// Locks cards whose time has come.
  private func lockInTime() {
    for id in ids {
      guard var card = cards[id], !card.isLocked, !card.isCancelled else { continue }
      guard let time = end(card), time <= now else { continue }
      (card.isLocked, card.since) = (true, time)
      (card.before, card.until) = (nil, nil)
      cards[id] = card
    }
  }

  /// When a card that is not locked is locked by itself; nil: never.
  private func end(_ card: ModelCard) -> Timestamp? {
    let unused = card.days.map { max(card.used, card.since).adding(seconds: Int64($0) * 86_400) }
    return [card.until, unused].compactMap { $0 }.min()
  }

  private func isGone(_ token: ModelToken) -> Bool {
    token.removed.map { $0.adding(seconds: 600) <= now } ?? false
  }

  private func state(_ token: ModelToken) -> String {
    guard let card = cards[token.card] else { return "?" }
    if token.removed != nil || card.isCancelled { return "DELETED" }
    if !token.isCompleted { return "WAITING" }
    return token.isFrozen || card.isLocked ? "SUSPENDED" : "ACTIVE"
  }

  // MARK: Changes

  /// Makes one random change, and says which.
  func change() async throws -> String {
    let id = ids[below(ids.count)]
    guard var card = cards[id] else { return "" }
    let before = card
    switch below(17) {
    case 0:
      (card.isLocked, card.before) = (true, card.since)
      try await make(!before.isLocked && !before.isCancelled, id, card) {
        try await $0.send(SetCardStatus.lock(id))
      }
      return "lock \(id)"
    case 1:
      (card.isLocked, card.until) = (false, nil)
      let can = !before.isCancelled && (before.isLocked || before.until != nil)
      try await make(can, id, card) { try await $0.send(SetCardStatus.unlock(id)) }
      return "unlock \(id)"
    case 2:
      (card.isLocked, card.until) = (false, now.adding(seconds: 300))
      let can = !before.isCancelled && (before.isLocked || before.until != nil)
      try await make(can, id, card) { try await $0.send(UnlockCardFor(id, seconds: 300)) }
      return "unlock \(id) for a while"
    case 3: return try await lockAll()
    case 4: return try await unlockAll()
    case 5:
      card.days = before.days == nil ? 1 : nil
      card.used = now
      let days = card.days
      try await make(!before.isCancelled, id, card, isStatus: false) {
        try await $0.send(SetCardControls(id, CardControlsUpdate(autoLockAfter: days)))
      }
      return "auto-lock \(id)"
    case 6, 7: return try await pass()
    case 8: return try await cancel()
    case 9, 10, 11: return try await add(id)
    case 12: return try await report()
    case 13: return try await act(.freeze)
    case 14: return try await act(.resume)
    case 15: return try await act(.remove)
    default: return try await deleteDevice()
    }
  }

  /// Asks for a change of a card, which has to be accepted or refused.
  private func make(
    _ isPossible: Bool, _ id: CardID, _ after: ModelCard, isStatus: Bool = true,
    _ change: (WalletService) async throws -> Card
  ) async throws {
    let was = try await isAccepted { _ = try await change(self.service) }
    #expect(was == isPossible)
    guard was else { return }
    cards[id] = after
    if isStatus { cards[id]?.since = now }
  }

  private func isAccepted(_ change: () async throws -> Void) async throws -> Bool {
    do {
      try await change()
      accepted += 1
      return true
    } catch let error as WalletError {
      try #require(
        [.actionRefused, .transitionRefused, .notFound].contains(error.code), "\(error)")
      refused += 1
      return false
    }
  }

  private func lockAll() async throws -> String {
    let open = ids.filter { cards[$0].map { !$0.isLocked && !$0.isCancelled } ?? false }
    let outcome = await service.cards.change(open.map { CardTarget($0) }, .lock)
    #expect(outcome.changed.count == open.count)
    for id in open {
      guard var card = cards[id] else { continue }
      (card.isLocked, card.before, card.since) = (true, card.since, now)
      cards[id] = card
    }
    return "lock all"
  }

  /// Takes locks back: a card is as before, unless it would have been locked by itself by now.
  private func unlockAll() async throws -> String {
    let locked = ids.filter { cards[$0].map { $0.isLocked && !$0.isCancelled } ?? false }
    let outcome = await service.cards.change(locked.map { CardTarget($0) }, .unlock)
    var possible: [CardID] = []
    for id in locked {
      guard var card = cards[id] else { continue }
      (card.isLocked, card.since) = (false, card.before ?? now)
      if let time = end(card), time <= now { continue }
      cards[id] = card
      possible.append(id)
    }
    #expect(outcome.changed.map(\.id) == possible)
    return "unlock all"
  }

  private func pass() async throws -> String {
    let seconds = below(8) == 0 ? 100_000 : 1 + below(400)
    clock.advance(milliseconds: Int64(seconds) * 1000)
    lockInTime()
    // Any change of a card writes down that it was locked before.
    for id in ids { _ = try await service.send(RenameCard(id, alias: "Step \(below(1000))")) }
    return "\(seconds) s"
  }

  /// Cancels a card, as long as there are two others.
  private func cancel() async throws -> String {
    let open = ids.filter { cards[$0]?.isCancelled == false }
    guard open.count > 2, below(20) == 0, let id = pick(open) else { return "no cancelling" }
    _ = try await service.send(SetCardStatus.cancel(id))
    cards[id]?.isCancelled = true
    return "cancel \(id)"
  }

  private func add(_ id: CardID) async throws -> String {
    guard let card = cards[id], let device = pick(devices),
      let wallet = pick(device.kind.wallets)
    else { return "nothing" }
    let there = tokens.filter {
      $0.card == id && $0.device == device.id && $0.wallet == wallet && !isGone($0)
    }
    let can =
      !card.isLocked && !card.isCancelled
      && !there.contains { $0.isCompleted && $0.removed == nil }
    let reports = below(3) > 0
    var added: MobileWalletTokenization?
    let was = try await isAccepted { [service] in
      let request = try await service.phones.request(wallet, of: device)
      let answer = try await service.tokenized(id, request)
      let token = try await service.phones.add(answer, to: request, of: id, in: device)
      if reports { _ = try await service.send(UpdateTokenization(id, token)) }
      added = token
    }
    #expect(was == can)
    guard was, let added else { return "not added" }
    // What was there is replaced. The oldest that does not pay makes room.
    let replaced = Set(there.map(\.reference))
    tokens.removeAll { replaced.contains($0.reference) || isGone($0) }
    if tokens.count(where: { $0.card == id }) >= Self.most,
      let oldest = tokens.firstIndex(where: {
        $0.card == id && (!$0.isCompleted || $0.removed != nil)
      })
    {
      tokens.remove(at: oldest)
    }
    tokens.append(
      ModelToken(
        reference: added.dpanRef, card: id, wallet: wallet, device: device.id,
        isCompleted: reports))
    return "add \(wallet)"
  }

  /// A phone reports, or the owner types a code.
  private func report() async throws -> String {
    guard
      let index = tokens.indices.filter({ !tokens[$0].isCompleted }).randomElement(using: &random)
    else { return "nothing waits" }
    let (token, byCode) = (tokens[index], below(2) == 0)
    let card = cards[token.card]
    var can = token.removed == nil && !isGone(token)
    if byCode { can = can && card?.isLocked == false && card?.isCancelled == false }
    let was = try await isAccepted { [service] in
      if byCode {
        _ = try await service.confirmed { service throws(WalletError) in
          try await service.cards.verifyToken(token.card, token.reference)
        }
      } else {
        _ = try await service.send(
          UpdateTokenization(
            token.card,
            MobileWalletTokenization(
              dpanRef: token.reference, walletType: token.wallet, status: .completed)))
      }
    }
    #expect(was == can)
    if was { tokens[index].isCompleted = true }
    return byCode ? "verify" : "report"
  }

  private func act(_ action: TokenAction) async throws -> String {
    guard let index = tokens.indices.randomElement(using: &random) else { return "no token" }
    let token = tokens[index]
    let isLive = cards[token.card]?.isCancelled == false && !isGone(token)
    let (can, time): (Bool, Timestamp?) =
      switch action {
      case .freeze:
        (isLive && token.removed == nil && token.isCompleted && !token.isFrozen, token.removed)
      case .resume: (isLive && (token.removed != nil || token.isFrozen), nil)
      default: (isLive && token.removed == nil, now)
      }
    let was = try await isAccepted { [service] in
      _ = try await service.cards.changeToken(token.card, token.reference, action)
    }
    #expect(was == can, "\(action)")
    guard was else { return "not \(action)" }
    if action == .freeze { tokens[index].isFrozen = true }
    if action == .resume, token.removed == nil { tokens[index].isFrozen = false }
    tokens[index].removed = time
    return "\(action)"
  }

  /// A device is deleted with its cards, and there is another one of its kind.
  private func deleteDevice() async throws -> String {
    guard below(4) == 0 else { return "no device" }
    let place = below(devices.count)
    let device = devices[place]
    try await service.deleteDevice(device.id)
    for index in tokens.indices where tokens[index].device == device.id {
      tokens[index].device = nil
      guard cards[tokens[index].card]?.isCancelled == false, tokens[index].removed == nil else {
        continue
      }
      tokens[index].removed = now
    }
    devices[place] = try await service.device(device.kind)
    return "delete \(device.kind)"
  }

  // MARK: Checks

  func check(_ did: String, phones: Bool) async throws {
    try hear(did)
    for id in ids {
      let wanted = tokens.filter { $0.card == id && !isGone($0) }
      let listed = try await service.cards.get(id, include: [.tokenizations]).tokenizations ?? []
      #expect(listed.map(\.dpanRef) == wanted.map(\.reference), "\(did)")
      #expect(listed.map { $0.state?.rawValue ?? "WAITING" } == wanted.map { state($0) }, "\(did)")
    }
    for token in tokens { #expect(told[token.reference] == state(token), "\(did): told") }
    guard phones else { return }
    for device in try await service.devices() {
      let own = tokens.filter { $0.device == device.id && !isGone($0) && state($0) != "DELETED" }
      let held = device.held.filter { $0.state != .deleted }
      let states = held.map { "\($0.reference) \($0.state?.rawValue ?? "WAITING")" }
      #expect(
        Set(states) == Set(own.map { "\($0.reference) \(state($0))" }), "\(did): \(device.kind)")
    }
  }

  /// The business hears what was sent, in order. Each event fits to what it knew.
  private func hear(_ did: String) throws {
    let outbox = WebhookOutbox(ledger)
    let events = try outbox.all()
    try outbox.update(events) { _ in false }
    for event in events {
      let body = try #require(
        try JSONSerialization.jsonObject(with: Data(event.body)) as? [String: Any])
      guard let reference = body["dpanRef"] as? String else { continue }
      let word = try #require((body["tokenAction"] ?? body["enrollmentStatus"]) as? String)
      words[word, default: 0] += 1
      let (before, after): ([String], String) =
        switch word {
        case "TOKENIZATION_INITIATED": (["", "DELETED"], "WAITING")
        case "ENROLLMENT_SUCCESSFUL": (["WAITING"], "ACTIVE")
        case "ACTIVATION_OTP_SENT": (["WAITING"], "WAITING")
        case "TOKENIZATION_ENROLLMENT_UNSUCCESSFUL": (["WAITING"], "DELETED")
        case "TOKEN_FROZEN": (["ACTIVE"], "SUSPENDED")
        case "TOKEN_UNFROZEN": (["SUSPENDED"], "ACTIVE")
        case "TOKEN_CANCELLED": (["ACTIVE", "SUSPENDED"], "DELETED")
        case "TOKEN_REISSUED": (["DELETED"], "ACTIVE")
        default: ([], "?")
        }
      #expect(before.contains(told[reference, default: ""]), "\(did): \(word)")
      told[reference] = after
    }
  }
}
