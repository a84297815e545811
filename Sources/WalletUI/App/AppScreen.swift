import Canvas
import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

/// A screen that number keys open. The last one of `ViewState.screens` is visible. The others lie below
/// it, unchanged.
///
/// A screen is a value. To change it, replace it with `State.update`. What screens share, such as
/// the cards, is in the state. The static functions keep it up to date, whether the screen is open
/// or not.
protocol AppScreen: Sendable, Equatable {
  /// The numbers that open it. It has several if it shows the same data in several ways.
  static var tabs: [Tab] { get }
  /// The place of its own commands.
  static var place: Command.Place { get }
  /// Its own commands, in the order of the help.
  static var commands: [Command] { get }
  /// Its own commands that move. The help lists them with those of all screens.
  static var moves: [Command] { get }
  /// What its commands act on; nil: nothing is selected.
  static func selection(_ state: State) -> ScreenSelection?
  /// Commands of other screens that also apply here.
  static var shared: Set<Command.ID> { get }
  /// Why its commands are not possible on another screen.
  static func refusalElsewhere(_ state: State) -> String

  /// Reads what it needs after a wallet was opened.
  static func begin(_ state: inout State) -> [Effect]
  /// The backend reported a change.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect]
  /// Reads what it shows again, after a key or because the backend is back. A key may be held down.
  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect]
  /// All pending input has been handled: requests what the final state needs.
  static func settle(_ state: inout State) -> [Effect]
  /// Called after every action. Adapts to the rest of the state, such as the size.
  static func adapt(_ state: inout State)

  var tab: Tab { get }
  /// The number of one of its tabs was pressed.
  func enter(_ state: inout State) -> [Effect]
  /// Called when another screen replaces it.
  func didLeave(_ state: inout State)

  /// Handles a key that runs no command, such as text typed into a field. nil: the key is a
  /// command's.
  func ownKey(_ key: Key, _ state: inout State) -> [Effect]?
  func paste(_ secret: Secret, _ state: inout State) -> [Effect]
  /// The card that commands for a card apply to; nil: none.
  func card(_ state: State) -> CardRow?
  /// The payment with the cursor; nil: there is none.
  func payment(_ state: State) -> Transaction?
  /// The card in focus that pays in the simulated shop; nil: none can.
  func shopCard(_ state: State) -> ShopCard?
  /// Why no card in focus can be tried in the shop; nil: one can, even if its issuer will decline.
  func shopRefusal(_ state: State) -> String?
  /// Starts to filter what it lists by typed text.
  func startFilter(_ state: inout State) -> [Effect]
  func isFiltered(_ state: State) -> Bool
  /// Gives the keys to the other pane.
  func togglePane(_ state: inout State) -> [Effect]
  /// Moves by this number of lines; positive: down.
  func move(by lines: Int, _ state: inout State) -> [Effect]
  /// The number of lines in a page.
  func page(_ state: State) -> Int
  /// Why nothing can be opened; nil: something can.
  func openRefusal(_ state: State) -> String?
  func open(_ state: inout State) -> [Effect]
  /// Why nothing can be copied; nil: something can.
  func copyRefusal(_ state: State) -> String?
  func copy(_ state: inout State) -> [Effect]
  /// One step back. At the top level it does nothing, and never quits.
  func back(_ state: inout State) -> [Effect]
  /// Gives the keyboard focus to a pane.
  func show(_ pane: Pane, _ state: inout State) -> [Effect]
  /// A click on one of its lines, counted from 0.
  func click(line: Int, _ state: inout State) -> [Effect]
  /// The wheel was turned by this number of lines; positive: down.
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect]
  /// The number of lines that can be chosen in line mode.
  func lineCount(_ state: State) -> Int
  /// What line mode asks for.
  func lineInput(_ state: State) -> LineInput

  /// What the header says in place of the tabs, where the screen is a page of another; nil: it is not.
  func crumbs(_ state: State) -> Crumbs?
  /// Draws it between header and footer.
  func draw(in frame: Frame, _ body: Rect)
  /// The footer's hints between help and quit, most important first; nil: all commands with a hint.
  func hints(_ frame: Frame) -> [Hint]?
  /// The footer's hints while text is typed into it; nil: no text is typed.
  func textHints(_ state: State) -> [Hint]?
  /// The first hints of its footer while a kept filter hides rows: how to show all again.
  func filterHints(_ state: State) -> [Hint]
  /// Whether the simulated phone may be drawn over it.
  var allowsPhone: Bool { get }
  /// What the terminal's title says after the program's name; nil: nothing. Other people may see
  /// it.
  func windowTitle(_ state: State) -> String?
  /// Whether the content of its first frame is still being read.
  func awaitsContent(_ state: State) -> Bool
}

