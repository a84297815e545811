import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardsLockCommand: WalletCommand {
  let path = "cards lock"
  let summary = "Lock all cards that can pay, and pause all virtual cards."
  let options = [CardsChangeText.all]
  let answer: String? = CardsChangeText.answer
  let notes: [String] = [
    "It says what can't be locked, and why. `cards unlock --all` takes it back."
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try CardsChangeText.check(invocation)
    let wallet = try await invocation.wallet()
    let all = try await wallet.cards.all()
    let targets = all.cards.filter { $0.refusal(of: .lock) == nil }
    var outcome = await wallet.cards.change(targets.map { CardTarget($0.id) }, .lock)
    for card in all.cards where card.status.mayPayLater {
      guard let refusal = card.refusal(of: .lock) else { continue }
      outcome.refused.append(
        CardsOutcome.Refusal(
          id: card.id, error: WalletError(.actionRefused, refusal.reason)))
    }
    return try await CardsChangeText.finish(outcome, .lock, all, wallet, invocation)
  }
}

struct CardsUnlockCommand: WalletCommand {
  let path = "cards unlock"
  let summary = "Unlock the cards that were locked together, and no others."
  let options = [CardsChangeText.all]
  let answer: String? = CardsChangeText.answer

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try CardsChangeText.check(invocation)
    let wallet = try await invocation.wallet()
    let all = try await wallet.cards.all()
    let targets = all.cards.filter {
      $0.status == .locked && $0.statusReason == StatusReason.lockedWithAll.rawValue
    }
    let outcome = await wallet.cards.change(
      targets.map { CardTarget($0.id, version: $0.version) }, .unlock)
    return try await CardsChangeText.finish(outcome, .unlock, all, wallet, invocation)
  }
}

/// What the two commands share.
enum CardsChangeText {
  static let all = CommandOption("all", "all of them; nothing is done without it")
  static let answer = """
    `cards` (`Card`, as they are now), `virtualCards` (the ids of those that were paused or resumed), \
    `refused` (`cardId` and `reason`), `unread` (reasons why cards could not be read), and `untried`: \
    how many cards were not asked for, because the server could not be reached or refused all
    """

  static func check(_ invocation: Invocation) throws(WalletError) {
    if invocation.has("all") { return }
    throw WalletError(
      .usage, details: [.text("--all is missing", "--all fehlt")],
      advice: .text(
        "`card lock ID` locks one card.", "`card lock ID` sperrt eine einzelne Karte."))
  }

  /// Goes on with the virtual cards, and prints what became of all. The exit status is that of what
  /// stopped it, or of what could not be read.
  static func finish(
    _ cards: CardsOutcome, _ action: CardAction, _ all: AllCards, _ wallet: WalletService,
    _ invocation: Invocation
  ) async throws(WalletError) -> ExitCode {
    var outcome = cards
    if outcome.stopped == nil { outcome.add(await wallet.cards.changeAllVirtual(action)) }
    let answer = CardsAnswer(outcome, all)
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(answer))
    } else {
      try await show(outcome, action, all, wallet, invocation)
    }
    if let error = outcome.stopped ?? outcome.unread ?? all.unread.first?.error { throw error }
    try wallet.reportUnavailable()
    return .ok
  }

  private static func show(
    _ outcome: CardsOutcome, _ action: CardAction, _ all: AllCards, _ wallet: WalletService,
    _ invocation: Invocation
  ) async throws(WalletError) {
    let words = invocation.words
    try Output.line(
      words.done(action, outcome.changed.count, virtual: outcome.changedVirtual.count) + ".")
    var names = Dictionary(
      all.cards.map { ($0.id, words.title($0) + " ··" + $0.lastFour) },
      uniquingKeysWith: { a, _ in a })
    let virtual = outcome.refused.compactMap(\.virtual).filter { !$0.isDamaged }
    if !virtual.isEmpty, let opened = try? await wallet.virtualCards.open(virtual) {
      for card in opened {
        names[CardID(card.id)] = VirtualCardText.title(card) + " ··" + card.card.lastFour
      }
    }
    for refusal in outcome.refused {
      Output.note(
        words.notDone(names[refusal.id] ?? refusal.id.rawValue, words.message(refusal.error)))
    }
    for record in all.damaged {
      Output.note(words.notDone(record.id.rawValue, words.itsRecordIsDamaged))
    }
    for unread in CardsAnswer.unread(outcome, all, words) { Output.note(unread) }
    if !outcome.rest.isEmpty { Output.note(words.notTried(outcome.rest.count) + ".") }
  }
}

/// The JSON of the two commands.
private struct CardsAnswer: WireRecord, JSONValue {
  struct Refused: WireRecord {
    var id = CardID("")
    var reason = ""
    static var blank: Refused { Refused() }
    static var recordName: String { "RefusedCard" }
    mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.field("cardId", &id)
      try v.field("reason", &reason)
    }
  }
  var cards: [Card] = []
  var virtualCards: [String] = []
  var refused: [Refused] = []
  var unread: [String] = []
  var untried = 0

  init() {}
  init(_ outcome: CardsOutcome, _ all: AllCards) {
    cards = outcome.changed
    virtualCards = outcome.changedVirtual.map(\.id)
    refused = outcome.refused.map { Refused(id: $0.id, reason: $0.error.message.english) }
    unread = Self.unread(outcome, all, .english)
    untried = outcome.rest.count
  }

  /// Which cards could not be read, and why.
  static func unread(_ outcome: CardsOutcome, _ all: AllCards, _ words: Words) -> [String] {
    all.unread.map { words.notDone(words.cards($0.numbers), words.message($0.error)) }
      + (outcome.unread.map { [words.notDone(words.furtherVirtual, words.message($0))] } ?? [])
  }

  static var blank: CardsAnswer { CardsAnswer() }
  static var recordName: String { "CardsAnswer" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cards", &cards)
    try v.field("virtualCards", &virtualCards)
    try v.field("refused", &refused)
    try v.field("unread", &unread)
    try v.field("untried", &untried, .count)
  }
}
