import Canvas
import Secrets
import Testing

@Suite struct CanvasTests {
  @Test func writesAndClips() {
    var canvas = Canvas(Size(6, 2))
    #expect(canvas.write("abcdefgh", 3, 0, .plain) == 3)
    #expect(canvas.text(row: 0) == "   abc")
    #expect(canvas.write("abc", 0, 1, .plain, limit: 2) == 2)
    #expect(canvas.text(row: 1) == "ab    ")
    #expect(canvas.write("x", 0, 5, .plain) == 0)
    canvas.write("xyz", -1, 1, .plain)
    #expect(canvas.text(row: 1) == "yz    ")
  }

  @Test(arguments: [(-1, 0), (0, -1), (2, 0), (0, 2), (-1, 1)])
  func whatIsOutsideIsEmpty(_ x: Int, _ y: Int) {
    var canvas = Canvas(Size(2, 2))
    for row in 0..<2 { canvas.write("ab", 0, row, .plain) }
    #expect(canvas[x, y] == Cell())
  }

  @Test func wideCharactersAreNotCutInHalf() {
    var canvas = Canvas(Size(5, 1))
    #expect(canvas.write("日本語", 0, 0, .plain) == 4)
    #expect(canvas.text(row: 0) == "日本 ")
    canvas.write("x", 1, 0, .plain)
    #expect(canvas.text(row: 0) == " x本 ")
    canvas.write("y", 2, 0, .plain)
    #expect(canvas.text(row: 0) == " xy  ")
  }

  @Test func combiningMarksStayWithTheirCharacter() {
    var canvas = Canvas(Size(4, 1))
    #expect(canvas.write("e\u{301}x", 0, 0, .plain) == 2)
    #expect(canvas[0, 0].marks.0 == 0x301)
    #expect(canvas[1, 0].scalar == 0x78)
    canvas.write("\u{301}", 0, 0, .plain)
  }

  @Test func hazardsBecomeVisible() {
    var canvas = Canvas(Size(20, 1))
    canvas.write("a\u{1b}[2J\u{202e}", 0, 0, .plain)
    #expect(canvas.text(row: 0) == "a<U+001B>[2J<U+202E>")
  }

  /// They have no column of their own.
  @Test func joinersOfWordsStayWithTheirLetters() {
    var canvas = Canvas(Size(8, 1))
    let columns = canvas.write("می\u{200c}خو a\u{200d}", 0, 0, .plain)
    #expect(columns == 6)
    #expect(canvas.text(row: 0) == "می\u{200c}خو a  ")
  }

  @Test(arguments: 1...12) func textStaysWithinItsColumns(width: Int) {
    // Every column count agrees with the number of cells.
    for text in ["日本語テキスト", "e\u{301}e\u{301}e\u{301}", "\u{200b}\u{7f}", "🇩🇪👩‍👩‍👧", "plain"] {
      var canvas = Canvas(Size(width, 1))
      let used = canvas.write(text, 0, 0, .plain)
      #expect(used <= width)
    }
  }

  @Test func revealedCellsContainOnlyMasks() {
    var canvas = Canvas(Size(10, 1))
    let secret = digits("4111")
    canvas.reveal(secret, 0..<4, 2, 0, .plain, mask: "•")
    #expect(canvas.text(row: 0) == "  ••••    ")
    #expect(canvas.secrets.count == 1)
    canvas.reveal(secret, 0..<4, 7, 0, .plain, mask: "•")
    #expect(canvas.secrets.count == 1)
    canvas.conceal()
    #expect(canvas.secrets.isEmpty)
  }

  @Test func writingOverASecretHidesIt() {
    var canvas = Canvas(Size(12, 2))
    canvas.reveal(digits("4111"), 0..<4, 2, 0, .plain, mask: "•")
    canvas.write("x", 1, 0, .plain)
    canvas.write("x", 6, 0, .plain)
    canvas.write("x", 2, 1, .plain)
    #expect(canvas.secrets.count == 1)
    canvas.fill(Rect(5, 0, 1, 1), .plain)
    #expect(canvas.secrets.isEmpty)
  }

  @Test func theTopmostRegionIsFound() {
    var canvas = Canvas(Size(10, 4))
    canvas.mark(.list, "cards", Rect(0, 0, 10, 4), target: "list")
    canvas.mark(.row, "first", Rect(0, 1, 10, 1), target: "row:0")
    canvas.mark(.row, "no target", Rect(0, 1, 10, 1))
    #expect(canvas.target(at: Point(3, 1))?.target == "row:0")
    #expect(canvas.target(at: Point(3, 2))?.target == "list")
    #expect(canvas.target(at: Point(3, 9)) == nil)
  }

  @Test func aBoxThatDoesNotFitIsNotDrawn() {
    var canvas = Canvas(Size(4, 3))
    canvas.box(Rect(0, 0, 4, 3), .plain, .ascii)
    #expect((0..<3).map { canvas.text(row: $0) } == ["+--+", "|  |", "+--+"])
    canvas.box(Rect(0, 0, 1, 1), .plain)
    #expect(canvas.text(row: 0) == "+--+")
  }

  @Test(arguments: 0..<100) func changesTurnOneFrameIntoTheOther(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
    func random() -> Canvas {
      var canvas = Canvas(Size(12, 4))
      for _ in 0..<roll(12) {
        canvas.write(["日本", "ab", "e\u{301}", " "][roll(4)], roll(13), roll(4), .plain)
      }
      return canvas
    }
    let (old, new) = (random(), random())
    var rows = (0..<4).map { y in (0..<12).map { old[$0, y] } }
    new.forEachChange(since: old) { point, cells in
      #expect(new[point.x, point.y].width > 0)
      for (offset, cell) in cells.enumerated() { rows[point.y][point.x + offset] = cell }
    }
    #expect(rows == (0..<4).map { y in (0..<12).map { new[$0, y] } })
    var count = 0
    new.forEachChange(since: new) { _, _ in count += 1 }
    #expect(count == 0)
    new.forEachChange(since: nil) { _, cells in count += cells.count }
    #expect(count == 48)
  }

  /// The colour of its text is not visible on a blank. A line through it is.
  @Test func blanksDifferByWhatIsVisible() {
    func hasChanged(_ old: Style, _ new: Style) -> Bool {
      let canvases = [old, new].map { style in
        var canvas = Canvas(Size(1, 1))
        canvas.write(" ", 0, 0, style)
        return canvas
      }
      var hasChanged = false
      canvases[1].forEachChange(since: canvases[0]) { _, _ in hasChanged = true }
      return hasChanged
    }
    #expect(!hasChanged(.plain, Style(.indexed(1), on: .default, .bold)))
    #expect(hasChanged(.plain, Style(.default, on: .indexed(1))))
    for attributes: Attributes in [.underline, .reverse, .strike] {
      let style = Style(.default, on: .default, attributes)
      #expect(hasChanged(.plain, style) && hasChanged(style, .plain))
      #expect(hasChanged(style, Style(.indexed(1), on: .default, attributes)))
    }
  }

  private func digits(_ text: String) -> Secret {
    Secret(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
  }
}
