import Canvas
import Secrets
import WalletAPI
import Words

/// One of the screens that the numbers lead to. The last one of `State.screens` is seen; the others
/// lie below it, as they were.
///
/// A screen is a value. What changes it puts the changed one in its place with `State.update`.
protocol AppScreen: Sendable, Equatable {
  var tab: Tab { get }
  /// The commands that apply here, beside those for all screens.
  var place: Command.Place { get }

  /// A key for text that is typed on the screen itself; nil: none is, or the key does not belong to
  /// it.
  func textKey(_ key: Key, _ state: inout State) -> [Effect]?
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
  /// A click on one of its lines; lines count from 0.
  func click(line: Int, _ state: inout State) -> [Effect]
  /// The wheel was turned by so many lines, down when positive.
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect]
  /// Lines that can be chosen by number in line mode.
  func lineCount(_ state: State) -> Int
  /// What is typed in line mode.
  func lineInput(_ state: State) -> LineInput

  func draw(in frame: Frame)
  /// What its footer offers between help and quit, best first; nil: all commands that have a word.
  func hints(_ frame: Frame) -> [Hint]?
  /// What its footer offers while text is typed on it; nil: none is.
  func textHints(_ state: State) -> [Hint]?
  /// Whether the simulated phone may be drawn over it.
  var allowsPhone: Bool { get }

  /// Something changed elsewhere.
  func event(_ event: WalletEvent, _ state: inout State) -> [Effect]
  /// Reads what it shows once more.
  func readAgain(_ state: inout State) -> [Effect]
  /// It is left for another one.
  func left(_ state: inout State)
}

extension AppScreen {
  func textKey(_ key: Key, _ state: inout State) -> [Effect]? { nil }
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { [] }
  func page(_ state: State) -> Int { 10 }
  func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    move(by: lines, &state)
  }
  func lineInput(_ state: State) -> LineInput { .keys }
  func hints(_ frame: Frame) -> [Hint]? { nil }
  func textHints(_ state: State) -> [Hint]? { nil }
  var allowsPhone: Bool { false }
  func event(_ event: WalletEvent, _ state: inout State) -> [Effect] { [] }
  func readAgain(_ state: inout State) -> [Effect] { [] }
  func left(_ state: inout State) {}
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

  mutating func enter(_ screen: some AppScreen) { screens.append(AnyScreen(screen)) }

  /// Goes back to the screen below.
  mutating func leaveScreen() {
    guard screens.count > 1, let left = screens.popLast() else { return }
    left.base.left(&self)
  }

  mutating func tellScreens(_ event: WalletEvent) -> [Effect] {
    screens.flatMap { $0.base.event(event, &self) }
  }

  mutating func readScreensAgain() -> [Effect] {
    screens.flatMap { $0.base.readAgain(&self) }
  }
}
