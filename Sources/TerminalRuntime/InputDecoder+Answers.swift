import Canvas

// The terminal's answer to the query for its background.
extension InputDecoder {
  /// Asks for the background colour, then for the terminal's type. Nearly all terminals answer the
  /// second query, which shows that there is no answer to the first.
  static let backgroundQuery = Array("\u{1b}]11;?\u{1b}\\\u{1b}[c".utf8)

  /// `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, each with one to four digits. There are no other queries.
  mutating func answered(_ emit: (InputEvent) -> Void) {
    defer { sequence.removeAll(keepingCapacity: true) }
    let start = Array("]11;rgb:".utf8)
    guard sequence.starts(with: start) else { return }
    let parts = sequence.dropFirst(start.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let values = parts.compactMap(Self.level)
    guard parts.count == 3, values.count == 3 else { return }
    emit(.background(RGB(values[0], values[1], values[2])))
  }

  /// One to four hexadecimal digits, with all bits set for white.
  private static func level(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard (1...4).contains(digits.count),
      let value = Int(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0
    else { return nil }
    let most = 1 << (4 * digits.count) - 1
    return UInt8(value * 255 / most)
  }
}
