import ScreenKit
package import WalletModel
import WalletService
import Words

extension VirtualCards {
  /// Cards on their way, as they are now. Those that are there become rows.
  static func take(provisional answer: [ProvisionalVirtualCard], _ state: inout State) -> [Effect] {
    // An answer can come after a newer one.
    let known = Dictionary(
      state.virtual.provisional.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let cards = answer.map { card in
      known[card.id].flatMap { $0.version > card.version ? $0 : nil } ?? card
    }
    guard cards != state.virtual.provisional else { return [] }
    let before = state.virtual.provisional.filter(\.isMaking).map(\.id)
    let focus = state.virtual.list.focused?.making?.id
    state.virtual.provisional = cards
    // Those that were ordered elsewhere are new here, too.
    merge(
      cards.compactMap(\.card).filter { known in
        state.virtual.list.row(known.id) == nil && state.virtual.list.isKnown
      }, &state)
    arrange(&state)
    // What was ordered here says so itself, once this device has opened it.
    let own = Set(state.virtual.forms.makings.compactMap(\.provisionalID))
    let ended = cards.filter { before.contains($0.id) && !own.contains($0.id) }
    for one in ended {
      guard let card = one.card else { continue }
      let name = one.clientRefID.flatMap { state.virtual.orders[$0]?.order.alias }
      let title = name ?? state.words.virtualCards.cardNamed(lastFour: card.lastFour)
      state.show(.success, state.words.virtualCards.virtualIsReady(title))
    }
    for one in ended where one.state == .failed {
      state.show(.danger, state.words.virtualCards.isNotMade, seconds: 8)
    }
    // The row in focus has become the card's.
    if let card = cards.first(where: { $0.id == focus })?.card { state.virtual.list.focus(card.id) }
    return VirtualCardMaking.noticed(cards, &state)
  }

  /// Reads the cards that are being made, if one of `ids` is among them. News say that its making
  /// has ended.
  ///
  /// - Parameter ids: nil: all cards.
  static func readMakings(_ ids: [String]?, _ state: State) -> [Effect] {
    guard state.unreadable == nil,
      state.virtual.provisional.contains(where: { $0.isMaking && ids?.contains($0.id) ?? true })
    else { return [] }
    return [.read(ProvisionalCardsQuery())]
  }

  /// A card was ordered on this device: it is shown being made. It is read once, since the news that
  /// it was made may have come before the answer to the order.
  package static func ordered(
    _ order: VirtualOrder, _ provisional: ProvisionalVirtualCard, _ state: inout State
  ) -> [Effect] {
    state.virtual.orders[order.order.reference] = order
    state.virtual.provisional.removeAll { $0.id == provisional.id }
    state.virtual.provisional.insert(provisional, at: 0)
    arrange(&state)
    state.virtual.list.focus(VirtualRow.id(of: provisional))
    return readMakings([provisional.id], state)
  }
}

extension ProvisionalVirtualCard {
  var isMaking: Bool { !isDamaged && state == .provisioning }
  /// Whether it has a row: it is on its way, or nothing came of it.
  var isShown: Bool { isMaking || !isDamaged && state == .failed }
}

/// The clocks of cards that are being made run while the cards are visible. No timer reads a card
/// again: news say when it was made.
extension VirtualCards: Timed {
  /// Seconds after which the clock of a card on its way stands still.
  private static let longest: Int64 = 60

  static func deadlines(_ state: State) -> [UInt64] {
    guard state.shown is VirtualCardsScreen, state.unreadable == nil,
      state.virtual.provisional.contains(where: {
        $0.isMaking && state.clock.wall.seconds(since: $0.createdAt) < longest
      })
    else { return [] }
    // Without animation only the seconds change.
    return [state.clock.now + (state.settings.reducesMotion ? Clock.second : State.spinnerStep)]
  }
}
