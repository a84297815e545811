import Testing
import WalletModel

/// What is used of a limit, and a rule as programs get it.
@Suite struct LimitTests {
  private static let euro = Currency("EUR")

  @Test(
    arguments: [
      (0, 100, 0, 100, 0.0), (40, 100, 40, 60, 0.4), (100, 100, 100, 0, 1), (150, 100, 150, 0, 1),
      (-5, 100, 0, 100, 0), (Int64.max, 1, Int.max, 0, 1),
    ] as [(Int64, Int64, Int, Int64, Double)])
  func use(_ spent: Int64, _ limit: Int64, _ percent: Int, _ left: Int64, _ share: Double) throws {
    let use = try #require(LimitUse(spent, of: limit, Self.euro))
    #expect(use.percent == percent && use.left.minorUnits == left && use.share == share)
  }

  @Test func whatIsNotKnownHasNoUse() {
    #expect(LimitUse(nil, of: 100, Self.euro) == nil)
    #expect(LimitUse(1, of: nil, Self.euro) == nil)
    #expect(LimitUse(1, of: 0, Self.euro) == nil)
  }

  @Test(arguments: [
    (DeclineRule(.monthlyLimit, amount: Money(200_00, euro)), "MONTHLY_LIMIT 200.00 EUR"),
    (DeclineRule(.country, value: "US"), "COUNTRY US"),
    (DeclineRule(.switchedOff(.phone)), "PHONE_OFF"), (DeclineRule(.other("NEW")), "NEW"),
  ])
  func programsGetALine(_ rule: DeclineRule, _ line: String) { #expect(rule.line == line) }

  @Test func eachKindIsReadByItsWord() {
    for kind in DeclineRule.Kind.allCases {
      #expect(DeclineRule.Kind(rawValue: kind.rawValue) == kind)
    }
    #expect(Set(DeclineRule.Kind.allCases.map(\.rawValue)).count == 11)
  }
}
