import Threads
import WalletAPI
import WalletModel

/// A call as its client saw it.
struct Call: Sendable {
  enum Effect: Hashable, Sendable {
    case status(of: CardID)
    case newCard
    /// In minor units. No two effects of a history have the same amount.
    case payment(Int64)
  }

  enum Outcome: Hashable, Sendable {
    /// The id of the card or payment, and the card's version.
    case ok(id: String, version: Int)
    /// It has certainly not happened.
    case failed
    /// The client does not know whether it has happened.
    case unknown
  }

  var customer: CustomerID
  /// The idempotency key. Calls with the same key have one effect together.
  var key: String
  var effect: Effect
  /// The order of all beginnings and ends.
  var began: Int
  /// nil: there was no answer.
  var ended: Int?
  var outcome = Outcome.unknown

  var isOK: Bool { if case .ok = outcome { true } else { false } }
}

/// What a customer has.
struct WalletState: Equatable, Sendable {
  struct CardState: Equatable, Sendable {
    var version: Int
    /// The key of the call that made it.
    var key: String
  }
  struct Payment: Equatable, Sendable {
    var id: String
    var amount: Int64
  }

  var cards: [String: CardState] = [:]
  /// The keys of the calls that have changed a card's status, as often as they have.
  var changes: [String] = []
  var payments: [Payment] = []
  var balance: Int64 = 0
  /// Cards that can still be ordered.
  var cardsLeft = 0
}

/// The calls of several clients.
struct History: Sendable {
  var calls: [Call] = []

  /// What the calls cannot have led to: each sentence names a violation.
  ///
  /// - An effect with an answer has happened once, one without an answer at most once, and one that
  ///   failed never. All calls with a key have one effect.
  /// - All answers to a key are the same.
  /// - A card's versions have no gaps, no version was given to two changes, and a change that began
  ///   after another one had ended has a higher version.
  /// - Balances and counters are what the payments and cards add up to.
  func violations(
    from before: [CustomerID: WalletState], to after: [CustomerID: WalletState]
  ) -> [String] {
    var found: [String] = []
    for (customer, old) in before {
      guard let new = after[customer] else {
        found.append("\(customer) is gone")
        continue
      }
      let calls = calls.filter { $0.customer == customer }
      let difference = Difference(calls, old, new)
      found += difference.violations.map { "\(customer): \($0)" }
    }
    return found.sorted()
  }
}

/// The calls of a customer, and the states before and after them.
private struct Difference {
  let calls: [Call]
  let old: WalletState
  let new: WalletState

  init(_ calls: [Call], _ old: WalletState, _ new: WalletState) {
    self.calls = calls
    self.old = old
    self.new = new
  }

  var violations: [String] { effects + strangers + versions + sums }

  private var byKey: [String: [Call]] { Dictionary(grouping: calls, by: \.key) }

  private var newPayments: [WalletState.Payment] {
    let known = Set(old.payments.map(\.id))
    return new.payments.filter { !known.contains($0.id) }
  }

  private var newCards: [String: WalletState.CardState] {
    new.cards.filter { old.cards[$0.key] == nil }
  }

  /// How often the effect of a key has happened.
  private func count(_ key: String, _ effect: Call.Effect) -> Int {
    switch effect {
    case .status: new.changes.count { $0 == key } - old.changes.count { $0 == key }
    case .newCard: newCards.values.count { $0.key == key }
    case .payment(let amount): newPayments.count { $0.amount == amount }
    }
  }

  private var effects: [String] {
    byKey.flatMap { key, calls -> [String] in
      let count = count(key, calls[0].effect)
      var found: [String] = []
      if calls.contains(where: \.isOK) {
        if count != 1 { found.append("\(key) is acknowledged and happened \(count) times") }
      } else if calls.contains(where: { $0.outcome == .unknown }) {
        if count > 1 { found.append("\(key) has no answer and happened \(count) times") }
      } else if count > 0 {
        found.append("\(key) failed and happened \(count) times")
      }
      if Set(calls.filter(\.isOK).map(\.outcome)).count > 1 {
        found.append("\(key) has several answers")
      }
      return found + lostAnswers(key, calls)
    }
  }

