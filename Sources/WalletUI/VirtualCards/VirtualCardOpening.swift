import ScreenKit
package import WalletModel

extension VirtualCards {
  /// A card as it is now, opened. It gets a row if it has none.
  package static func show(_ result: VirtualCardResult, _ state: inout State) {
    guard !result.card.isDamaged else { return }
    merge([result.card], &state)
    take(opened: result, &state)
  }

  static func take(opened result: VirtualCardResult, _ state: inout State) {
    // What was opened is of an older version than the row, which is opened again.
    if let card = state.virtual.list.row(result.id)?.card, card.version > result.card.version {
      return
    }
    state.virtual.opened.take(result)
    name(result, &state)
  }

  /// The keys of this device have changed: what is in sight is opened again.
  package static func keysChanged(_ state: inout State) -> [Effect] {
    state.virtual.opened.removeAll()
    for id in state.virtual.list.rows.map(\.id) {
      state.virtual.list.update(id) { $0.namedVersion = nil }
    }
    state.virtual.naming.restart()
    return settle(&state)
  }

  /// Cards that a search opens at once.
  static let namesAtOnce = 50

  /// How far a search by name has come: the cards that were looked at, and all; nil: nothing is
  /// searched, or all was.
  static func searched(_ state: State) -> (count: Int, total: Int)? {
    guard state.virtual.isSearched else { return nil }
    let (next, total) = (state.virtual.naming.next, state.virtual.list.rows.count)
    guard next < total || state.virtual.naming.isActive else { return nil }
    return (min(next, total), total)
  }

  /// The next cards whose names a search does not know. It ends with the search, when another
  /// screen is shown, and when the wallet locks.
  private static func nextNames(_ state: inout State) -> [Effect] {
    guard state.virtual.isSearched, !state.virtual.naming.isActive else { return [] }
    let rows = state.virtual.list.rows
    var next = state.virtual.naming.next
    var cards: [VirtualCard] = []
    while next < rows.count, cards.count < namesAtOnce {
      if let card = rows[next].card, !card.isDamaged, rows[next].namedVersion != card.version {
        cards.append(card)
      }
      next += 1
    }
    state.virtual.naming.next = next
    guard !cards.isEmpty else { return [] }
    state.virtual.naming.isActive = true
    return [.read(NameVirtualCardsQuery(cards: cards))]
  }

  /// Opens the cards in sight, and others only for a search.
  static func settle(_ state: inout State) -> [Effect] {
    guard state.gate == .open, state.shown is VirtualCardsScreen else { return [] }
    let list = state.virtual.list
    var cards: [VirtualCard] = []
    for position in Set(Array(list.top..<list.top + list.height) + [list.selected]).sorted() {
      guard let card = list[position]?.card, state.virtual.opened.begin(card) else { continue }
      cards.append(card)
    }
    let payments = payments(&state)
    return (cards.isEmpty ? [] : [.read(OpenVirtualCardsQuery(cards: cards))])
      + nextNames(&state) + payments
  }

  /// The payments of the card in focus, once for what it has paid; and older ones, where its page
  /// comes near its end.
  private static func payments(_ state: inout State) -> [Effect] {
    guard state.unreadable == nil, !state.virtual.isMissing, let card = state.virtual.focused else {
      return []
    }
    if state.virtual.payments.begin(card) { return [.read(VirtualPaymentsQuery(card: card))] }
    guard let screen = state.screen(VirtualCardsScreen.self), screen.isNearEnd(state),
      let token = state.virtual.payments.beginMore(card.id)
    else { return [] }
    return [.read(OlderVirtualPaymentsQuery(id: card.id, token: token))]
  }
}

extension VirtualCardsState {
  /// Whether names are searched for a text.
  var isSearched: Bool {
    if case .text = list.condition { true } else { false }
  }
}
