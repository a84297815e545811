package import WalletModel

/// What the simulated bank does. A test number or an amount chooses it, never chance. This list is
/// the table of both: a number has the scenario's three digits before its last one, and an amount is
/// 90.00 plus the scenario in cents, such as 91.10 for a code.
package enum Scenario: Int, CaseIterable, Sendable {
  case frictionless = 100
  case attempted = 101
  case failed = 102
  case unavailable = 103
  case rejected = 104
  /// The directory server answers after `DirectoryServer.slowAnswer`, which is too late.
  case requestTimeout = 105
  case oneTimeCode = 110
  case outOfBand = 111
  case singleSelect = 112
  case multiSelect = 113
  case page = 114
  /// The challenge times out when it is answered.
  case challengeTimeout = 115
  /// The challenge is cancelled when it is answered.
  case cancelled = 116

  /// The amount that chooses it, in minor units of any currency: 9100…9116. The simulator of
  /// payments has other amounts (D58).
  package var amount: Int64 { 9000 + Int64(rawValue) }

  package init?(amount: Int64) {
    guard let value = Int(exactly: amount), (9000...9999).contains(value) else { return nil }
    self.init(rawValue: value - 9000)
  }

  /// The brands that take part, each with how its test numbers begin (D34).
  private static func prefix(_ brand: CardBrand) -> String? {
    switch brand {
    case .visa: "400000000000"
    case .mastercard: "520000000000"
    case .amex: "34000000000"
    case .discover, .unknown: nil
    }
  }

  /// The documented test number, for documents and tests; nil: the brand does not take part.
  package func testNumber(_ brand: CardBrand) -> String? {
    guard let prefix = Self.prefix(brand) else { return nil }
    let digits = prefix + "\(rawValue)"
    return digits + String(UnicodeScalar(PAN.luhnCheckDigit(Array(digits.utf8))))
  }

  /// The scenario of a test number.
  ///
  /// - Parameter digits: The number in ASCII digits. Nothing of it is kept.
  package init?(number digits: UnsafeRawBufferPointer) {
    guard let prefix = Self.prefix(PAN.brand(of: digits)), digits.count == prefix.utf8.count + 4,
      digits.starts(with: prefix.utf8), PAN.isLuhnValid(digits)
    else { return nil }
    let value = digits.dropFirst(prefix.utf8.count).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    self.init(rawValue: value)
  }
}