  /// What was acknowledged has the id that the answer says.
  private func lostAnswers(_ key: String, _ calls: [Call]) -> [String] {
    calls.compactMap { call in
      guard case .ok(let id, _) = call.outcome else { return nil }
      let isThere =
        switch call.effect {
        case .status, .newCard: new.cards[id] != nil
        case .payment: newPayments.contains { $0.id == id }
        }
      return isThere ? nil : "\(id) of \(key) is gone"
    }
  }

  /// What nobody has asked for.
  private var strangers: [String] {
    let keys = Set(calls.map(\.key))
    let amounts = Set(
      calls.compactMap { if case .payment(let amount) = $0.effect { amount } else { nil } })
    let unasked =
      Set(new.changes).subtracting(old.changes).subtracting(keys).map { "change \($0)" }
      + newCards.filter { !keys.contains($0.value.key) }.map { "card \($0.key)" }
      + newPayments.filter { !amounts.contains($0.amount) }.map { "payment \($0.id)" }
    return unasked.map { "\($0) was not asked for" }
      + old.cards.keys.filter { new.cards[$0] == nil }.map { "card \($0) is gone" }
      + Set(old.payments.map(\.id)).subtracting(new.payments.map(\.id))
      .map { "payment \($0) is gone" }
  }

  private var versions: [String] {
    old.cards.flatMap { id, card -> [String] in
      guard let last = new.cards[id]?.version else { return [] }
      let changes = byKey.filter { $0.value[0].effect == .status(of: CardID(id)) }
      let made = changes.reduce(0) { $0 + count($1.key, $1.value[0].effect) }
      var found: [String] = []
      if last - card.version != made {
        found.append("card \(id) has \(made) changes and \(last - card.version) versions")
      }
      let answers = changes.values.compactMap { calls in
        calls.filter(\.isOK).min { ($0.ended ?? .max) < ($1.ended ?? .max) }
      }
      let given = answers.compactMap { call -> Int? in
        if case .ok(_, let version) = call.outcome { version } else { nil }
      }
      if Set(given).count != given.count { found.append("card \(id) has a version twice") }
      if given.contains(where: { $0 <= card.version || $0 > last }) {
        found.append("card \(id) has a version that it never had")
      }
      return found + disorder(id, changes.map { Array($0.value) })
    }
  }

  /// Changes that came before an earlier one.
  private func disorder(_ card: String, _ changes: [[Call]]) -> [String] {
    let times = changes.compactMap { calls -> (began: Int, ended: Int, version: Int)? in
      // A later call with the same key gets the answer of the first.
      guard let began = calls.map(\.began).min(),
        let ended = calls.filter(\.isOK).compactMap(\.ended).min(),
        case .ok(_, let version)? = calls.first(where: \.isOK)?.outcome
      else { return nil }
      return (began, ended, version)
    }
    for earlier in times {
      if times.contains(where: { $0.began > earlier.ended && $0.version <= earlier.version }) {
        return ["card \(card) has changes in a wrong order"]
      }
    }
    return []
  }

  private var sums: [String] {
    var found: [String] = []
    let paid = newPayments.reduce(0) { $0 + $1.amount }
    if old.balance - new.balance != paid {
      found.append("\(paid) was paid and \(old.balance - new.balance) is missing")
    }
    if old.cardsLeft - new.cardsLeft != newCards.count {
      found.append("\(newCards.count) new cards, counted \(old.cardsLeft - new.cardsLeft)")
    }
    return found
  }
}

/// Records the calls of several threads.
final class HistoryRecorder: Sendable {
  private let state = Locked((time: 0, history: History()))

  var history: History { state.withLock { $0.history } }

  /// Records a call, also if it never returns.
  func record(
    _ customer: CustomerID, _ key: String, _ effect: Call.Effect,
    _ body: () throws(WalletError) -> Call.Outcome
  ) {
    let place = state.withLock { state in
      state.time += 1
      state.history.calls.append(
        Call(customer: customer, key: key, effect: effect, began: state.time))
      return state.history.calls.count - 1
    }
    let outcome: Call.Outcome
    do throws(WalletError) {
      outcome = try body()
    } catch {
      outcome = error.mayHaveHappened ? .unknown : .failed
    }
    state.withLock { state in
      state.time += 1
      state.history.calls[place].ended = state.time
      state.history.calls[place].outcome = outcome
    }
  }
}
