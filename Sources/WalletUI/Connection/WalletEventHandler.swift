import WalletAPI
import WalletModel
import Words

/// Handles the events of the backend.
enum WalletEventHandler {
  static func handle(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    let effects = handleOnAllScreens(event, &state)
    guard state.gate == .open else { return effects }
    return effects + Screens.all.flatMap { $0.event(event, &state) }
  }

  /// The part that does not depend on the screen.
  private static func handleOnAllScreens(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    let words = state.words
    let isOpen = state.gate == .open
    switch event {
    case .cardsAdded, .changed(.cards, _), .changed(.payments, _), .changed(.savedCards, _),
      .changed(.virtualCards, _), .changed(.budgets, _):
      return []
    case .connectionLost(let error, let silence): return Outage.begin(error, silence, &state)
    case .connectionRestored: return Outage.end(&state)
    case .newsLate, .newsOnTime:
      let isLate = event == .newsLate
      if isOpen, isLate != state.backend.newsAreLate {
        state.activity.alerts.note(isLate ? .newsLate : .newsOnTime)
      }
      state.backend.newsAreLate = isLate
    case .changed(.phoneMessages, _): return isOpen ? PhoneDrawer.begin(state) : []
    case .damageFound(let what):
      state.backend.damage = words.errors.text(what)
      guard isOpen else { return [] }
      state.show(.danger, words.start.walletFileIsDamaged, detail: words.errors.text(what))
    case .signInEnded:
      state.backend.connection = .signedOut
      guard isOpen else { return [] }
      state.show(
        .warning, words.start.signInHasEnded,
        detail: words.start.signsInAgain(key: state.keyLabel(for: "wallet.reload")))
    }
    return []
  }
}
