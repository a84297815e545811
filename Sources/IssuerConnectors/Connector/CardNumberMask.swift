/// Hides card numbers in texts of an issuer, such as a message that repeats what was sent.
enum CardNumberMask {
  /// The text with a `•` for each digit of a number with 12 to 19 digits. Blanks and hyphens can
  /// stand between the digits.
  static func mask(_ text: String) -> String {
    // Nearly all texts have no such number.
    guard text.utf8.count(where: isDigit) >= 12 else { return text }
    let bytes = Array(text.utf8)
    var run: [Int] = []
    var masked: Set<Int> = []
    func end() {
      if (12...19).contains(run.count) { masked.formUnion(run) }
      run = []
    }
    for (index, byte) in bytes.enumerated() {
      if isDigit(byte) {
        run.append(index)
      } else if !(byte == 0x20 || byte == 0x2d) || run.last != index - 1 {
        end()
      }
    }
    end()
    guard !masked.isEmpty else { return text }
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if masked.contains(index) { result += Array("•".utf8) } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
