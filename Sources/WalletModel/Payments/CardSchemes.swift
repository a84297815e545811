/// Card schemes as a set with the published bits (E06). One scheme is a set with one bit. Unknown
/// bits are kept and match no card.
package struct CardSchemes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let amex = CardSchemes(rawValue: 1)
  package static let visa = CardSchemes(rawValue: 2)
  package static let masterCard = CardSchemes(rawValue: 4)
  package static let diners = CardSchemes(rawValue: 8)
  package static let jcb = CardSchemes(rawValue: 16)
  package static let dankort = CardSchemes(rawValue: 32)
  package static let maestro = CardSchemes(rawValue: 64)
  package static let sBusiness = CardSchemes(rawValue: 128)
  package static let coBrandedDankort = CardSchemes(rawValue: 256)
  package static let forbrugsforeningen = CardSchemes(rawValue: 512)

  /// The published number of a card of no scheme of the list (E06). As a set it would mean others.
  package static let otherCard: UInt32 = 513

  /// The published number of a card: that of its scheme, or `otherCard`.
  package var cardNumber: UInt32 { isEmpty ? Self.otherCard : rawValue }

  /// The schemes of a number that begins with these digits: more than one while several are
  /// possible, none if it can be a card of no scheme of the list.
  package static func possible(of digits: some Collection<UInt8>) -> CardSchemes {
    let brand = PAN.brand(of: digits).scheme
    let range = range(of: digits)
    var found = brand
    for row in rows where row.range.overlaps(range) {
      if row.range.lowerBound <= range.lowerBound, range.upperBound <= row.range.upperBound {
        return row.scheme
      }
      found.insert(row.scheme)
    }
    // Without a brand there are numbers between the rows.
    return brand.isEmpty ? [] : found
  }

  /// The first six digits of all numbers that begin with these digits.
  private static func range(of digits: some Collection<UInt8>) -> ClosedRange<Int> {
    var low = 0
    var high = 0
    for digit in digits.prefix(6) {
      low = low * 10 + Int(digit) - 0x30
      high = low
    }
    for _ in digits.prefix(6).count..<6 {
      low *= 10
      high = high * 10 + 9
    }
    return low...max(low, high)
  }

  /// The first six digits of the schemes that are not brands of `PAN`. Not all schemes publish a
  /// list. The sources are:
  ///
  /// - Diners Club and JCB: "Standard Credit Card Preambles" in Oracle's manual F15052.
  /// - Maestro: `src/lib/card-types.ts` of braintree/credit-card-type, without the ranges of Elo
  ///   within 50. `credit_card_methods.rb` of activemerchant/active_merchant, by Mastercard's rules,
  ///   also has narrow ranges within 60, between those of other schemes; they are left out here.
  /// - Dankort and Forbrugsforeningen: the same file of active_merchant.
  /// - Dankort with Visa, 4571: the table of "Issuer Identification Number" on ldapwiki.com.
  private static let rows: [(scheme: CardSchemes, range: ClosedRange<Int>)] = [
    (.diners, 300_000...305_999), (.diners, 309_500...309_599), (.diners, 360_000...369_999),
    (.diners, 380_000...399_999), (.jcb, 352_800...358_999), (.coBrandedDankort, 457_100...457_199),
    (.maestro, 500_000...501_899), (.dankort, 501_900...501_999), (.maestro, 502_000...504_174),
    (.maestro, 504_176...506_698), (.maestro, 506_779...508_999), (.maestro, 560_000...599_999),
    (.forbrugsforeningen, 600_722...600_722), (.maestro, 630_000...639_999),
    (.maestro, 670_000...679_999),
  ]

  /// Whether every card of these schemes is left out. A Dankort with a second brand counts as
  /// Dankort, or as Visa if `coBrandedDankort` is in the set (E07).
  package func excludes(_ schemes: CardSchemes) -> Bool {
    !schemes.isEmpty && processed(schemes).isSubset(of: self)
  }

  /// The schemes as which cards of `schemes` are processed if this set is left out (E07).
  package func processed(_ schemes: CardSchemes) -> CardSchemes {
    guard schemes.contains(.coBrandedDankort) else { return schemes }
    return schemes.subtracting(.coBrandedDankort)
      .union(contains(.coBrandedDankort) ? .visa : .dankort)
  }
}

extension CardBrand {
  /// Empty: the list of E06 does not have it.
  fileprivate var scheme: CardSchemes {
    switch self {
    case .visa: .visa
    case .amex: .amex
    case .mastercard: .masterCard
    case .discover, .unknown: []
    }
  }
}

extension CardSchemes {
  /// The schemes with the names of the payment service's methods (E29).
  private static let names: [(scheme: CardSchemes, name: String)] = [
    (.amex, "AmericanExpress"), (.visa, "Visa"), (.masterCard, "MasterCard"),
    (.diners, "DinersClubInternational"), (.jcb, "JCB"), (.dankort, "Dankort"),
    (.maestro, "Maestro"), (.sBusiness, "SBusiness"), (.coBrandedDankort, "CoBrandedDankort"),
    (.forbrugsforeningen, "Forbrugsforeningen"),
  ]

  /// The name of one scheme; empty: it is not in the list.
  package var name: String { Self.names.first { $0.scheme == self }?.name ?? "" }

  /// The scheme with this name; empty: there is none.
  package init(name: String) {
    self = Self.names.first { $0.name == name }?.scheme ?? []
  }

  /// The brand by which cards of this scheme are accepted for payments. A Dankort with a second
  /// brand is a Visa abroad.
  package var brand: CardBrand {
    switch self {
    case .visa, .coBrandedDankort: .visa
    case .masterCard: .mastercard
    case .amex: .amex
    default: .unknown
    }
  }
}
