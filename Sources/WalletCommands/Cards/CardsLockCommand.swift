import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardsLockCommand: WalletCommand {
  let path = "cards lock"
  let summary = "Lock all cards that can pay, and pause the virtual ones."
  let options = [CardsChangeText.all] + Verification.options
  let answer: String? = CardsChangeText.answer
  let notes: [String] = [
    "It says what can't be locked, and why. `cards unlock --all` takes it back.",
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await CardsChangeText.change(.lock, invocation) {
      $0.refusal(of: .lock) == nil ? CardTarget($0.id) : nil
    }
  }
}

struct CardsUnlockCommand: WalletCommand {
  let path = "cards unlock"
  let summary = "Unlock and resume the cards that were locked together, and no others."
  let options = [CardsChangeText.all] + Verification.options
  let answer: String? = CardsChangeText.answer
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await CardsChangeText.change(.unlock, invocation) {
      $0.status == .locked && $0.statusReason == StatusReason.lockedWithAll.rawValue
        ? CardTarget($0.id, version: $0.version) : nil
    }
  }
}

/// What the two commands share.
enum CardsChangeText {
  static let all = CommandOption("all", "all of them; nothing is done without it")
  static let answer = """
    `cards` (`Card`, as they are now), `virtualCards` (the ids of those that were paused or \
    resumed), `refused` (`cardId` and `reason`), and `untried`: how many cards were not asked for, \
    because the server could not be reached or refused all
    """

  static func change(
    _ action: CardAction, _ invocation: Invocation, _ target: (Card) -> CardTarget?
  ) async throws(WalletError) {
    guard invocation.has("all") else {
      throw WalletError.usage(
        "--all is missing", "--all fehlt",
        advice: .text(
          "`card lock ID` locks one card.", "`card lock ID` sperrt eine einzelne Karte."))
    }
    let wallet = try await invocation.wallet()
    let list = try await wallet.cards.all()
    let targets = list.cards.compactMap(target)
    var outcome = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      var done = await wallet.cards.change(targets, action)
      if done.stopped == nil { done.add(await wallet.cards.changeAllVirtual(action)) }
      // All are sent again with the code. A server that wants a code for each card stops it then.
      if let error = done.stopped, error.scaEvent != nil, done.isEmpty { throw error }
      return done
    }
    for card in list.cards where action == .lock && card.status.mayPayLater {
      guard let refusal = card.refusal(of: .lock) else { continue }
      let error = WalletError(.actionRefused, refusal.reason)
      outcome.refused.append(CardsOutcome.Refusal(id: card.id, error: error))
    }
    try print(outcome, action, list, invocation)
  }

  /// The exit status is that of what stopped it.
  private static func print(
    _ outcome: CardsOutcome, _ action: CardAction, _ list: CardList, _ invocation: Invocation
  ) throws(WalletError) {
    let words = invocation.words
    if try !invocation.writeJSON(CardsAnswer(outcome)) {
      let virtual = outcome.changedVirtual.count
      try Output.line(words.cardForms.done(action, outcome.changed.count, virtual: virtual) + ".")
      let names = Dictionary(
        list.cards.map { ($0.id, words.cardForms.title($0) + " ··" + $0.lastFour) },
        uniquingKeysWith: { a, _ in a })
      for refusal in outcome.refused {
        Output.note(
          words.cardForms.notDone(
            names[refusal.id] ?? refusal.id.rawValue, words.errors.message(refusal.error)))
      }
      for record in list.damaged {
        Output.note(words.cardForms.notDone(record.id.rawValue, words.cards.itsRecordIsDamaged))
      }
      if !outcome.rest.isEmpty { Output.note(words.cardForms.notTried(outcome.rest.count) + ".") }
    }
    if let error = outcome.stopped { throw error }
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
  var untried = 0

  init() {}
  init(_ outcome: CardsOutcome) {
    cards = outcome.changed
    virtualCards = outcome.changedVirtual.map(\.id)
    refused = outcome.refused.map { Refused(id: $0.id, reason: $0.error.message.english) }
    untried = outcome.rest.count
  }

  static var blank: CardsAnswer { CardsAnswer() }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cards", &cards)
    try v.field("virtualCards", &virtualCards)
    try v.field("refused", &refused)
    try v.field("untried", &untried, .count)
  }
}
