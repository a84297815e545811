import Canvas
import Secrets
import Testing

@testable import TerminalRuntime

@Suite("A frame as lines") struct TranscriptTests {
  /// A list of two rows with a header and a footer, like a view draws it.
  private func list(_ names: [String], focus: Int, header: String = "wallet") -> Canvas {
    var canvas = Canvas(Size(60, 8))
    canvas.write(header, 1, 0, .plain)
    canvas.mark(.header, header, Rect(0, 0, 60, 1))
    canvas.box(Rect(0, 1, 60, 6), .plain, .rounded)
    canvas.mark(.list, "Cards, \(focus + 1) of \(names.count)", Rect(0, 1, 60, 6))
    for (index, name) in names.enumerated() {
      canvas.write("▌ \(name)", 2, 2 + index, .plain)
      canvas.mark(.row, name, Rect(2, 2 + index, 50, 1), target: "row \(index)")
      if index == focus { canvas.cursor = Point(2, 2 + index) }
    }
    canvas.write("? help", 1, 7, .plain)
    canvas.mark(.footer, "? help", Rect(0, 7, 60, 1))
    return canvas
  }

  private func news(_ before: Canvas?, _ after: Canvas, isTime: Bool = false) -> [String] {
    let old = before.map { Transcript($0) } ?? Transcript()
    return Transcript(after).changes(since: old, isTime: isTime).map {
      $0.text + ($0.hasFocus ? " <" : "")
    }
  }

  @Test func aNewPlaceIsReadCompletelyWithoutDecoration() {
    let canvas = list(["Travel  ■ Locked  ··0093", "Old"], focus: 0)
    #expect(news(nil, canvas) == ["wallet", "1. Travel, Locked, 0093 <", "2. Old"])
  }

  @Test func dotsBeforeTheLastDigitsAreNotSeparators() {
    let canvas = list(["The card ··3306 is here", "Visa ··0093 · virtual"], focus: 0)
    #expect(
      news(nil, canvas)
        == ["wallet", "1. The card 3306 is here <", "2. Visa 0093, virtual"])
  }

  @Test func aMoveReadsOnlyTheLineWithTheFocus() {
    #expect(news(list(["A", "B"], focus: 0), list(["A", "B"], focus: 1)) == ["2. B <"])
  }

  @Test func aChangedLineIsReadOnce() {
    let changed = list(["A", "B  Locked"], focus: 0)
    #expect(news(list(["A", "B"], focus: 0), changed) == ["2. B, Locked"])
    #expect(news(changed, changed).isEmpty)
  }

  @Test(arguments: [true, false])
  func countdownsAreNotRead(isTime: Bool) {
    let before = list(["A"], focus: 0, header: "hides in 10 s")
    #expect(news(before, list(["A"], focus: 0, header: "hides in 9 s"), isTime: isTime).isEmpty)
    let other = list(["A"], focus: 0, header: "locks in 15 s")
    #expect(news(before, other, isTime: isTime) == ["locks in 15 s"])
  }

  @Test func aRowThatBecomesVisibleIsRead() {
    let before = list(["Card 10", "Card 20", "Card 30"], focus: 0)
    #expect(news(before, list(["Card 10", "Card 30"], focus: 0)) == ["2. Card 30"])
  }

  /// A dialog over the list.
  private func dialog(_ lines: [String]) -> Canvas {
    var canvas = list(["A", "B"], focus: 0)
    canvas.conceal()
    let box = Rect(5, 2, 30, 5)
    canvas.fill(box, .plain)
    canvas.box(box, .plain, .rounded)
    canvas.mark(.dialog, "Code", box)
    for (index, line) in lines.enumerated() { canvas.write(line, 7, 3 + index, .plain) }
    return canvas
  }

  @Test func onlyTheOverlayIsReadWithItsNumbers() {
    let before = dialog(["Status      set", "5 tries left"])
    #expect(news(list(["A", "B"], focus: 0), before) == ["Status: set", "5 tries left"])
    let after = dialog(["Status      set", "4 tries left"])
    #expect(news(before, after) == ["4 tries left"])
    #expect(news(before, after, isTime: true).isEmpty)
  }

  @Test func everyToastIsReadOnce() {
    var first = list(["A"], focus: 0)
    first.mark(.toast, "A locked · z to undo", Rect(0, 0, 0, 0), target: "1")
    var second = list(["A"], focus: 0)
    second.mark(.toast, "A locked · z to undo", Rect(0, 0, 0, 0), target: "2")
    #expect(news(list(["A"], focus: 0), first) == ["A locked, z to undo"])
    #expect(news(first, first).isEmpty)
    #expect(news(first, second, isTime: true) == ["A locked, z to undo"])
  }

  @Test func secretsAreReadAsStarsUntilTheyAreRequested() {
    let digits = Array("4711".utf8).withUnsafeBytes { Secret(copying: $0) }
    var canvas = list(["A"], focus: 0)
    canvas.write("PIN", 2, 4, .plain)
    canvas.reveal(digits, 0..<4, 10, 4, .plain, mask: "•")
    #expect(news(nil, canvas).last == "PIN: ****")
    let lines = SecretLines(canvas).lines.map {
      $0.withBytes { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines.map { $0.split(separator: " ").joined(separator: " ") } == ["PIN 4711"])
  }
}
