import Secrets

/// A card brand, recognised by the first digits of the number (D05).
package enum CardBrand: String, Sendable, CaseIterable {
  case visa, amex, mastercard, discover, unknown

  /// The lengths of the groups of digits on display (D08).
  package var groups: [Int] { self == .amex ? [4, 6, 5] : [4, 4, 4, 4] }

  /// The type of card on the wire (D04); empty: unknown.
  package var typeCode: String {
    switch self {
    case .visa: "VI"
    case .mastercard: "MC"
    case .amex: "AM"
    case .discover: "DI"
    case .unknown: ""
    }
  }

  package init(typeCode: String) {
    self = Self.allCases.first { $0.typeCode == typeCode } ?? .unknown
  }

  /// Whether payments with the brand can use 3-D Secure (D34).
  package var hasThreeDSecure: Bool {
    switch self {
    case .visa, .mastercard, .amex: true
    case .discover, .unknown: false
    }
  }
}

/// Rules about card numbers. They work on raw digits (ASCII), so that a number can stay in locked
/// memory while it is checked.
package enum PAN {
  /// The separator between the groups (D08).
  package enum Separator: String, Sendable, CaseIterable {
    case space = " "
    case none = ""
    case dash = "-"
    case slash = "/"
  }

  /// The brand of a number that begins with these digits (D05). `unknown` while several are
  /// possible.
  @specialized(where Digits == UnsafeRawBufferPointer)
  package static func brand<Digits: Collection<UInt8>>(of digits: Digits) -> CardBrand {
    func prefix(_ count: Int) -> Int? {
      let first = digits.prefix(count)
      return first.count == count ? first.reduce(0) { $0 * 10 + Int($1) - 0x30 } : nil
    }
    if prefix(1) == 4 { return .visa }
    if let two = prefix(2), two == 34 || two == 37 { return .amex }
    if isMastercard(prefix) { return .mastercard }
    if isDiscover(prefix) { return .discover }
    return .unknown
  }

  /// 51–55 and 2221–2720. As in the published lists, 2229 and 2720 need a fifth digit (D05).
  private static func isMastercard(_ prefix: (Int) -> Int?) -> Bool {
    if let two = prefix(2), (51...55).contains(two) || (23...26).contains(two) { return true }
    if let three = prefix(3), (223...229).contains(three) || (270...271).contains(three) {
      return true
    }
    if let four = prefix(4), (2221...2228).contains(four) { return true }
    guard let five = prefix(5) else { return false }
    return (22290...22299).contains(five) || (27200...27209).contains(five)
  }

  private static func isDiscover(_ prefix: (Int) -> Int?) -> Bool {
    if let two = prefix(2), two == 65 { return prefix(3).map { (650...659).contains($0) } ?? false }
    if let three = prefix(3), (644...649).contains(three) { return true }
    guard prefix(4) == 6011, let five = prefix(5) else { return false }
    switch five % 10 {
    case 2, 3, 4, 9: return true
    case 0: return prefix(6).map { [0, 1, 2, 3, 5, 6, 7, 8, 9].contains($0 % 10) } ?? false
    case 7: return prefix(6).map { [4, 7].contains($0 % 10) } ?? false
    case 8: return prefix(6).map { (6...9).contains($0 % 10) } ?? false
    default: return false
    }
  }

  /// Checks the last digit, by the standard mod 10 (D07). False if there are no digits.
  package static func isLuhnValid(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    return luhnSum(digits, doubleLast: false) % 10 == 0
  }

  /// The check digit (ASCII) that has to be appended to `digits`.
  package static func luhnCheckDigit(_ digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    UInt8((10 - luhnSum(digits, doubleLast: true) % 10) % 10) + 0x30
  }

  @specialized(where Digits == UnsafeRawBufferPointer)
  private static func luhnSum<Digits: BidirectionalCollection<UInt8>>(
    _ digits: Digits, doubleLast: Bool
  ) -> Int {
    var doubles = (digits.count % 2 == 1) == doubleLast
    var sum = 0
    for byte in digits {
      let value = Int(byte) - 0x30
      sum += doubles ? (value > 4 ? value * 2 - 9 : value * 2) : value
      doubles.toggle()
    }
    return sum
  }

  /// The ranges of the groups of a number with `count` digits (D08). Digits behind the last group
  /// are a group of their own (E09).
  package static func groups(brand: CardBrand, count: Int) -> [Range<Int>] {
    var start = 0
    var result: [Range<Int>] = []
    for length in brand.groups where start < count {
      result.append(start..<min(start + length, count))
      start += length
    }
    if start < count { result.append(start..<count) }
    return result
  }
}

extension CardScheme {
  package var brand: CardBrand {
    switch self {
    case .visa: .visa
    case .mastercard: .mastercard
    case .other: .unknown
    }
  }
}

extension CardExpiry {
  /// A month as people write it: `09/29` as on a card, `9/2029`, `09 / 29` or `0929`; nil: it is
  /// not a month of a year.
  package init?(written text: String) {
    var parts = text.unicodeScalars.split(whereSeparator: \.separatesDigits)
      .map { Array(String($0).utf8) }
    if parts.count == 1, [4, 6].contains(parts[0].count) {
      parts = [Array(parts[0].prefix(2)), Array(parts[0].dropFirst(2))]
    }
    guard parts.count == 2, (1...2).contains(parts[0].count), [2, 4].contains(parts[1].count),
      parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    let year = parts[1].count == 2 ? Self.years.lowerBound + numbers[1] : numbers[1]
    guard (1...12).contains(numbers[0]), Self.years.contains(year) else { return nil }
    self.init(month: numbers[0], year: year)
  }
}
