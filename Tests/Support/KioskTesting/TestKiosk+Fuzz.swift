import Canvas
import SeededGenerator

@testable import KioskApp
@testable import TerminalRuntime

/// Random input of any length.
extension TestKiosk {
  /// A key, a paste or a sequence in the form in which a terminal sends it.
  private static func piece(_ chance: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<50: return [UInt8.random(in: 0x20...0x7e, using: &chance)]
    case 50..<62: return [UInt8.random(in: 0...0x1f, using: &chance)]
    case 62..<70: return [0x0d]
    case 70..<76: return [0x1b, UInt8.random(in: 0x20...0x7e, using: &chance)]
    case 76..<84: return Array("\u{1b}[\("ABCDFHPQRSZ".randomElement(using: &chance) ?? "A")".utf8)
    case 84..<89: return Array("\u{1b}[\(Int.random(in: 1...34, using: &chance))~".utf8)
    case 89..<92:
      let numbers = (0..<3).map { _ in Int.random(in: 0...130, using: &chance) }
      return Array("\u{1b}[<\(numbers[0]);\(numbers[1]);\(numbers[2])M".utf8)
    case 92..<95:
      let text = (0..<Int.random(in: 0...60, using: &chance)).map { _ in
        UInt8.random(in: 0...0xff, using: &chance)
      }
      return Array("\u{1b}[200~".utf8) + text + Array("\u{1b}[201~".utf8)
    case 95..<97: return Array("\u{1b}[\(Bool.random(using: &chance) ? "I" : "O")".utf8)
    case 97: return Array("é字\u{202e}".utf8)
    case 98: return Array("\u{1b}]52;c;?\u{7}\u{1b}[?62;22c".utf8)
    default: return (0..<8).map { _ in UInt8.random(in: 0...0xff, using: &chance) }
    }
  }

  /// Sends `count` pieces. Ends early if the kiosk was left. Returns how many were sent.
  func fuzz(_ count: Int, seed: UInt64) -> Int {
    var chance = SeededGenerator(seed: seed)
    var decoder = InputDecoder()
    var sent = 0
    let sizes = [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15), Size(30, 10)]
    while sent < count, !hasLeft {
      for _ in 0..<Int.random(in: 1...24, using: &chance) {
        let bytes = Self.piece(&chance)
        bytes.withUnsafeBytes { bytes in decoder.feed(bytes, at: 0) { program.handle($0) } }
        sent += 1
        if hasLeft { return sent }
      }
      decoder.decide(at: .max) { program.handle($0) }
      if Int.random(in: 0..<200, using: &chance) == 0 {
        size = sizes.randomElement(using: &chance) ?? size
        program.handle(.resize(size))
      }
      let isRest = Int.random(in: 0..<400, using: &chance) == 0
      let tenths = isRest ? 650 : Int.random(in: 0...10, using: &chance)
      time.pass(UInt64(tenths) * 100_000_000)
      turn()
    }
    return sent
  }
}
