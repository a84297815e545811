/// Masked addresses to which codes are sent.
package enum Masks {
  /// `+359 ••• ••• 412`: the country code, a dot for each hidden digit, and the last
  /// three digits, but at most half of the digits after the country code. Empty without digits.
  package static func mobile(_ text: String) -> String {
    let digits = text.utf8.filter(isDigit)
    guard !digits.isEmpty else { return "" }
    let country = min(countryCode(digits, text), digits.count)
    let rest = digits.count - country
    let shown = min(3, rest / 2)
    let hidden = rest - shown
    var masked = "+" + String(decoding: digits.prefix(country), as: UTF8.self)
    // In groups of three, counted from the end.
    for left in stride(from: hidden, to: 0, by: -1) {
      masked += left == hidden || left % 3 == 0 ? " •" : "•"
    }
    if shown > 0 { masked += " " + String(decoding: digits.suffix(shown), as: UTF8.self) }
    return masked
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The digits of the country code: those before a blank, otherwise as assigned by ITU-T E.164.
  private static func countryCode(_ digits: [UInt8], _ text: String) -> Int {
    let first = text.utf8.drop { $0 == UInt8(ascii: "+") }.prefix(while: isDigit).count
    if first < digits.count, (1...3).contains(first) { return first }
    if digits[0] == UInt8(ascii: "1") || digits[0] == UInt8(ascii: "7") { return 1 }
    return twoDigitCodes.contains(String(decoding: digits.prefix(2), as: UTF8.self)) ? 2 : 3
  }

  private static let twoDigitCodes = Set(
    """
    20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 \
    66 81 82 84 86 90 91 92 93 94 95 98
    """.split(separator: " ").map(String.init))

  /// `a•••@example.com`.
  package static func email(_ text: String) -> String {
    guard let at = text.firstIndex(of: "@") else { return "•••" }
    return text.prefix(1) + "•••" + text[at...]
  }
}
