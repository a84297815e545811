import CardEntry
import Testing
import WalletModel

/// E05 to E08.
struct CardSchemesTests {
  @Test func bitsAreThePublishedOnes() {
    let published: [(CardSchemes, UInt32)] = [
      ([], 0), (.amex, 1), (.visa, 2), (.masterCard, 4), (.diners, 8), (.jcb, 16), (.dankort, 32),
      (.maestro, 64), (.sBusiness, 128), (.coBrandedDankort, 256), (.forbrugsforeningen, 512),
    ]
    for (scheme, bit) in published { #expect(scheme.rawValue == bit) }
    #expect(CardSchemes.visa.cardNumber == 2)
    #expect(CardSchemes().cardNumber == 513)
  }

  @Test func unknownBitsAreKeptAndMatchNothing() {
    let set = CardSchemes(rawValue: 0xffff_fc00)
    #expect(set.rawValue == 0xffff_fc00)
    for digits in ["4", "34", "51", "3600", "3528", "5019", "4571", "600722", "6759", ""] {
      #expect(!CardEntryRules(.saving(excluding: set)).refuses(bytes(digits)))
    }
    #expect(CardEntryRules(.saving(excluding: set.union(.visa))).refuses(bytes("41")))
  }

  private static let firstDigits: [(String, CardSchemes)] = [
    ("", []), ("3", []), ("34", .amex), ("37", .amex), ("35", []), ("3527", []),
    ("3528", .jcb), ("3589", .jcb), ("359", []), ("30", []), ("300", .diners), ("305", .diners),
    ("306", []), ("3095", .diners), ("36", .diners), ("38", .diners), ("39", .diners),
    ("51", .masterCard), ("2221", .masterCard), ("2720", []), ("50", []), ("5018", .maestro),
    ("5019", .dankort), ("502", .maestro), ("56", .maestro), ("58", .maestro), ("59", .maestro),
    ("590000", .maestro), ("5999", .maestro),
    ("504174", .maestro), ("504175", []), ("504176", .maestro), ("506698", .maestro),
    ("506699", []), ("506778", []), ("506779", .maestro), ("508", .maestro), ("509", []),
    ("6", []), ("60072", []), ("600722", .forbrugsforeningen), ("600723", []), ("63", .maestro),
    ("67", .maestro), ("6011", []), ("4", [.visa, .coBrandedDankort]),
    ("457", [.visa, .coBrandedDankort]), ("4571", .coBrandedDankort), ("4572", .visa),
    ("41", .visa), ("4571123412341234", .coBrandedDankort),
  ]

  @Test(arguments: firstDigits)
  func schemeOfFirstDigits(_ digits: String, _ expected: CardSchemes) {
    #expect(CardSchemes.possible(of: bytes(digits)) == expected)
  }

  private static let coBranded: [(CardSchemes, CardSchemes, Bool)] = [
    ([], .dankort, false), (.visa, .dankort, false),
    (.dankort, .dankort, true), (.coBrandedDankort, .visa, false),
    ([.coBrandedDankort, .dankort], .visa, false), ([.coBrandedDankort, .visa], .visa, true),
  ]

  /// E07: a Dankort with Visa counts as Dankort, or as Visa if that is left out.
  @Test(arguments: coBranded)
  func coBrandedDankort(_ excluded: CardSchemes, _ scheme: CardSchemes, _ isRefused: Bool) {
    let rules = CardEntryRules(.saving(excluding: excluded))
    #expect(rules.scheme(of: bytes("4571")) == scheme)
    #expect(rules.refuses(bytes("4571")) == isRefused)
  }

  @Test func aCardIsRefusedOnlyWhenNoOtherIsPossible() {
    let noVisa = CardEntryRules(.saving(excluding: .visa))
    #expect(["4", "45", "457", "4571"].allSatisfy { !noVisa.refuses(bytes($0)) })
    #expect(noVisa.refuses(bytes("41")))
    let noDanish = CardEntryRules(.saving(excluding: [.visa, .dankort]))
    #expect(noDanish.refuses(bytes("4")))
    #expect(!noDanish.refuses(bytes("501")))
    #expect(noDanish.refuses(bytes("5019")))
  }

  /// E08.
  @Test func theProcessNamesAnSBusinessCard() {
    let rules = CardEntryRules(.saving(excluding: .visa, isSBusiness: true))
    #expect(rules.scheme(of: bytes("9")) == .sBusiness)
    #expect(!rules.refuses(bytes("41")))
    #expect(CardEntryRules(.saving(excluding: .sBusiness, isSBusiness: true)).refuses(bytes("9")))
    #expect(!CardEntryRules(.saving(excluding: .sBusiness)).refuses(bytes("9")))
  }
}
