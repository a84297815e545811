import Testing
import WalletModel

@testable import Issuer

/// Which rule a payment does not keep, and when rules allow more than others.
@Suite struct SpendingRulesTests {
  private static let euro = Currency("EUR")

  private static func asked(
    _ mcc: String = "5411", _ country: String = "BG", _ channel: PaymentChannel = .terminal,
    amount: Int64 = 1
  ) -> Asked {
    let time = Timestamp(milliseconds: 0)
    let merchant = Merchant(
      id: "shop", name: "Shop", mcc: mcc, city: "Sofia", state: nil, postalCode: "1000",
      country: country, currency: euro, declineBeforeAuthorization: false,
      declineAfterAuthorization: false, createdAt: time, updatedAt: time)
    return Asked(
      merchant: merchant, channel: channel, billed: amount, more: amount, cost: amount,
      isFirst: true)
  }

  private static func rules(_ make: (inout SpendingRules) -> Void) -> SpendingRules {
    var rules = SpendingRules()
    make(&rules)
    return rules
  }

  private func kind(
    _ rules: SpendingRules, _ asked: Asked, _ spent: CardSpending = CardSpending(),
    home: Market = .eu
  ) -> DeclineRule.Kind? { rules.rule(against: asked, spent, Self.euro, home: home)?.kind }

  private static var uses: [(SpendingSwitch, Asked)] {
    [
      (.online, asked("5964")), (.online, asked("5411", "BG", .web)),
      (.phone, asked("5411", "BG", .phone)), (.cash, asked("6011")),
      (.abroad, asked("5411", "US")),
    ]
  }

  @Test func aSwitchThatIsOffDeclinesOnlyItsUse() {
    for way in SpendingSwitch.allCases {
      let rules = Self.rules { $0.switchedOff = [way] }
      #expect(kind(rules, Self.asked()) == nil)
      for (used, asked) in Self.uses {
        #expect(kind(rules, asked) == (used == way ? .switchedOff(way) : nil), "\(way), \(used)")
      }
    }
  }

  @Test(arguments: [
    (Market.eu, "AT", false), (.eu, "NO", false), (.eu, "GB", true), (.eu, "US", true),
    (.us, "US", false), (.us, "AT", true),
  ])
  func abroadIsOutsideTheMarket(_ home: Market, _ country: String, _ isAbroad: Bool) {
    #expect(home.isAbroad(country) == isAbroad)
    let rules = Self.rules { $0.switchedOff = [.abroad] }
    #expect((kind(rules, Self.asked("5411", country), home: home) != nil) == isAbroad)
  }

  @Test func aLimitIsReachedButNotExceeded() {
    let rules = Self.rules {
      ($0.paymentLimit, $0.dailyLimit, $0.monthlyLimit) = (50, 80, 100)
    }
    let spent = CardSpending(today: 40, thisMonth: 60)
    #expect(kind(rules, Self.asked(amount: 51)) == .paymentLimit)
    #expect(kind(rules, Self.asked(amount: 50)) == nil)
    #expect(kind(rules, Self.asked(amount: 41), spent) == .dailyLimit)
    #expect(kind(rules, Self.asked(amount: 40), spent) == nil)
    #expect(
      kind(rules, Self.asked(amount: 40), CardSpending(today: 0, thisMonth: 61))
        == .monthlyLimit)
  }

  /// Some rules of each kind.
  private static var manyRules: [SpendingRules] {
    let lists: [RuleList?] = [
      nil, RuleList(allowed: ["CASH"]), RuleList(allowed: ["CASH", "TRAVEL"]),
      RuleList(blocked: ["CASH"]), RuleList(blocked: ["TRAVEL"]),
    ]
    let countries: [RuleList?] = [nil, RuleList(allowed: ["BG"]), RuleList(blocked: ["US"])]
    let switches: [Set<SpendingSwitch>] = [[], [.online], [.abroad, .phone]]
    var all: [SpendingRules] = []
    for list in lists {
      for country in countries {
        for off in switches {
          for limit in [nil, 5] as [Int64?] {
            all.append(
              rules {
                ($0.categories, $0.countries, $0.switchedOff) = (list, country, off)
                ($0.paymentLimit, $0.monthlyLimit) = (limit, limit.map { $0 * 3 })
              })
          }
        }
      }
    }
    return all
  }

  private static var manyPayments: [Asked] {
    var all: [Asked] = []
    for mcc in ["5411", "6011", "4511", "5964"] {
      for country in ["BG", "US"] {
        for channel in [PaymentChannel.terminal, .web, .phone] {
          for amount in [4, 6] as [Int64] {
            all.append(asked(mcc, country, channel, amount: amount))
          }
        }
      }
    }
    return all
  }

  /// So a code is asked for whenever a payment may go through that was refused before.
  @Test func rulesThatLetAPaymentThroughAllowMore() {
    let (rules, payments) = (Self.manyRules, Self.manyPayments)
    let spent = CardSpending(thisMonth: 10)
    let through = rules.map { rules in payments.map { kind(rules, $0, spent) == nil } }
    for (old, before) in zip(rules, through) {
      for (new, after) in zip(rules, through)
      where zip(before, after).contains(where: { !$0 && $1 }) {
        if !new.allowsMore(than: old) { Issue.record("\(old) \(new)") }
      }
    }
  }

  @Test func theSameRulesOrFewerAllowNoMore() {
    for rules in Self.manyRules {
      #expect(!rules.allowsMore(than: rules))
      #expect(!rules.allowsMore(than: SpendingRules()))
    }
  }
}
