package import WalletModel

/// Details that have been read: of the cards looked at last, never of all.
package struct DetailsState: Sendable {
  package static let capacity = 16
  private var entries: [(id: CardID, value: CardDetails)] = []
  private var failures: [CardID: WalletError] = [:]
  /// Asked for and not answered yet.
  package var awaited: Set<CardID> = []
  /// Where the details pane's transactions are scrolled to.
  package var scroll = 0

  package init() {}

  package subscript(id: CardID) -> CardDetails? { entries.last { $0.id == id }?.value }

  package func failure(_ id: CardID) -> WalletError? { failures[id] }

  package mutating func store(_ value: CardDetails) {
    drop(value.card.id)
    entries.append((value.card.id, value))
    if entries.count > DetailsState.capacity { entries.removeFirst() }
  }

  package mutating func fail(_ id: CardID, _ error: WalletError) {
    drop(id)
    failures[id] = error
  }

  package mutating func drop(_ id: CardID) {
    entries.removeAll { $0.id == id }
    failures[id] = nil
  }

  package mutating func update(_ card: Card) {
    guard let index = entries.firstIndex(where: { $0.id == card.id }) else { return }
    entries[index].value.card = card
  }
}
