import Testing

@testable import TerminalRuntime

@Suite struct SGROptimizerTests {
  private func optimize(_ text: String) -> String {
    var optimizer = SGROptimizer()
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { String(decoding: optimizer.optimize($0), as: UTF8.self) }
  }

  @Test(arguments: [
    ("plain", "plain"),
    (
      "\u{1b}[38;5;1m\u{1b}[48;5;2ma\u{1b}[38;5;3m\u{1b}[48;5;2mb\u{1b}(B\u{1b}[m",
      "\u{1b}[38;5;1;48;5;2ma\u{1b}[38;5;3mb\u{1b}[m"
    ),
    ("\u{1b}(B\u{1b}[0;1m\u{1b}[31mx\u{1b}(B\u{1b}[m", "\u{1b}[1;31mx\u{1b}[m"),
    ("\u{1b}[4;31mx\u{1b}[0;31my\u{1b}[m", "\u{1b}[4;31mx\u{1b}[24my\u{1b}[m"),
    ("\u{1b}[31m\u{1b}[5;5H\u{1b}[m\u{1b}[6;6H", "\u{1b}[5;5H\u{1b}[6;6H"),
    ("\u{1b}[41m\u{1b}[K\u{1b}[m", "\u{1b}[41m\u{1b}[K\u{1b}[m"),
    ("\u{1b}[31ma\u{1b}[32m \u{1b}[33mb\u{1b}[m", "\u{1b}[31ma \u{1b}[33mb\u{1b}[m"),
    ("\u{1b}[31ma\u{1b}[4m \u{1b}[m", "\u{1b}[31ma\u{1b}[4m \u{1b}[m"),
    ("\u{1b}[42ma\u{1b}[31;43m  \u{1b}[m", "\u{1b}[42ma\u{1b}[43m  \u{1b}[m"),
    (
      "\u{1b}[1;38;2;1;2;3;48;2;17;19;24ma\u{1b}[0;38;2;1;2;3;48;2;17;19;24mb\u{1b}[m",
      "\u{1b}[1;38;2;1;2;3;48;2;17;19;24ma\u{1b}[22mb\u{1b}[m"
    ), ("\u{1b}[1ma\u{1b}[0;4mb\u{1b}[m", "\u{1b}[1ma\u{1b}[0;4mb\u{1b}[m"),
    ("\u{1b}[38;2;1;2;3mx\u{1b}[m", "\u{1b}[38;2;1;2;3mx\u{1b}[m"), ("a\u{1b}[5mb", "a\u{1b}[5mb"),
    // Linux's console selects its usual font with each reset.
    (
      "\u{1b}[0;10;1m\u{1b}[31;44ma\u{1b}[0;10m\u{1b}[31;44mb\u{1b}[0;10m",
      "\u{1b}[1;31;44ma\u{1b}[22mb\u{1b}[m"
    ),
    // What is unknown is sent as it is, and what it resets is set again.
    ("\u{1b}[31ma\u{1b}[0;5m\u{1b}[31mb\u{1b}[m", "\u{1b}[31ma\u{1b}[0;5m\u{1b}[31mb\u{1b}[m"),
    ("\u{1b}[5ma\u{1b}[m\u{1b}[31mb\u{1b}[m", "\u{1b}[5ma\u{1b}[0;31mb\u{1b}[m"),
  ])
  func examples(given: String, expected: String) {
    #expect(optimize(given) == expected)
  }

  @Test(arguments: 0..<300) func theOptimizedOutputDrawsTheSame(seed: Int) {
    var dice = Dice(seed)
    let pieces = [
      "\u{1b}(B\u{1b}[m", "\u{1b}[39;49m", "\u{1b}[0;1m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[3m",
      "\u{1b}[4m", "\u{1b}[7m", "\u{1b}[22m", "\u{1b}[23m", "\u{1b}[24m", "\u{1b}[27m",
      "\u{1b}[0;10m", "\u{1b}[0;10;1m", "\u{1b}[5m", "\u{1b}[0;9m", "\u{1b}[31m", "\u{1b}[94m",
      "\u{1b}[41m", "\u{1b}[104m", "\u{1b}[38;5;200m", "\u{1b}[48;5;17m",
      "\u{1b}[38;2;1;2;3m", "\u{1b}[48;2;250;9;30m", "\u{1b}[3;4H", "\u{1b}[K", "\u{1b}[5X", "x",
      "€", "€€€", " ", "\r", "\u{1b}[12d",
    ]
    var text = (0..<200).map { _ in pieces[dice.roll(pieces.count)] }.joined()
    text += "\u{1b}(B\u{1b}[39;49m\u{1b}[m"
    #expect(Self.drawn(optimize(text)) == Self.drawn(text))
  }

  /// Everything that is drawn with its attributes, computed in another way than by the optimizer.
  private static func drawn(_ text: String) -> [String] {
    var result: [String] = []
    var look: [String: String] = [:]
    for piece in text.replacing("\u{1b}(B", with: "").split(
      separator: "\u{1b}[", omittingEmptySubsequences: false
    ).enumerated() {
      var rest = String(piece.element)
      if piece.offset > 0, let end = rest.firstIndex(where: { $0.isLetter }) {
        let body = rest[..<end]
        let final = rest[end]
        rest = String(rest[rest.index(after: end)...])
        if final == "m" {
          let numbers = body.split(separator: ";").compactMap { Int($0) }
          apply(numbers.isEmpty ? [0] : numbers, to: &look)
        } else if "Hd".contains(final) {
          result.append("move \(body)\(final)")
        } else if final == "b", let last = result.last {
          result += Array(repeating: last, count: Int(body) ?? 1)
        } else {
          result.append("\(body)\(final) \(Self.visible(look, isBlank: "KX".contains(final)))")
        }
      }
      for character in rest {
        result.append(
          character == "\r"
            ? "return" : "\(character) \(Self.visible(look, isBlank: character == " "))")
      }
    }
    return result
  }

  /// Of a blank only the background, underline and reverse.
  private static func visible(_ look: [String: String], isBlank: Bool) -> [String] {
    var look = look
    // Reverse shows the text's colour.
    if isBlank, ["4", "5", "7", "9"].allSatisfy({ look[$0] == nil }) {
      look = look.filter { $0.key == "bg" }
    }
    return look.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }
}

/// What an `m` with these numbers does to the look of the text after it.
func apply(_ given: [Int], to look: inout [String: String]) {
  var numbers = given
  while let number = numbers.first {
    var length = 1
    switch number {
    case 0: look = [:]
    case 22: (look["1"], look["2"]) = (nil, nil)
    case 23, 24, 27: look["\(number - 20)"] = nil
    case 10: break
    case 39: look["fg"] = nil
    case 49: look["bg"] = nil
    case 38, 48:
      length = numbers[1] == 5 ? 3 : 5
      look[number == 38 ? "fg" : "bg"] = "\(numbers.prefix(length).dropFirst())"
    case 30...37, 90...97: look["fg"] = "\(number)"
    case 40...47, 100...107: look["bg"] = "\(number)"
    default: look["\(number)"] = "on"
    }
    numbers.removeFirst(length)
  }
}
