package import WalletModel

/// What the directory server is asked: the payment and the device, without the card's number.
package struct DirectoryInquiry: Sendable {
  /// The scenario of the card's number; nil: it is not a test number.
  package var numberScenario: Scenario?
  /// In minor units; 0 for a verification.
  package var amount: Int64
  package var simulator: SimulatorType
  package var render: RenderType
  package var preference: ChallengePreference?
  /// Whether the payer has to be authenticated, as Netaxept's `force3DSecure` says (E22).
  package var isForced: Bool
  /// Whether the card belongs to a wallet of this issuer. Its owner is then asked by the wallet.
  package var isWalletCard: Bool

  package init(
    numberScenario: Scenario?, amount: Int64, simulator: SimulatorType = .external,
    render: RenderType = .both, preference: ChallengePreference? = nil, isForced: Bool = false,
    isWalletCard: Bool = false
  ) {
    self.numberScenario = numberScenario
    self.amount = amount
    self.simulator = simulator
    self.render = render
    self.preference = preference
    self.isForced = isForced
    self.isWalletCard = isWalletCard
  }
}

/// How a bank decides about a payment.
package enum DirectoryDecision: Hashable, Sendable {
  /// Without asking the payer. Success if it `isAccepted`.
  case result(ThreeDSResult)
  case challenge(Challenge)
}

package struct DirectoryAnswer: Hashable, Sendable {
  package let decision: DirectoryDecision
  /// Milliseconds until it is answered.
  package let delay: Int64
}

/// Whether a payment is authenticated (D34).
package enum Participation: Hashable, Sendable {
  case authenticate
  /// The payment goes on without 3-D Secure.
  case skip
  /// 3-D Secure was demanded and is not possible: result U.
  case unavailable
  /// The merchant has no 3-D Secure.
  case merchantNotConfigured
}

/// The simulated directory server of the networks.
package enum DirectoryServer {
  /// The published version of the messages.
  package static let version = "2.2.0"

  /// The delay of an answer that comes too late, in milliseconds.
  package static let slowAnswer: Int64 = 9000

  /// Visa, Mastercard and American Express take part. Other brands are skipped, unless the
  /// authentication is forced (E22).
  package static func participation(
    _ brand: CardBrand, merchantIsConfigured: Bool, isForced: Bool
  ) -> Participation {
    guard merchantIsConfigured else { return .merchantNotConfigured }
    if brand.hasThreeDSecure { return .authenticate }
    return isForced ? .unavailable : .skip
  }

  /// The bank's decision. A test number comes before the amount, with the internal simulator only
  /// the amount counts (D28). With neither, a wallet's card is confirmed by its owner; for other
  /// cards there is a code if it is demanded, otherwise nobody is asked.
  package static func answer(_ inquiry: DirectoryInquiry) -> DirectoryAnswer {
    let number = inquiry.simulator == .external ? inquiry.numberScenario : nil
    let isDemanded = inquiry.isForced || inquiry.preference == .mandated
    let scenario =
      number ?? Scenario(amount: inquiry.amount)
      ?? (inquiry.isWalletCard ? .outOfBand : isDemanded ? .oneTimeCode : .frictionless)
    return DirectoryAnswer(
      decision: decision(scenario, inquiry.render),
      delay: scenario == .requestTimeout ? slowAnswer : 0)
  }

  private static func decision(_ scenario: Scenario, _ render: RenderType) -> DirectoryDecision {
    switch scenario {
    case .frictionless, .requestTimeout: .result(.succeeded)
    case .attempted: .result(.attempted)
    case .failed: .result(.failed)
    case .unavailable: .result(.unavailable)
    case .rejected: .result(.rejected)
    case .oneTimeCode: .challenge(Challenge(.oneTimeCode, render: render))
    case .outOfBand: .challenge(Challenge(.outOfBand, render: render))
    case .singleSelect: .challenge(Challenge(.singleSelect, render: render))
    case .multiSelect: .challenge(Challenge(.multiSelect, render: render))
    case .page: .challenge(Challenge(.html, render: render))
    case .challengeTimeout:
      .challenge(Challenge(.oneTimeCode, render: render, forcedEnd: .timeout))
    case .cancelled:
      .challenge(Challenge(.oneTimeCode, render: render, forcedEnd: .cancelled))
    }
  }
}
