package import WalletModel

/// What counts as a card in the form, for its two uses, and how it is shown. The rules read raw
/// digits (ASCII), so that they can stay in locked memory.
package struct CardEntryRules: Hashable, Sendable {
  package enum Use: Hashable, Sendable {
    /// A payment to an account that accepts these brands (D04).
    case payment(AcceptedBrands)
    /// A card that is saved: every scheme but the excluded ones (E05). The number does not
    /// show an S-Business card, so the process says that it is one (E08).
    case saving(excluding: CardSchemes = [], isSBusiness: Bool = false)
  }

  package var use: Use
  /// Between the groups of the number (D08).
  package var separator = PAN.Separator.space
  /// Whether the CVV is shown as signs (D10).
  package var masksCVV = false
  /// Whether the form is emptied when the card was handed over (D15).
  package var resetsAfterUse = true

  package init(_ use: Use) { self.use = use }

  // MARK: Number

  /// The possible numbers of digits in ascending order (D06, E09). Empty: no number is valid.
  package func lengths(_ brand: CardBrand) -> [Int] {
    switch (use, brand) {
    case (_, .amex): [15]
    case (_, .mastercard), (.payment, .visa), (.payment, .discover): [16]
    case (.payment, .unknown): []
    case (.saving, .visa): [13, 16, 19]
    // ISO/IEC 7812; the shortest in use are cards of Maestro.
    case (.saving, .discover), (.saving, .unknown): Array(12...19)
    }
  }

  /// The most digits that can be typed (D09).
  package func maximum(_ brand: CardBrand) -> Int { lengths(brand).last ?? 16 }

  /// The most digits of any number.
  package static let longestNumber = 19

  /// The scheme of a saved card as which it is processed (E06, E07, E08). Empty: unknown or
  /// undecided.
  package func scheme(of digits: some Collection<UInt8>) -> CardSchemes {
    guard case .saving(let excluded, let isSBusiness) = use else { return [] }
    if isSBusiness { return .sBusiness }
    let possible = excluded.processed(CardSchemes.possible(of: digits))
    return possible.rawValue.nonzeroBitCount == 1 ? possible : []
  }

  /// Whether no number that begins with these digits is supported: its brand is not accepted, or
  /// its scheme is excluded (D04, E05).
  package func refuses(_ digits: some Collection<UInt8>) -> Bool {
    guard !digits.isEmpty else { return false }
    switch use {
    case .payment(let accepted):
      let brand = PAN.brand(of: digits)
      return brand != .unknown && !accepted.contains(brand)
    case .saving(let excluded, let isSBusiness):
      return excluded.excludes(isSBusiness ? .sBusiness : CardSchemes.possible(of: digits))
    }
  }

  /// What is wrong with a number; nil: nothing (D06, D07, E05, E09).
  package func numberError(_ digits: some BidirectionalCollection<UInt8>) -> CardEntryError? {
    guard !digits.isEmpty else { return .empty }
    if refuses(digits) { return .notSupported }
    let lengths = lengths(PAN.brand(of: digits))
    if lengths.isEmpty { return .unknownBrand }
    guard lengths.contains(digits.count) else { return .length(lengths) }
    return PAN.isLuhnValid(digits) ? nil : .checkDigit
  }

  /// The text of the empty number field: an X for each digit (D09).
  package func placeholder(_ brand: CardBrand) -> String {
    brand.groups.map { String(repeating: "X", count: $0) }.joined(separator: separator.rawValue)
  }

  // MARK: CVV

  /// The possible numbers of digits (D10, H10).
  package static func cvvLengths(_ brand: CardBrand) -> ClosedRange<Int> {
    switch brand {
    case .amex: 4...4
    case .visa, .mastercard, .discover: 3...3
    case .unknown: 3...4
    }
  }

  package static func cvvError(count: Int, _ brand: CardBrand) -> CardEntryError? {
    if count == 0 { return .empty }
    let lengths = cvvLengths(brand)
    return lengths.contains(count) ? nil : .length(Array(lengths))
  }

  // MARK: Expiry

  /// How many years from now an expiry can be (D11).
  package static let expiryYears = 20

  /// The years of the picker (D12).
  package static func years(_ today: CalendarMonth) -> ClosedRange<Int> {
    today.year...today.year + expiryYears
  }

  /// This month to the end of the year in 20 years (D11).
  package static func expiryError(_ expiry: CardExpiry, today: CalendarMonth) -> CardEntryError? {
    guard (1...12).contains(expiry.month) else { return .month }
    if (expiry.year, expiry.month) < (today.year, today.month) { return .expired }
    let last = years(today).upperBound
    return expiry.year <= last ? nil : .tooLate(lastYear: last)
  }

  /// The expiry of four digits, MMYY. The century is that of today (D11).
  package static func expiry(_ digits: some Collection<UInt8>, today: CalendarMonth) -> CardExpiry?
  {
    guard digits.count == 4 else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return CardExpiry(month: number / 100, year: today.year / 100 * 100 + number % 100)
  }
}

/// What is wrong with a field of the form. Texts belong to front ends.
package enum CardEntryError: Hashable, Sendable {
  case empty
  /// The number or the CVV has another number of digits than these.
  case length([Int])
  /// No brand has numbers with these first digits.
  case unknownBrand
  /// The brand is not accepted, or the scheme is excluded: "This card is not supported" (E05).
  case notSupported
  case checkDigit
  /// The expiry is not complete.
  case incomplete
  case month
  case expired
  /// The expiry is after this year.
  case tooLate(lastYear: Int)
  /// The rule about the holder's name that is broken (D13).
  case name(Reason)
}
