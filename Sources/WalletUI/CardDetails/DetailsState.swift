package import WalletModel

/// Details that have been read: of the cards looked at last, never of all.
package struct DetailsState: Sendable {
  package static let capacity = 16
  private var entries: [(id: CardID, value: CardDetails)] = []
  private var failures: [CardID: WalletError] = [:]
  /// Read, but not true any more for certain; shown until it has been read again.
  private var stale: Set<CardID> = []
  /// Asked for and not answered yet.
  package var awaited: Set<CardID> = []
  /// Where the details pane's transactions are scrolled to.
  package var scroll = 0

  package init() {}

  package subscript(id: CardID) -> CardDetails? { entries.last { $0.id == id }?.value }

  package func failure(_ id: CardID) -> WalletError? { failures[id] }

  /// Whether it is worth asking for.
  package func isWanted(_ id: CardID) -> Bool {
    failures[id] == nil && !awaited.contains(id) && (self[id] == nil || stale.contains(id))
  }

  package mutating func store(_ value: CardDetails) {
    drop(value.card.id)
    entries.append((value.card.id, value))
    if entries.count > DetailsState.capacity { entries.removeFirst() }
  }

  /// What was read before stays in sight when nobody said that it is wrong.
  package mutating func fail(_ id: CardID, _ error: WalletError) {
    if !error.code.isUnreachable && error.code != .cancelled { drop(id) }
    failures[id] = error
  }

  /// Is read again before long.
  package mutating func invalidate(_ id: CardID) {
    stale.insert(id)
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

  package mutating func update(_ card: Card) {
    guard let index = entries.firstIndex(where: { $0.id == card.id }) else { return }
    entries[index].value.card = card
  }
}