extension AppScreen {
  static var moves: [Command] { [] }
  static func selection(_ state: State) -> ScreenSelection? { nil }
  static var shared: Set<Command.ID> { [] }
  static func begin(_ state: inout State) -> [Effect] { [] }
  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] { [] }
  static func settle(_ state: inout State) -> [Effect] { [] }
  static func adapt(_ state: inout State) {}
  func didLeave(_ state: inout State) {}
  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? { nil }
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { [] }
  func card(_ state: State) -> CardRow? { state.cards.list.focused }
  func payment(_ state: State) -> Transaction? { nil }
  func shopCard(_ state: State) -> ShopCard? {
    card(state).map { ShopCard(id: $0.id, kind: .prepaid, title: $0.title) }
  }
  func shopRefusal(_ state: State) -> String? {
    guard let row = card(state) else { return state.words.screen.noCard }
    return row.isDamaged ? state.words.cards.recordIsDamaged : nil
  }
  func startFilter(_ state: inout State) -> [Effect] { [] }
  func isFiltered(_ state: State) -> Bool { false }
  func togglePane(_ state: inout State) -> [Effect] { [] }
  func page(_ state: State) -> Int { 10 }
  func copyRefusal(_ state: State) -> String? { Copying.refusal(state) }
  func copy(_ state: inout State) -> [Effect] { Copying.copy(&state) }
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    move(by: lines, &state)
  }
  func lineInput(_ state: State) -> LineInput { .keys }
  func crumbs(_ state: State) -> Crumbs? { nil }
  func hints(_ frame: Frame) -> [Hint]? { nil }
  func textHints(_ state: State) -> [Hint]? { nil }
  func filterHints(_ state: State) -> [Hint] { [] }
  var allowsPhone: Bool { false }
  func windowTitle(_ state: State) -> String? { nil }
  func awaitsContent(_ state: State) -> Bool { false }
}

/// Where a page is, for the header: `Cards › Travel  Visa · virtual`, and a note at the right.
struct Crumbs {
  /// The screen that Esc leads back to.
  let parent: String
  let title: String
  let detail: String
  let note: String
}

/// What is selected on a screen: a heading for its commands.
struct ScreenSelection {
  let title: String
  let name: String
  let commands: [Command]
}

/// Any screen, type-erased.
package struct AnyScreen: Sendable, Equatable {
  var base: any AppScreen
  init(_ base: any AppScreen) { self.base = base }
  package static func == (a: AnyScreen, b: AnyScreen) -> Bool { a.base.equals(b.base) }
}

extension State {
  /// The visible screen.
  var shown: any AppScreen { view.screens[view.screens.count - 1].base }

  /// The screen of this type, visible or below another one.
  func screen<Kind: AppScreen>(_ kind: Kind.Type) -> Kind? {
    view.screens.lazy.compactMap { $0.base as? Kind }.first
  }

  /// Whether there is one of this type. Screens are long to copy, and most are not open.
  func hasScreen(_ kind: any AppScreen.Type) -> Bool {
    view.screens.contains { type(of: $0.base) == kind }
  }

  /// Replaces the screen of the same type, if there still is one.
  mutating func update<Kind: AppScreen>(_ screen: Kind) {
    if let index = view.screens.firstIndex(where: { $0.base is Kind }) {
      view.screens[index] = AnyScreen(screen)
    }
  }

  /// Opens a screen above the current one.
  mutating func enter(_ screen: some AppScreen) { view.screens.append(AnyScreen(screen)) }

  /// Replaces all screens.
  mutating func replaceScreens(with screen: some AppScreen) {
    while view.screens.count > 1 { leaveScreen() }
    view.screens = [AnyScreen(screen)]
  }

  /// Returns to the screen below.
  mutating func leaveScreen() {
    guard view.screens.count > 1, let left = view.screens.popLast() else { return }
    left.base.didLeave(&self)
  }
}
