package import WalletModel

/// All that the details pane shows of one card.
package struct CardDetails: Sendable, Equatable {
  package var card: Card
  package var account: Account?
  /// Newest first.
  package var transactions: [Transaction]
  package init(card: Card, account: Account?, transactions: [Transaction]) {
    self.card = card
    self.account = account
    self.transactions = transactions
  }
}

/// Details that have been read: of the cards looked at last, never of all.
package struct DetailsState: Sendable {
  package static let capacity = 16
  /// Cards whose details are asked for at the same time: whoever holds a key down goes past many.
  static let atOnce = 6
  /// Cards of which it is known that they could not be read.
  private static let mostFailures = 256
  private var entries: [(id: CardID, value: CardDetails)] = []
  private var failures: [CardID: WalletError] = [:]
  /// Read, but not true any more for certain; shown until it has been read again.
  private var stale: Set<CardID> = []
  /// Asked for and not answered yet.
  package private(set) var awaited: Set<CardID> = []
  /// Others were wanted while so many were asked for.
  private var isHeldUp = false
  /// Where the details pane's transactions are scrolled to.
  package var scroll = 0

  package init() {}

  package subscript(id: CardID) -> CardDetails? { entries.last { $0.id == id }?.value }

  package func failure(_ id: CardID) -> WalletError? { failures[id] }

  /// Whether it is worth asking for.
  package func isWanted(_ id: CardID) -> Bool {
    failures[id] == nil && !awaited.contains(id) && (self[id] == nil || stale.contains(id))
  }

  /// False: so many are asked for that this one waits until one of them has come.
  mutating func begins(_ id: CardID) -> Bool {
    isHeldUp = awaited.count >= DetailsState.atOnce
    if !isHeldUp { awaited.insert(id) }
    return !isHeldUp
  }

  /// True: others were held up meanwhile, and can be asked for.
  mutating func ends(_ id: CardID) -> Bool {
    awaited.remove(id)
    defer { isHeldUp = false }
    return isHeldUp
  }

  package mutating func store(_ value: CardDetails) {
    drop(value.card.id)
    entries.append((value.card.id, value))
    if entries.count > DetailsState.capacity { entries.removeFirst() }
  }

  /// What was read before stays in sight when nobody said that it is wrong.
  package mutating func fail(_ id: CardID, _ error: WalletError) {
    if !error.code.isUnreachable && error.code != .cancelled { drop(id) }
    if failures.count >= DetailsState.mostFailures { failures = [:] }
    failures[id] = error
  }

  /// Is read again before long.
  package mutating func invalidate(_ id: CardID) {
    if self[id] != nil { stale.insert(id) }
    failures[id] = nil
  }

  package mutating func invalidateAll() {
    stale = Set(entries.map(\.id))
    failures = [:]
  }

  private mutating func drop(_ id: CardID) {
    entries.removeAll { $0.id == id }
    failures[id] = nil
    stale.remove(id)
  }

  /// An answer about a card whose details are there.
  package mutating func update(_ card: Card) {
    guard let index = entries.firstIndex(where: { $0.id == card.id }) else { return }
    entries[index].value.card = card.completed(from: entries[index].value.card)
  }
}
