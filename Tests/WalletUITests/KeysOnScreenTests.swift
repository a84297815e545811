import Canvas
import ScreenKit
import Testing
import Themes

@testable import WalletUI

/// Tests every line of docs/keys.md once.
@Suite struct KeysOnScreenTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let keys: [String]
    let what: String
    let isSo: @Sendable (State) -> Bool

    init(_ keys: String, _ what: String, _ isSo: @escaping @Sendable (State) -> Bool) {
      self.keys = keys.split(separator: " ").map(String.init)
      self.what = what
      self.isSo = isSo
    }

    var testDescription: String { keys.joined(separator: " ") + ": " + what }
  }

  private static func hasMenu(_ kind: CommandMenu.Kind) -> @Sendable (State) -> Bool {
    { state in
      if let menu = state.top(CommandMenu.self) { return menu.kind == kind }
      return false
    }
  }

  @Test(arguments: [
    Line("j", "down") { $0.cards.list.selected == 2 },
    Line("down", "down") { $0.cards.list.selected == 2 },
    Line("k", "up") { $0.cards.list.selected == 0 },
    Line("up", "up") { $0.cards.list.selected == 0 },
    Line("right", "opens the page") { CardPage.isOpen($0) },
    Line("enter", "opens the page") { CardPage.isOpen($0) },
    Line("enter left", "back") { !CardPage.isOpen($0) },
    Line("enter h", "back") { !CardPage.isOpen($0) && $0.cards.list.selected == 1 },
    Line("enter J", "the next card") { CardPage.isOpen($0) && $0.cards.list.selected == 2 },
    Line("enter K", "the card before") { CardPage.isOpen($0) && $0.cards.list.selected == 0 },
    Line("J", "the next card") { !CardPage.isOpen($0) && $0.cards.list.selected == 2 },
    Line("pgdn", "a page down") { $0.cards.list.selected == 5 },
    Line("G pgup", "a page up") { $0.cards.list.selected == 0 },
    Line("G", "last") { $0.cards.list.selected == 5 },
    Line("end", "last") { $0.cards.list.selected == 5 },
    Line("G g", "first") { $0.cards.list.selected == 0 },
    Line("G home", "first") { $0.cards.list.selected == 0 },
    Line("tab", "the other pane") { $0.view.pane == .details },
    Line("tab tab", "and back") { $0.view.pane == .list },
    Line("tab shift-tab", "and back") { $0.view.pane == .list },
    Line("2", "virtual cards") { $0.shown.tab == .virtual },
    Line("2 1", "all cards") { $0.shown.tab == .cards && $0.cards.list.count == 6 },
    Line("/ v i s a", "filters as one types") { $0.cards.list.count == 3 },
    Line("/ 0 0 9 3", "the last four") { $0.cards.list.count == 1 },
    Line("/ l o c k e d", "the status") { $0.cards.list.count == 1 },
    Line("/ v i s a enter n", "next match") { $0.cards.list.selected == 1 },
    Line("/ v i s a enter n N", "match before") { $0.cards.list.selected == 0 },
    Line("n", "without a filter nothing") { $0.cards.list.selected == 1 },
    Line("/ v esc", "shows all again") { $0.cards.list.filter == nil && $0.cards.list.count == 6 },
    Line("esc esc esc esc", "never quits") { $0.program.exit == nil && $0.gate == .open },
    Line("q", "quits") { $0.program.exit == 0 }, Line("ctrl-c", "quits") { $0.program.exit == 0 },
    Line("/ q", "a letter in a text") { $0.program.exit == nil },
    Line("X q", "a letter in a form") { $0.program.exit == nil && $0.view.overlays.count == 1 },
    Line("?", "help", hasMenu(.help)), Line("f1", "help", hasMenu(.help)),
    Line("? ?", "closes it") { $0.view.overlays.isEmpty },
    Line("? l o c k space c a r d enter", "filtered, and run") { $0.cards.pending.count == 1 },
    Line(":", "the palette", hasMenu(.palette)), Line("ctrl-p", "the palette", hasMenu(.palette)),
    Line(": l o c k space c enter", "by title") { $0.cards.pending.count == 1 },
    Line(": c a r d . l o c k enter", "by id") { $0.cards.pending.count == 1 },
    Line(": b l o c k s space e v e r y enter", "by description") { $0.cards.pending.count == 1 },
    Line(": ^ R enter", "by key") { !$0.view.work.isEmpty },
    Line(": esc", "Esc closes it") { $0.view.overlays.isEmpty },
    Line("!", "messages") { $0.view.overlays == [AnyOverlay(MessageHistory())] },
    Line("! !", "closes them") { $0.view.overlays.isEmpty },
    Line("ctrl-l", "locks the wallet") { $0.gate != .open && $0.cards.list.rows.isEmpty },
    Line("ctrl-z", "suspends") { $0.program.suspendRequested },
    Line("/ ctrl-z", "suspends from a text, too") { $0.program.suspendRequested },
    Line("l", "locks the card") { $0.cards.pending.count == 1 },
    Line("l x", "no key, nothing") { $0.cards.pending.count == 1 && $0.view.overlays.isEmpty },
    Line("M", "the mouse") { !$0.input.wantsMouse },
    Line("M M", "and again") { $0.input.wantsMouse },
  ])
  func everyLine(_ line: Line) throws {
    var state = Fixture.state(focus: 1)
    for name in line.keys { state.press(try Key(named: name)) }
    #expect(line.isSo(state), "\(line.keys)")
  }

  /// `? help` is the last to disappear from the footer.
  @Test func theHelpHintIsDroppedLast() {
    for width in stride(from: 40, through: 130, by: 3) {
      let hints = render(Fixture.state(Size(width, 20)), .plain).regions.filter {
        $0.role == .button && $0.rect.y == 19
      }
      #expect(hints.first?.target == "run help", "at \(width)")
    }
  }
}
