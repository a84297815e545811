package import WalletModel

/// All that the details pane shows about a card.
package struct CardDetails: Sendable, Equatable {
  package var card: Card
  package var account: Account?
  /// Newest first.
  package var transactions: [Transaction]
  /// What further payments are asked for with; nil: there are none.
  package var nextToken: String?
  package init(
    card: Card, account: Account?, transactions: [Transaction], nextToken: String? = nil
  ) {
    self.card = card
    self.account = account
    self.transactions = transactions.sortedByTime(.descending)
    self.nextToken = nextToken
  }
}

/// The details that have been read, of the cards last in focus only.
package struct DetailsState: Sendable {
  /// An object: an array copies an element that is asked for a part, and details are long.
  private final class Entry: Sendable {
    let value: CardDetails
    let time: Timestamp

    init(_ value: CardDetails, _ time: Timestamp) {
      self.value = value
      self.time = time
    }

    func card<Part>(_ part: (Card) -> Part) -> Part { part(value.card) }
  }

  package static let capacity = 16
  /// The maximum number of cards whose details are requested at the same time. A held key passes
  /// many cards.
  static let maximumConcurrent = 6
  /// The maximum number of cards whose failure is remembered.
  private static let maximumFailures = 256
  private var entries: [Entry] = []
  private var failures: [CardID: WalletError] = [:]
  /// Read, but possibly outdated. They are shown until they have been read again.
  private var stale: Set<CardID> = []
  /// Requested and not answered yet.
  package private(set) var awaited: Set<CardID> = []
  /// Whether a request was deferred because of `maximumConcurrent`.
  private var hasDeferred = false
  /// The payment at which the details pane is: the selected one if the pane has the focus, otherwise
  /// the first in sight.
  package var payment = 0
  /// The card whose further payments are being read; nil: none.
  var readsFurther: CardID?

  package subscript(id: CardID) -> CardDetails? { index(of: id).map { entries[$0].value } }

  /// Why an action is not possible with a card.
  func refusal(of action: CardAction, _ row: CardRow) -> ActionRefusal? {
    let status = row.status
    if let refusal = card(row.id, { $0.refusal(of: action, in: status) }) { return refusal }
    return row.quickRefusal(of: action)
  }

  func contains(_ id: CardID) -> Bool { index(of: id) != nil }

  /// A part of the card, which is lent: each command of a frame asks for one, and a card is long to copy.
  func card<Part>(_ id: CardID, _ part: (Card) -> Part) -> Part? {
    index(of: id).map { entries[$0].card(part) }
  }

  /// The card alone: all details are long to copy.
  func card(_ id: CardID) -> Card? { index(of: id).map { entries[$0].value.card } }

  /// When they were read.
  package func time(_ id: CardID) -> Timestamp? { index(of: id).map { entries[$0].time } }

  private func index(of id: CardID) -> Int? { entries.lastIndex { $0.value.card.id == id } }

  package func failure(_ id: CardID) -> WalletError? { failures[id] }

  /// Whether the details must be requested.
  package func isWanted(_ id: CardID) -> Bool {
    failures[id] == nil && !awaited.contains(id) && (!contains(id) || stale.contains(id))
  }

  /// Starts a request. false: too many are running, so this one is deferred.
  mutating func startRequest(_ id: CardID) -> Bool {
    hasDeferred = awaited.count >= DetailsState.maximumConcurrent
    if !hasDeferred { awaited.insert(id) }
    return !hasDeferred
  }

  /// Ends a request. true: others were deferred and can be sent now.
  mutating func endRequest(_ id: CardID) -> Bool {
    awaited.remove(id)
    defer { hasDeferred = false }
    return hasDeferred
  }

  package mutating func store(_ value: CardDetails, at time: Timestamp) {
    drop(value.card.id)
    entries.append(Entry(value, time))
    if entries.count > DetailsState.capacity { entries.removeFirst() }
  }

  /// Details that were read before stay on screen if the failure does not mean that they are wrong.
  package mutating func fail(_ id: CardID, _ error: WalletError) {
    if !error.code.isUnreachable && error.code != .cancelled { drop(id) }
    if failures.count >= DetailsState.maximumFailures { failures = [:] }
    failures[id] = error
  }

  /// The details will be read again.
  package mutating func invalidate(_ id: CardID) {
    if contains(id) { stale.insert(id) }
    failures[id] = nil
  }

  package mutating func invalidateAll() {
    stale = Set(entries.map { $0.value.card.id })
    failures = [:]
  }

  private mutating func drop(_ id: CardID) {
    entries.removeAll { $0.value.card.id == id }
    failures[id] = nil
    stale.remove(id)
  }

  /// Adds the payments after those that were read. Does nothing if these were read again meanwhile.
  mutating func append(_ page: TransactionPage, after token: String, of id: CardID) {
    guard var value = self[id], value.nextToken == token else { return }
    value.transactions = (value.transactions + page.transactions).sortedByTime(.descending)
    value.nextToken = page.nextToken
    replace(value)
  }

  /// Stores an answer about a card whose details have been read.
  package mutating func update(_ card: Card) {
    guard var value = self[card.id] else { return }
    value.card = card.completed(from: value.card)
    replace(value)
  }

  private mutating func replace(_ value: CardDetails) {
    if let index = index(of: value.card.id) { entries[index] = Entry(value, entries[index].time) }
  }
}
