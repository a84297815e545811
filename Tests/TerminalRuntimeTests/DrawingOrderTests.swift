import Canvas
import Testing

@testable import TerminalRuntime

/// Frames that are drawn in another order look the same.
@Suite struct DrawingOrderTests {
  private static let size = Size(40, 10)

  private func shorten(
    _ text: String, from start: Point? = Point(0, 0), changed: [Range<Int>]? = nil
  ) -> String {
    var optimizer = SGROptimizer()
    var changes = ChangedCells()
    changes.reset(Self.size)
    for row in 0..<Self.size.height {
      for columns in changed ?? [0..<Self.size.width] { changes.insert(columns, row: row) }
    }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes {
      String(decoding: optimizer.shorten($0, from: start, changes), as: UTF8.self)
    }
  }

  @Test(arguments: [
    // One rendition after the other, each place reached from the nearest one.
    (
      "\u{1b}[2;3H\u{1b}[31ma\u{1b}[32mb\u{1b}[3;3H\u{1b}[31mc\u{1b}[32md\u{1b}[m",
      "\n\u{1b}[2C\u{1b}[31ma\n\u{8}c\u{1b}[32md\u{1b}[2;4Hb\u{1b}[m\n"
    ),
    // Blanks are drawn with text on the same background.
    (
      "\u{1b}[31;44ma\u{1b}[3;1H\u{1b}[32;44m   \u{1b}[m",
      "\u{1b}[31;44ma\n\n\u{8}   \u{1b}[m"
    ),
    // A sequence that moves what is shown: the order stays.
    (
      "\u{1b}[31ma\u{1b}[2L\u{1b}[32mb\u{1b}[31mc\u{1b}[m",
      "\u{1b}[31ma\u{1b}[2L\u{1b}[32mb\u{1b}[31mc\u{1b}[m"
    ),
  ])
  func examples(given: String, expected: String) {
    #expect(shorten(given) == expected)
  }

  @Test func theOrderStaysIfThePlaceIsNotKnown() {
    let given = "\u{1b}[31ma\u{1b}[32mb\u{1b}[31mc\u{1b}[m"
    #expect(shorten(given, from: nil) == given)
    #expect(shorten(given) != given)
  }

  /// ncurses draws a few cells again where that is shorter than a move, without counting the colours.
  @Test func unchangedTextInItsOwnColourIsLeftOut() {
    let given = "\u{1b}[31mab\u{1b}[32m│ \u{1b}[31mcd\u{1b}[m"
    let result = shorten(given, changed: [0..<2, 4..<6])
    #expect(result == "\u{1b}[31mab\u{1b}[2Ccd\u{1b}[m")
  }

  @Test func afterTheLastColumnThePlaceIsNotKnown() {
    let given = "\u{1b}[1;39H\u{1b}[31mab\u{1b}[2;1H\u{1b}[32mc\u{1b}[m"
    #expect(Screen(shorten(given), Self.size) == Screen(given, Self.size))
    #expect(shorten("\u{1b}[1;39Habc") == "\u{1b}[1;39Habc")
  }

  @Test(arguments: 0..<300) func aFrameLooksTheSame(seed: Int) {
    var dice = Dice(seed)
    let renditions = [
      "\u{1b}(B\u{1b}[m", "\u{1b}[39;49m", "\u{1b}[1m", "\u{1b}[4m", "\u{1b}[7m", "\u{1b}[22m",
      "\u{1b}[31m", "\u{1b}[41m", "\u{1b}[38;5;200m", "\u{1b}[48;5;17m", "\u{1b}[38;2;1;2;3m",
      "\u{1b}[48;2;250;9;30m",
    ]
    var text = ""
    // Each cell is drawn once, as ncurses does it.
    for row in 0..<Self.size.height {
      var column = dice.roll(6)
      text += "\u{1b}[\(row + 1);\(column + 1)H"
      while column < Self.size.width - 6 {
        switch dice.roll(8) {
        case 0:
          text += "\u{1b}[3C"
          column += 3
        case 1:
          text += "\u{1b}[4X\u{1b}[4C"
          column += 4
        case 2:
          text += "漢"
          column += 2
        case 3:
          text += "  "
          column += 2
        case 4...5: text += renditions[dice.roll(renditions.count)]
        default:
          text += ["a", "€", "▄"][dice.roll(3)]
          column += 1
        }
      }
      if dice.roll(3) == 0 { text += "\u{1b}[K" }
    }
    text += "\u{1b}(B\u{1b}[m\u{1b}[4;4H"
    #expect(Screen(shorten(text), Self.size) == Screen(text, Self.size))
  }
}

/// What a terminal shows, computed in another way than by the optimizer.
private struct Screen: Equatable {
  private var cells: [[String]]
  private var x = 0
  private var y = 0

  init(_ text: String, _ size: Size) {
    cells = Array(repeating: Array(repeating: "", count: size.width), count: size.height)
    var look: [String: String] = [:]
    var rest = Substring(text.replacing("\u{1b}(B", with: ""))
    while let character = rest.unicodeScalars.first {
      rest.unicodeScalars.removeFirst()
      switch character {
      case "\r": x = 0
      case "\n": y += 1
      case "\u{8}": x -= 1
      case "\u{1b}":
        guard let end = rest.firstIndex(where: \.isLetter) else { return }
        let numbers = rest[..<end].dropFirst().split(separator: ";").compactMap { Int($0) }
        let final = rest[end]
        rest = rest[rest.index(after: end)...]
        let count = numbers.first ?? 1
        switch final {
        case "m": apply(numbers.isEmpty ? [0] : numbers, to: &look)
        case "H": (y, x) = (count - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "C": x += count
        case "D": x -= count
        case "K": for column in x..<size.width { put(" ", look, column) }
        case "X": for column in x..<x + count { put(" ", look, column) }
        default: Issue.record("unknown: \(final)")
        }
      default:
        put(String(character), look, x)
        x += character == "漢" ? 2 : 1
      }
    }
  }

  /// Of a blank only the background, underline and reverse are visible.
  private mutating func put(_ text: String, _ look: [String: String], _ column: Int) {
    guard cells.indices.contains(y), cells[y].indices.contains(column) else { return }
    var look = look
    if text == " ", look["4"] == nil, look["7"] == nil { look = look.filter { $0.key == "bg" } }
    cells[y][column] =
      text + look.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ",")
  }
}
