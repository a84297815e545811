/// What the service of virtual cards allows (F30).
package struct VirtualCardsConfig: Hashable, Sendable {
  package var fundingSourceSupport: [FundingSourceSupport]
  /// Funding sources that may be set up, that may fail, and that may wait for the bank.
  package var maxFundingSourceVelocity: [String]
  package var maxFundingSourceFailureVelocity: [String]
  package var maxFundingSourcePendingVelocity: [String]
  package var maxCardCreationVelocity: [String]
  package var maxTransactionVelocity: [CurrencyVelocity]
  package var maxTransactionAmount: [Money]
  package var virtualCardCurrencies: [Currency]
  package var pricingPolicy: [PricingTier]

  package init(
    fundingSourceSupport: [FundingSourceSupport], maxFundingSourceVelocity: [String],
    maxFundingSourceFailureVelocity: [String], maxFundingSourcePendingVelocity: [String],
    maxCardCreationVelocity: [String], maxTransactionVelocity: [CurrencyVelocity],
    maxTransactionAmount: [Money], virtualCardCurrencies: [Currency], pricingPolicy: [PricingTier]
  ) {
    self.fundingSourceSupport = fundingSourceSupport
    self.maxFundingSourceVelocity = maxFundingSourceVelocity
    self.maxFundingSourceFailureVelocity = maxFundingSourceFailureVelocity
    self.maxFundingSourcePendingVelocity = maxFundingSourcePendingVelocity
    self.maxCardCreationVelocity = maxCardCreationVelocity
    self.maxTransactionVelocity = maxTransactionVelocity
    self.maxTransactionAmount = maxTransactionAmount
    self.virtualCardCurrencies = virtualCardCurrencies
    self.pricingPolicy = pricingPolicy
  }

  /// What a payment of this amount costs; nil: nothing.
  package func pricing(of amount: Money) -> PricingTier? {
    pricingPolicy.filter { $0.minThreshold <= amount.minorUnits }
      .max { $0.minThreshold < $1.minThreshold }
  }
}

/// Which cards can be a funding source.
package struct FundingSourceSupport: Hashable, Sendable {
  package var providerType: String
  package var fundingSourceType: Word<FundingSourceType>
  package var network: FundingNetwork
  package var cardTypes: [Word<FundingCardType>]

  package init(
    providerType: String, fundingSourceType: Word<FundingSourceType> = .known(.creditCard),
    network: FundingNetwork, cardTypes: [FundingCardType]
  ) {
    self.providerType = providerType
    self.fundingSourceType = fundingSourceType
    self.network = network
    self.cardTypes = cardTypes.map { Word($0) }
  }
}

/// What may be spent in a currency.
package struct CurrencyVelocity: Hashable, Sendable {
  package var currency: Currency
  /// `100000/P1D`, in minor units.
  package var velocity: [String]

  package init(_ currency: Currency, _ velocity: [String]) {
    self.currency = currency
    self.velocity = velocity
  }
}

/// What a payment costs from an amount on.
package struct PricingTier: Hashable, Sendable {
  /// Minor units.
  package var minThreshold: Int64
  /// Minor units.
  package var flat: Int64
  /// Thousandths of a percent: 2990 is 2.99 %.
  package var percent: Int

  package init(minThreshold: Int64, flat: Int64, percent: Int) {
    self.minThreshold = minThreshold
    self.flat = flat
    self.percent = percent
  }
}

/// `20/P1D`: how many of something in a period (F30).
package struct Velocity: Hashable, Sendable, CustomStringConvertible {
  package let maximum: Int
  /// Days.
  package let days: Int

  package init(_ maximum: Int, days: Int) {
    self.maximum = maximum
    self.days = days
  }

  package var description: String { "\(maximum)/P\(days)D" }

  /// Whether something at this moment counts now.
  package func counts(_ moment: Timestamp, at now: Timestamp) -> Bool {
    now.milliseconds - moment.milliseconds < Int64(days) * 86_400_000
  }
}
