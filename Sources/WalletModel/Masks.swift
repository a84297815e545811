/// Masked addresses to which codes are sent.
package enum Masks {
  /// `+359 ••• ••• 412`: the country code, a dot for each hidden digit, and the last
  /// three digits, but at most half of the digits after the country code. Empty without digits.
  package static func mobile(_ text: String) -> String {
    let digits = text.filter { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return "" }
    let country = digits.prefix(countryCode(digits, text))
    let rest = digits.dropFirst(country.count)
    let shown = min(3, rest.count / 2)
    // In groups of three, counted from the end.
    var dots: [String] = []
    var hidden = rest.count - shown
    while hidden > 0 {
      dots.insert(String(repeating: "•", count: min(3, hidden)), at: 0)
      hidden -= 3
    }
    return (["+" + country] + dots + (shown > 0 ? [String(rest.suffix(shown))] : []))
      .joined(separator: " ")
  }

  /// The digits of the country code: those before a blank, otherwise as assigned by ITU-T E.164.
  private static func countryCode(_ digits: String, _ text: String) -> Int {
    let first = text.drop { $0 == "+" }.prefix { ("0"..."9").contains($0) }
    if first.count < digits.count, (1...3).contains(first.count) { return first.count }
    if digits.first == "1" || digits.first == "7" { return 1 }
    return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
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
