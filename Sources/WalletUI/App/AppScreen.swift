import Canvas
import Secrets
import WalletAPI
import Words

/// One of the screens that the numbers lead to. The last one of `State.screens` is seen; the others
/// lie below it, as they were.
///
/// A screen is a value. What changes it puts the changed one in its place with `State.update`. What
/// is shared with other screens, such as the cards, is in the state and is kept up to date by the
/// static functions, whether the screen is open or not.
protocol AppScreen: Sendable, Equatable {
  /// The numbers that lead to it; several where it shows the same in several ways.
  static var tabs: [Tab] { get }
  /// The place of its own commands.
  static var place: Command.Place { get }
  /// Its own commands, in the order in which help lists them.
  static var commands: [Command] { get }
  /// Those of its own commands that move; help lists them with the ones of all screens.
  static var moves: [Command] { get }
  /// Why its own commands are not possible on another screen.
  static func elsewhere(_ state: State) -> String

  /// What it reads when a wallet was opened.
  static func begin(_ state: inout State) -> [Effect]
  /// Something changed elsewhere.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect]
  /// Reads once more what it shows. By a key, which can be held down, or as the backend is back.
  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect]
  /// All pending input has been handled: asks for what the final state needs.
  static func settle(_ state: inout State) -> [Effect]
  /// Called after every action: adapts what depends on the rest of the state, such as the size.
  static func adapt(_ state: inout State)

  var tab: Tab { get }
  /// The number of one of its tabs was pressed.
  func enter(_ state: inout State) -> [Effect]
  /// It is left for another one.
  func left(_ state: inout State)

  /// A key that belongs to the screen itself and runs no command, as where text is typed on it. nil:
  /// it does not.
  func ownKey(_ key: Key, _ state: inout State) -> [Effect]?
  func paste(_ secret: Secret, _ state: inout State) -> [Effect]
  /// Moves by so many lines, down when positive.
  func move(by lines: Int, _ state: inout State) -> [Effect]
  /// Lines that one page goes.
  func page(_ state: State) -> Int
  /// Why there is nothing to open; nil: there is.
  func noOpening(_ state: State) -> String?
  func open(_ state: inout State) -> [Effect]
  /// One step back; at the ground it does nothing, and never quits.
  func back(_ state: inout State) -> [Effect]
  /// Gives the keys to a pane.
  func show(_ pane: Pane, _ state: inout State) -> [Effect]
  /// A click on one of its lines; lines count from 0.
  func click(line: Int, _ state: inout State) -> [Effect]
  /// The wheel was turned by so many lines, down when positive.
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect]
  /// Lines that can be chosen by number in line mode.
  func lineCount(_ state: State) -> Int
  /// What is typed in line mode.
  func lineInput(_ state: State) -> LineInput

  /// Draws it between header and footer.
  func draw(in frame: Frame, _ body: Rect)
  /// What its footer offers between help and quit, best first; nil: all commands that have a word.
  func hints(_ frame: Frame) -> [Hint]?
  /// What its footer offers while text is typed on it; nil: none is.
  func textHints(_ state: State) -> [Hint]?
  /// Whether the simulated phone may be drawn over it.
  var allowsPhone: Bool { get }
  /// What the terminal's title, which others may see, says after the program's name; nil: nothing.
  func windowTitle(_ state: State) -> String?
  /// Whether what its first frame is to show is still being read.
  func awaitsContent(_ state: State) -> Bool
}

extension AppScreen {
  static var moves: [Command] { [] }
  static func begin(_ state: inout State) -> [Effect] { [] }
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] { [] }
  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] { [] }
  static func settle(_ state: inout State) -> [Effect] { [] }
  static func adapt(_ state: inout State) {}
  func left(_ state: inout State) {}
  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? { nil }
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { [] }
  func page(_ state: State) -> Int { 10 }
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    move(by: lines, &state)
  }
  func lineInput(_ state: State) -> LineInput { .keys }
  func hints(_ frame: Frame) -> [Hint]? { nil }
  func textHints(_ state: State) -> [Hint]? { nil }
  var allowsPhone: Bool { false }
  func windowTitle(_ state: State) -> String? { nil }
  func awaitsContent(_ state: State) -> Bool { false }
}

/// A screen of any kind.
package struct AnyScreen: Sendable, Equatable {
  var base: any AppScreen
  init(_ base: any AppScreen) { self.base = base }
  package static func == (a: AnyScreen, b: AnyScreen) -> Bool { a.base.equals(b.base) }
}

extension State {
  /// The screen that one sees.
  var shown: any AppScreen { screens[screens.count - 1].base }

  /// The screen of that kind, seen or below another one.
  func screen<Kind: AppScreen>(_ kind: Kind.Type) -> Kind? {
    screens.lazy.compactMap { $0.base as? Kind }.first
  }

  /// Puts a changed screen in the place of the one of its kind, if there still is one.
  mutating func update<Kind: AppScreen>(_ screen: Kind) {
    if let index = screens.firstIndex(where: { $0.base is Kind }) {
      screens[index] = AnyScreen(screen)
    }
  }

  /// Lies over the screen that one comes from.
  mutating func enter(_ screen: some AppScreen) { screens.append(AnyScreen(screen)) }

  /// Takes the place of all screens.
  mutating func replaceScreens(with screen: some AppScreen) {
    while screens.count > 1 { leaveScreen() }
    screens = [AnyScreen(screen)]
  }

  /// Goes back to the screen below.
  mutating func leaveScreen() {
    guard screens.count > 1, let left = screens.popLast() else { return }
    left.base.left(&self)
  }
}
