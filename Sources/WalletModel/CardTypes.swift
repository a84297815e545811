/// An enumeration on the wire whose unknown words become `.unknown` instead of an error (A09, A12).
package protocol WireEnum: RawRepresentable, CaseIterable, Hashable, Sendable, Codable
where RawValue == String {
  static var unknown: Self { get }
}

extension WireEnum {
  package init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    self = Self(rawValue: word) ?? .unknown
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A09.
package enum CardType: String, WireEnum {
  case physical = "PHYSICAL"
  case virtual = "VIRTUAL"
  case unknown = "UNKNOWN"
}

/// A11, the full list (H12).
package enum CardStatus: String, WireEnum {
  /// Usable.
  case active = "ACTIVE"
  /// Before issue, extra validation under way.
  case pending = "PENDING"
  /// By the customer, for good.
  case cancelled = "CANCELLED"
  /// By customer service, or after wrong activation data.
  case suspended = "SUSPENDED"
  /// Stuck for technical reasons (H13).
  case applied = "APPLIED"
  /// A physical card that works online only: not delivered or not activated yet (H13).
  case digital = "DIGITAL"
  /// Refused for technical or validation reasons.
  case rejected = "REJECTED"
  /// By the customer, reversibly.
  case locked = "LOCKED"
  case expired = "EXPIRED"
  /// A physical card that was applied for; not activated, not usable.
  case issued = "ISSUED"
  case unknown = "UNKNOWN"
}

/// A12.
package enum CardScheme: String, WireEnum {
  case mastercard = "MC"
  case visa = "VISA"
  case unknown = "UNKNOWN"
}

/// A14.
package enum CardAction: String, WireEnum {
  case activate = "ACTIVATE"
  case cancel = "CANCEL"
  case unlock = "UNLOCK"
  case lock = "LOCK"
  case showDetails = "SHOW_DETAILS"
  case showPin = "SHOW_PIN"
  case setPin = "SET_PIN"
  case unknown = "UNKNOWN"
}

/// A04.
package enum CardInclude: String, WireEnum {
  case tokenizations = "TOKENIZATIONS"
  case availableActions = "AVAILABLE_ACTIONS"
  case unknown = "UNKNOWN"
}

/// A13.
package enum MobileWalletType: String, WireEnum {
  case applePay = "APPLE_PAY"
  case googlePay = "GOOGLE_PAY"
  case samsungPay = "SAMSUNG_PAY"
  case unknown = "UNKNOWN"
}

/// A13.
package enum MobileWalletStatus: String, WireEnum {
  case completed = "COMPLETED"
  case initiated = "INITIATED"
  case unknown = "UNKNOWN"
}
