import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let saved: Tab = Tab(
    3, "screen.saved", \.savedCards.savedScreen, title: { $0.savedCards.savedTab },
    screen: { SavedScreen() })
}

extension Command.Place {
  package static let saved = Command.Place("saved")
}

/// The saved cards: the list, and the card in focus.
package struct SavedScreen: ListDetailsScreen {
  static var tabs: [Tab] { [.saved] }
  static var place: Command.Place { .saved }
  static func refusalElsewhere(_ state: State) -> String { state.words.savedCards.onlyAmongSaved }

  static let commands: [Command] = [
    Command(
      "saved.add", \.savedCards.saveCard, keys: [.character("S")], place: .saved,
      disabled: { WebPayments.refusal($0) },
      run: { SavingUse.open(&$0) }),
    Command(
      "saved.pay", \.savedCards.payWithSaved, keys: [.character("W")], place: .saved,
      disabled: { refusal($0) },
      run: { SavedPaymentForm.open(&$0) }),
    Command(
      "saved.remove", \.savedCards.removeSaved, keys: [.character("D")], place: .saved,
      disabled: { refusal($0) }, isFinal: true,
      run: { RemovingSaved.ask(&$0) }),
  ]

  private static func refusal(_ state: State) -> String? {
    guard let card = state.paying.web.saved.focused else {
      return state.words.savedCards.noSavedCard
    }
    return card.isDamaged ? state.words.cards.recordIsDamaged : WebPayments.refusal(state)
  }

  package var tab: Tab { .saved }
  var pane = Pane.list

  func enter(_ state: inout State) -> [Effect] {
    guard !(state.shown is SavedScreen) else { return [] }
    state.replaceScreens(with: self)
    return WebPayments.readSaved(&state) + WebPayments.readMethods(state)
  }

  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    guard case .changed(.savedCards, _) = event, state.shown is SavedScreen else { return [] }
    return WebPayments.readSaved(&state)
  }

  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    guard state.shown is SavedScreen else { return [] }
    state.paying.web.isMissing = false
    return WebPayments.readSaved(&state) + WebPayments.readMethods(state)
  }

  static func adapt(_ state: inout State) {
    guard state.shown is SavedScreen else { return }
    state.paying.web.saved.height =
      WebAreas(state, hasFilter: state.paying.web.saved.filter != nil).height
    state.paying.web.saved.scroll()
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.savedCards.readingSaved) }

  func list(_ state: State) -> ListPane<SavedCard> { state.paying.web.saved }
  func changeList(_ state: inout State, _ change: (inout ListPane<SavedCard>) -> Void) {
    change(&state.paying.web.saved)
  }
  func move(by lines: Int, _ state: inout State) -> [Effect] {
    state.paying.web.saved.move(by: lines)
    return []
  }

  func openRefusal(_ state: State) -> String? {
    state.paying.web.saved.focused == nil ? state.words.savedCards.noSavedCard : nil
  }

  func open(_ state: inout State) -> [Effect] { show(.details, &state) }
  func copyRefusal(_ state: State) -> String? { state.words.cards.nothingToOpen }
  func copy(_ state: inout State) -> [Effect] { [] }

  func draw(in frame: Frame, _ body: Rect) { SavedView(frame: frame, pane: pane).draw() }

  func hints(_ frame: Frame) -> [Hint]? {
    WebHints.hints(frame, ["saved.pay", "saved.add", "saved.remove", "list.filter"], pane: pane)
  }
}
