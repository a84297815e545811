import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardsLockCommand: WalletCommand {
  let path = "cards lock"
  let summary = "Lock all cards that can pay."
  let options = [CardsChangeText.all]
  let answer: String? = CardsChangeText.answer
  let notes: [String] = [
    "It says what can't be locked, and why. `cards unlock --all` takes it back."
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try CardsChangeText.check(invocation)
    let cards = try await invocation.wallet().cards
    let list = try await cards.all()
    let targets = list.cards.filter { $0.refusal(of: .lock) == nil }
    var outcome = await cards.change(targets.map { CardTarget($0.id) }, .lock)
    for card in list.cards where card.status.mayPayLater {
      guard let refusal = card.refusal(of: .lock) else { continue }
      outcome.refused.append(
        CardsOutcome.Refusal(
          id: card.id, error: WalletError(.actionRefused, refusal.reason)))
    }
    return try CardsChangeText.print(outcome, .lock, list, invocation)
  }
}

struct CardsUnlockCommand: WalletCommand {
  let path = "cards unlock"
  let summary = "Unlock the cards that were locked together, and no others."
  let options = [CardsChangeText.all]
  let answer: String? = CardsChangeText.answer

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try CardsChangeText.check(invocation)
    let cards = try await invocation.wallet().cards
    let list = try await cards.all()
    let targets = list.cards.filter {
      $0.status == .locked && $0.statusReason == StatusReason.lockedWithAll.rawValue
    }
    let outcome = await cards.change(
      targets.map { CardTarget($0.id, version: $0.version) }, .unlock)
    return try CardsChangeText.print(outcome, .unlock, list, invocation)
  }
}

/// What the two commands share.
enum CardsChangeText {
  static let all = CommandOption("all", "all of them; nothing is done without it")
  static let answer = """
    `cards` (`Card`, as they are now), `refused` (`cardId` and `reason`), and `untried`: how many \
    cards were not asked for, because the server could not be reached or refused all
    """

  static func check(_ invocation: Invocation) throws(WalletError) {
    if invocation.has("all") { return }
    throw WalletError(
      .usage, details: [.text("--all is missing", "--all fehlt")],
      advice: .text(
        "`card lock ID` locks one card.", "`card lock ID` sperrt eine einzelne Karte."))
  }

  /// The exit status is that of what stopped it.
  static func print(
    _ outcome: CardsOutcome, _ action: CardAction, _ list: CardList, _ invocation: Invocation
  ) throws(WalletError) -> ExitCode {
    let words = invocation.words
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(CardsAnswer(outcome)))
    } else {
      try Output.line(words.done(action, outcome.changed.count) + ".")
      let names = Dictionary(
        list.cards.map { ($0.id, words.title($0) + " ··" + $0.lastFour) },
        uniquingKeysWith: { a, _ in a })
      for refusal in outcome.refused {
        Output.note(
          words.notDone(
            names[refusal.id] ?? refusal.id.rawValue, words.message(refusal.error)))
      }
      for record in list.damaged {
        Output.note(words.notDone(record.id.rawValue, words.itsRecordIsDamaged))
      }
      if !outcome.rest.isEmpty { Output.note(words.notTried(outcome.rest.count) + ".") }
    }
    if let error = outcome.stopped { throw error }
    return .ok
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
  var refused: [Refused] = []
  var untried = 0

  init() {}
  init(_ outcome: CardsOutcome) {
    cards = outcome.changed
    refused = outcome.refused.map { Refused(id: $0.id, reason: $0.error.message.english) }
    untried = outcome.rest.count
  }

  static var blank: CardsAnswer { CardsAnswer() }
  static var recordName: String { "CardsAnswer" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cards", &cards)
    try v.field("refused", &refused)
    try v.field("untried", &untried, .count)
  }
}
