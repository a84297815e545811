import Testing
import WalletModel

/// Masked addresses to which codes are sent.
@Suite struct MaskTests {
  @Test(arguments: [
    ("+359 88 123 4412", "+359 ••• ••• 412"), ("+359881234412", "+359 ••• ••• 412"),
    ("+11234567899", "+1 • ••• ••• 899"), ("+1 2345678", "+1 • ••• 678"),
    ("+43 664123", "+43 ••• 123"), ("+43664123", "+43 ••• 123"), ("+359 8881", "+359 •• 81"),
    ("+43", "+43"), ("+43 5", "+43 •"), ("+4", "+4"), ("+", ""), ("", ""), ("none", ""),
  ])
  func mobile(_ number: String, _ masked: String) {
    #expect(Masks.mobile(number) == masked)
  }

  @Test("A mask has a dot for each digit that it hides, and no digit that is not there")
  func everyLength() {
    let all = "0123456789012345678"
    for country in ["1", "7", "20", "43", "90", "359", "380", "999"] {
      for length in 0...16 {
        let rest = String(all.prefix(length))
        for number in ["+\(country)\(rest)", "+\(country) \(rest)"] {
          let masked = Masks.mobile(number)
          let digits = number.filter(\.isNumber)
          let parts = masked.split(separator: " ", maxSplits: 1)
          #expect(parts.first == "+\(country)", "\(number): \(masked)")
          let hidden = masked.filter { $0 == "•" }.count
          let shown = masked.filter(\.isNumber)
          #expect(hidden + shown.count == digits.count, "\(number): \(masked)")
          #expect(digits.hasSuffix(shown.dropFirst(country.count)), "\(number): \(masked)")
          #expect(hidden * 2 >= length, "half at most is shown: \(number): \(masked)")
          #expect(masked.split(separator: " ").allSatisfy { $0.count <= 4 })
        }
      }
    }
  }

  @Test(arguments: [("ana.petrova@example.com", "a•••@example.com"), ("x@y", "x•••@y")])
  func email(_ address: String, _ masked: String) {
    #expect(Masks.email(address) == masked)
  }
}
