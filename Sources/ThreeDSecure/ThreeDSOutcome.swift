package import WalletModel

/// The end of an authentication, in one letter (D49).
package enum ThreeDSResult: WireEnum {
  case succeeded
  /// The bank does not take part, and confirms the attempt.
  case attempted
  case failed
  case unavailable
  /// The payer has to be asked. It is no end yet.
  case challengeRequired
  case rejected
  /// An unknown word as the server sent it, which never counts as success; empty: it sent none.
  indirect case other(String)

  package static let allCases: [ThreeDSResult] = [
    .succeeded, .attempted, .failed, .unavailable, .challengeRequired, .rejected,
  ]

  package var rawValue: String {
    switch self {
    case .succeeded: "Y"
    case .attempted: "A"
    case .failed: "N"
    case .unavailable: "U"
    case .challengeRequired: "C"
    case .rejected: "R"
    case .other(let word): word
    }
  }

  /// Whether the payment may go on with it.
  package var isAccepted: Bool { self == .succeeded || self == .attempted }

  /// The electronic commerce indicator: who is liable, by the rules of the networks. nil: there is
  /// no end yet, or the brand does not take part.
  package func eci(_ brand: CardBrand) -> String? {
    switch (brand, self) {
    case (_, .challengeRequired), (_, .other), (.discover, _), (.unknown, _): nil
    case (.visa, .succeeded), (.amex, .succeeded): "05"
    case (.visa, .attempted), (.amex, .attempted): "06"
    case (.visa, _), (.amex, _): "07"
    case (.mastercard, .succeeded): "02"
    case (.mastercard, .attempted): "01"
    case (.mastercard, _): "00"
    }
  }
}

/// The state of an authentication on the wire (D47).
package enum AuthenticationStatus: WireEnum {
  /// Successful, with or without a challenge.
  case completed
  /// The payer has to answer a challenge.
  case pending
  case failed
  /// An unknown word as the server sent it, which counts as failed; empty: it sent none.
  indirect case other(String)

  package static let allCases: [AuthenticationStatus] = [.completed, .pending, .failed]

  package var rawValue: String {
    switch self {
    case .completed: "COMPLETED"
    case .pending: "PENDING"
    case .failed: "FAILED"
    case .other(let word): word
    }
  }
}

/// What the merchant gets at the end (D49).
package struct ThreeDSOutcome: Hashable, Sendable {
  package var status: AuthenticationStatus
  package var result: ThreeDSResult
  package var eci: String?
  /// The proof for the card's network: 28 characters of base64. Only with an accepted result.
  package var cavv: String?
  package var threeDSecureVersion: String
  package var directoryServerTransactionID: String
  /// Where the challenge was; nil: there was none.
  package var acsURL: String?
  package var time: Timestamp
}
