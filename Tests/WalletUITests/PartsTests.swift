import Canvas
import ScreenKit
import Testing
import Themes

@testable import WalletUI

/// The pieces that screens are drawn with.
@Suite struct PartsTests {
  private func frame(_ size: Size = Size(80, 10)) -> Frame {
    let theme = ThemeLibrary.load(named: "dark", depth: .mono).0
    return Frame(Fixture.state(size), theme, semantics: false)
  }

  private func text(_ frame: Frame, _ y: Int, _ columns: Range<Int>) -> String {
    String(Array(frame.canvas.text(row: y))[columns])
  }

  @Test(arguments: [
    (0.0, "──────────"), (0.04, "╸─────────"), (0.25, "━━╸───────"), (0.5, "━━━━━─────"),
    (1.0, "━━━━━━━━━━"), (7.0, "━━━━━━━━━━"), (-1.0, "──────────"),
  ])
  func thinBar(share: Double, bar: String) {
    let frame = frame()
    frame.thinBar(share, Rect(2, 1, 10, 1))
    #expect(text(frame, 1, 2..<12) == bar)
  }

  @Test(arguments: [(0.0, "····"), (0.01, "■···"), (0.5, "■■··"), (1.0, "■■■■")])
  func blockBar(share: Double, bar: String) {
    let frame = frame()
    frame.blockBar(share, Rect(2, 1, 4, 1))
    #expect(text(frame, 1, 2..<6) == bar)
  }

  @Test func theNextDigitOfACodeHasHeavyEdges() {
    let frame = frame()
    var input = SecretInput(digits: 6)
    _ = input.handle(.character("4"))
    frame.codeBoxes(input, Rect(0, 0, 40, 3))
    #expect(text(frame, 0, 0..<12) == "╭───╮  ╭━━━╮")
    #expect(text(frame, 1, 0..<12) == "│ ● │  │   │")
    #expect(text(frame, 2, 0..<12) == "╰───╯  ╰━━━╯")
  }

  @Test func uprightBars() {
    let frame = frame()
    frame.uprightBars([0, 1, 8, 16], in: Rect(0, 0, 8, 2))
    #expect(text(frame, 0, 0..<7) == "      █")
    #expect(text(frame, 1, 0..<7) == "▁ ▁ █ █")
  }

  @Test func scrollbar() {
    let frame = frame()
    frame.scrollbar(first: 5, visible: 5, of: 10, Rect(0, 0, 1, 4), focused: true)
    #expect((0..<4).map { text(frame, $0, 0..<1) } == ["│", "│", "┃", "┃"])
    frame.scrollbar(first: 0, visible: 10, of: 10, Rect(1, 0, 1, 4), focused: true)
    #expect(text(frame, 0, 1..<2) == " ")
  }

  /// Focus is visible without colours.
  @Test func focusIsAShape() {
    let frame = frame()
    frame.pane(Rect(0, 0, 24, 4), title: "Cards", note: "1 of 6", focused: true)
    #expect(text(frame, 0, 0..<24) == "╭━ ▸ Cards ━━━ 1 of 6 ━╮")
    frame.pane(Rect(30, 0, 20, 4), title: "Cards", focused: false)
    #expect(text(frame, 0, 30..<50) == "╭─ Cards ──────────╮")
    frame.selectedRow(Rect(0, 5, 4, 1), isFocused: true)
    frame.selectedRow(Rect(0, 6, 4, 1), isFocused: false)
    #expect(text(frame, 5, 0..<1) == "▌" && text(frame, 6, 0..<1) == "▏")
  }

  @Test func aSectionEndsAtTheRightEdge() {
    let frame = frame()
    frame.section("Payments", note: "1–9 of 31", Rect(2, 0, 30, 1))
    #expect(text(frame, 0, 2..<32) == "Payments ─────────── 1–9 of 31")
    frame.section("A title that is far too long", note: "note", Rect(2, 1, 12, 1))
    #expect(text(frame, 1, 2..<14) == "A titl… note")
  }
}
