import Canvas
import Testing

@testable import TerminalRuntime

@Suite struct SGRTests {
  private static let red = Style(.indexed(1))
  private static let many = Style(.rgb(1, 2, 3), on: .indexed(200), .bold)

  @Test(arguments: [
    (Style.plain, red, "\u{1b}[31m"),
    (red, .plain, "\u{1b}[m"),
    (.plain, many, "\u{1b}[1;38;2;1;2;3;48;5;200m"),
    (
      Style(.default, on: .default, .bold), Style(.default, on: .default, .underline), "\u{1b}[0;4m"
    ),
    // Bold and dim end together.
    (
      Style(.indexed(1), on: .default, [.bold, .dim]), Style(.indexed(1), on: .default, .dim),
      "\u{1b}[22;2m"
    ),
    (Style(.indexed(1), on: .indexed(4)), Style(on: .indexed(12)), "\u{1b}[39;104m"),
  ])
  func examples(old: Style, new: Style, expected: String) {
    let bytes = ByteWriter.bytes(64) { old.write(changeTo: new, to: &$0) }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}

/// What a terminal's SGR sequences have set, read in another way than they are written.
struct Look: Equatable {
  private(set) var set: [String: String] = [:]

  /// `ESC [ … m`, or nothing.
  mutating func apply(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    let numbers = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
    apply(numbers.isEmpty ? [0] : numbers)
  }

  mutating func apply(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: set = [:]
      case 1...7: set["\(number)"] = "on"
      case 22: (set["1"], set["2"]) = (nil, nil)
      case 23...27: set["\(number - 20)"] = nil
      case 38, 48:
        let count = rest.first == 5 ? 2 : 4
        set[number == 38 ? "fg" : "bg"] = rest.prefix(count).map(String.init).joined(separator: ",")
        rest = rest.dropFirst(count)
      case 39: set["fg"] = nil
      case 49: set["bg"] = nil
      case 30...37, 90...97: set["fg"] = "\(number)"
      case 40...47, 100...107: set["bg"] = "\(number)"
      default: Issue.record("unknown: \(number)")
      }
    }
  }

  /// What is visible of a blank: its background, underline and reverse.
  var ofBlank: Look {
    if set["4"] != nil || set["7"] != nil { return self }
    var look = Look()
    look.set = set.filter { $0.key == "bg" }
    return look
  }
}
