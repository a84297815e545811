import Testing
import WalletModel

@testable import Issuer

/// What counts against a limit in a period.
@Suite struct TallyTests {
  @Test func anotherPeriodBeginsWithNothing() {
    var tally = Tally()
    tally.add(70, in: 5)
    tally.add(-20, in: 5)
    #expect(tally.amount(in: 5) == 50)
    #expect(tally.amount(in: 4) == 0 && tally.amount(in: 6) == 0)
    tally.add(1, in: 6)
    #expect(tally == Tally(period: 6, amount: 1))
  }

  @Test func aPartIsTakenWithItsPeriod() {
    var tally = Tally(period: 5, amount: 50)
    #expect(tally.take(30) == Tally(period: 5, amount: 30))
    #expect(tally.take(30) == Tally(period: 5, amount: 20))
    #expect(tally == Tally(period: 5, amount: 0))
  }

  /// F30: the tier with the greatest threshold that the amount reaches.
  @Test(arguments: [(0, 1), (99, 1), (100, 2), (499, 2), (500, 3), (1_000_000, 3)])
  func anAmountHasItsPrice(_ amount: Int64, _ percent: Int) {
    var config = VirtualCardLimits().config
    config.pricingPolicy = [
      PricingTier(minThreshold: 500, flat: 0, percent: 3),
      PricingTier(minThreshold: 0, flat: 0, percent: 1),
      PricingTier(minThreshold: 100, flat: 0, percent: 2),
    ]
    #expect(config.pricing(of: Money(amount, Currency("USD")))?.percent == percent)
    config.pricingPolicy = []
    #expect(config.pricing(of: Money(amount, Currency("USD"))) == nil)
  }
}
