import Canvas
import Testing

@testable import TerminalRuntime

/// What the writer sends makes a terminal show the frame.
@Suite struct FrameWriterTests {
  private static let size = Size(40, 10)

  private static func writer(erases: Bool = true, erasesInColour: Bool = true) -> FrameWriter {
    let abilities = FrameWriter.Abilities(
      clear: Array("\u{1b}[H\u{1b}[2J".utf8), erases: erases, erasesInColour: erasesInColour)
    return FrameWriter(abilities) { $0 }
  }

  private func bytes(_ new: Canvas, since old: Canvas?, stale: Set<Int> = []) -> String {
    let bytes = Self.writer().bytes(of: new, since: old, stale: stale, cursor: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let (red, green) = (Style(.indexed(1)), Style(.indexed(2)))

  @Test func allOfOneColourIsWrittenBeforeTheNext() {
    var canvas = Canvas(Self.size)
    canvas.write("a", 2, 1, Self.red)
    canvas.write("b", 3, 1, Self.green)
    canvas.write("c", 2, 2, Self.red)
    canvas.write("d", 3, 2, Self.green)
    #expect(
      bytes(canvas, since: Canvas(Self.size))
        == "\n\u{1b}[2C\u{1b}[31ma\n\u{8}c\u{1b}[32md\u{1b}[2;4Hb\u{1b}[m")
  }

  @Test func blanksAreWrittenWithTextOnTheirBackground() {
    var canvas = Canvas(Self.size)
    canvas.write("a", 0, 0, Self.red.on(.indexed(4)))
    canvas.write("   ", 0, 2, Self.green.on(.indexed(4)))
    #expect(bytes(canvas, since: Canvas(Self.size)) == "\u{1b}[31;44ma\n\n\u{8}   \u{1b}[m")
  }

  @Test func manyBlanksAreErased() {
    var canvas = Canvas(Self.size)
    canvas.fill(Rect(0, 0, 20, 1), Style(on: .indexed(4)))
    #expect(bytes(canvas, since: Canvas(Self.size)) == "\u{1b}[44m\u{1b}[20X\u{1b}[m")
  }

  @Test func aSmallGapIsWrittenInsteadOfAMove() {
    var old = Canvas(Self.size)
    old.write("abcde", 0, 0, Self.red)
    var new = old
    new.write("x", 0, 0, Self.red)
    new.write("y", 3, 0, Self.red)
    #expect(bytes(new, since: old) == "\u{1b}[31mxbcy\u{1b}[m")
    // In another colour it would not be shorter.
    old.write("b", 1, 0, Self.green)
    new.write("b", 1, 0, Self.green)
    #expect(bytes(new, since: old) == "\u{1b}[31mx\u{1b}[2Cy\u{1b}[m")
  }

  @Test func nothingIsSentForTheSameFrame() {
    let canvas = Canvas(Self.size)
    #expect(bytes(canvas, since: canvas) == "")
    #expect(bytes(canvas, since: canvas, stale: [1]) != "")
  }

  /// Each frame follows the one before it, so that the place of the cursor is also that of the writer.
  @Test(arguments: 0..<200) func aTerminalShowsEachFrame(seed: Int) {
    var dice = Dice(seed)
    let (erases, inColour) = (dice.roll(2) == 0, dice.roll(2) == 0)
    let writer = Self.writer(erases: erases, erasesInColour: inColour)
    var screen = Screen(Self.size)
    var shown: Canvas?
    for _ in 0..<6 {
      var canvas = dice.roll(2) == 0 ? shown ?? Canvas(Self.size) : Canvas(Self.size)
      for _ in 0..<dice.roll(30) {
        let style = Style(
          [.default, .indexed(1), .indexed(200), .rgb(1, 2, 3)][dice.roll(4)],
          on: [.default, .indexed(4), .rgb(7, 8, 9)][dice.roll(3)],
          [[], .bold, .underline, .reverse][dice.roll(4)])
        let text = [
          "a", "€", "漢", "  ", "e\u{301}", "▄▄▄", "word", String(repeating: " ", count: 15),
        ]
        canvas.write(text[dice.roll(text.count)], dice.roll(40), dice.roll(10), style)
      }
      let cursor = dice.roll(2) == 0 ? Point(dice.roll(40), dice.roll(10)) : nil
      let stale = Set((0..<dice.roll(3)).map { _ in dice.roll(10) })
      let bytes = writer.bytes(of: canvas, since: shown, stale: stale, cursor: cursor)
      screen.take(String(decoding: bytes, as: UTF8.self), erasesInColour: inColour)
      #expect(screen.cells == Screen.cells(of: canvas))
      if let cursor { #expect(screen.cursor == cursor) }
      shown = dice.roll(8) == 0 ? nil : canvas
    }
  }
}

/// What a terminal shows after bytes, read in another way than they are written.
private struct Screen {
  struct Shown: Equatable {
    var text: String
    var look: Look
  }

  private(set) var cells: [[Shown]]
  private var x = 0
  private var y = 0
  private var look = Look()

  init(_ size: Size) {
    cells = Array(
      repeating: Array(repeating: Shown(text: " ", look: Look()), count: size.width),
      count: size.height)
  }

  var cursor: Point { Point(x, y) }

  static func cells(of canvas: Canvas) -> [[Shown]] {
    (0..<canvas.size.height).map { y in
      (0..<canvas.size.width).map { x in
        let cell = canvas[x, y]
        let bytes = ByteWriter.bytes(64) { Style.plain.write(changeTo: cell.style, to: &$0) }
        var look = Look()
        look.apply(String(decoding: bytes, as: UTF8.self))
        if cell.width == 0 { return Shown(text: "", look: look) }
        var text = String.UnicodeScalarView()
        for value in [cell.scalar, cell.marks.0, cell.marks.1] where value != 0 {
          if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return Shown(text: String(text), look: cell.isBlank ? look.ofBlank : look)
      }
    }
  }

  mutating func take(_ text: String, erasesInColour: Bool) {
    var rest = text.unicodeScalars[...]
    while let character = rest.popFirst() {
      switch character {
      case "\r": x = 0
      case "\n": y += 1
      case "\u{8}": x -= 1
      case "\u{1b}":
        guard let end = rest.firstIndex(where: { $0.properties.isAlphabetic }) else { return }
        let numbers = rest[..<end].dropFirst().split(separator: ";").compactMap { Int(String($0)) }
        let final = rest[end]
        rest = rest[rest.index(after: end)...]
        let count = numbers.first ?? 1
        switch final {
        case "m": look.apply(numbers.isEmpty ? [0] : numbers)
        case "H": (y, x) = (count - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "C": x += count
        case "D": x -= count
        case "J": self = Screen(Size(cells[0].count, cells.count))
        case "X":
          for column in x..<x + count {
            cells[y][column] = Shown(text: " ", look: erasesInColour ? look.ofBlank : Look())
          }
        default: Issue.record("unknown: \(final)")
        }
      case "\u{301}": cells[y][x - 1].text.unicodeScalars.append(character)
      default:
        cells[y][x] = Shown(
          text: String(character), look: character == " " ? look.ofBlank : look)
        if character == "漢" { cells[y][x + 1] = Shown(text: "", look: look) }
        x += character == "漢" ? 2 : 1
      }
    }
  }
}
