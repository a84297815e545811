package import WalletModel
import WalletService
import Words

extension VirtualCards {
  /// Cards on their way, as they are now. Those that are there become rows.
  static func take(
    provisional cards: [ProvisionalVirtualCard], _ state: inout State
  ) -> [Effect] {
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
    let own = Set(state.virtualForms.makings.compactMap(\.provisionalID))
    let ended = cards.filter { before.contains($0.id) && !own.contains($0.id) }
    for one in ended where one.card != nil { tellMade(one, &state) }
    for one in ended where one.state == .failed {
      state.toasts.show(.danger, state.words.virtualCards.isNotMade, clock: state.clock, seconds: 8)
    }
    // The row in focus has become the card's.
    if let card = cards.first(where: { $0.id == focus })?.card { state.virtual.list.focus(card.id) }
    return VirtualCardMaking.noticed(cards, &state)
  }

  private static func tellMade(_ made: ProvisionalVirtualCard, _ state: inout State) {
    let name = made.clientRefID.flatMap { state.virtual.orders[$0]?.order.alias }
    let title = name ?? state.words.virtualCards.cardNamed(lastFour: made.card?.lastFour ?? "")
    state.toasts.show(.success, state.words.virtualCards.virtualIsReady(title), clock: state.clock)
  }

  /// A card was ordered on this device: it is shown being made.
  package static func ordered(
    _ order: VirtualOrder, _ provisional: ProvisionalVirtualCard, _ state: inout State
  ) -> [Effect] {
    state.virtual.orders[order.order.reference] = order
    state.virtual.provisional.removeAll { $0.id == provisional.id }
    state.virtual.provisional.insert(provisional, at: 0)
    state.virtual.reading.nextLook = state.clock.now + lookInterval
    arrange(&state)
    state.virtual.list.focus(VirtualRow.id(of: provisional))
    return []
  }
}

extension ProvisionalVirtualCard {
  var isMaking: Bool { !isDamaged && state == .provisioning }
  /// Whether it has a row: it is on its way, or nothing came of it.
  var isShown: Bool { isMaking || !isDamaged && state == .failed }
}

/// Looks at cards on their way, and lets their clocks run. There is no timer without them.
extension VirtualCards: Timed {
  /// Nanoseconds between two looks at cards on their way.
  private static let lookInterval = Clock.second / 2
  /// Seconds after which a card on its way is not read again: news will report it.
  private static let longest: Int64 = 60

  /// Cards whose making is watched.
  static func watched(_ state: State) -> [ProvisionalVirtualCard] {
    state.virtual.provisional.filter {
      $0.isMaking && state.clock.wall.seconds(since: $0.createdAt) < longest
    }
  }

  static func deadlines(_ state: State) -> [UInt64] {
    guard state.gate == .open, state.unreadable == nil, !watched(state).isEmpty else { return [] }
    let look = max(state.virtual.reading.nextLook, state.clock.now)
    guard state.shown is VirtualCardsScreen else { return [look] }
    // Without animation only the seconds change.
    let step = state.settings.reducesMotion ? Clock.second : State.spinnerStep
    return [look, state.clock.now + step]
  }

  static func due(_ state: inout State) -> [Effect]? {
    guard state.unreadable == nil, !watched(state).isEmpty,
      state.virtual.reading.nextLook <= state.clock.now
    else { return nil }
    state.virtual.reading.nextLook = state.clock.now + lookInterval
    return [.read(ProvisionalCardsQuery())]
  }
}
