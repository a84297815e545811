package import WalletModel

/// What the simulated issuer of virtual cards allows (F30): enough for people who try it, and few
/// enough to meet the limits.
package struct VirtualCardLimits: Sendable {
  package var personas = 20
  /// Of a customer, with those that are INACTIVE.
  package var allFundingSources = 100
  package var fundingSources = Velocity(10, days: 1)
  package var fundingSourceFailures = Velocity(5, days: 1)
  package var pendingFundingSources = Velocity(5, days: 1)
  package var cards = Velocity(20, days: 1)

  package init() {}

  /// F06: the only currency of the source. The shop converts others.
  static let currencies = [Currency("USD")]
  static func check(_ currency: Currency) throws(WalletError) {
    guard currencies.contains(currency) else { throw WalletError(.unsupportedCurrency) }
  }
  /// Minor units.
  static let dailySpending = Velocity(5_000_00, days: 1)
  static let payment: Int64 = 1_000_00

  package var config: VirtualCardsConfig {
    VirtualCardsConfig(
      fundingSourceSupport: [FundingNetwork.visa, .mastercard, .amex, .discover].map {
        FundingSourceSupport(
          providerType: FundingIssuer.provider, network: $0,
          cardTypes: [.credit, .debit, .prepaid])
      },
      maxFundingSourceVelocity: ["\(fundingSources)"],
      maxFundingSourceFailureVelocity: ["\(fundingSourceFailures)"],
      maxFundingSourcePendingVelocity: ["\(pendingFundingSources)"],
      maxCardCreationVelocity: ["\(cards)"],
      maxTransactionVelocity: Self.currencies.map {
        CurrencyVelocity($0, ["\(Self.dailySpending)"])
      },
      maxTransactionAmount: Self.currencies.map { Money(Self.payment, $0) },
      virtualCardCurrencies: Self.currencies,
      pricingPolicy: [
        PricingTier(minThreshold: 0, flat: 0, percent: 2_990),
        PricingTier(minThreshold: 600_00, flat: 30, percent: 1_990),
      ])
  }
}

/// The test cards of the source, besides those that choose what a bank does (`Scenario`). They are
/// no secret.
enum TestFundingCard: String, CaseIterable {
  /// Its bank asks for a code.
  case threeDSecure = "4000000000003220"
  case visa = "4242424242424242"
  case mastercard = "5200828282828210"
}
