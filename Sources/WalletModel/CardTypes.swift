/// A type whose values are words on the wire.
package protocol WireWord: Hashable, Sendable {
  /// All known words in the published order.
  static var allCases: [Self] { get }
  /// The word on the wire.
  var rawValue: String { get }
}

/// An enumeration on the wire that other servers may extend (A09, A12). Unknown words are kept, and
/// nothing that depends on them is offered.
package protocol WireEnum: WireWord {
  /// An unknown word as the server sent it; empty: it sent none.
  static func other(_ word: String) -> Self
}

extension WireEnum {
  /// Specialised where it is used: a card of a list has ten words.
  @inlinable
  package init(rawValue word: String) {
    self = Self.allCases.first { $0.rawValue == word } ?? .other(word)
  }

  /// The server did not send a word.
  package static var unspecified: Self { .other("") }
  /// Whether walletui knows the word.
  package var isKnown: Bool { Self.allCases.contains(self) }
}

/// A09.
package enum CardType: WireEnum {
  case physical
  case virtual
  indirect case other(String)

  package static let allCases: [CardType] = [.physical, .virtual]

  package var rawValue: String {
    switch self {
    case .physical: "PHYSICAL"
    case .virtual: "VIRTUAL"
    case .other(let word): word
    }
  }
}

/// A11, the full list (H12).
package enum CardStatus: WireEnum {
  /// Usable.
  case active
  /// Not issued yet: an additional validation is in progress.
  case pending
  /// Cancelled by the customer for ever.
  case cancelled
  /// Suspended by customer service, or after wrong activation data.
  case suspended
  /// Stuck for technical reasons (H13).
  case applied
  /// A physical card that works online only: not delivered or not activated yet (H13).
  case digital
  /// Refused for technical or validation reasons.
  case rejected
  /// Locked by the customer, who can unlock it.
  case locked
  case expired
  /// A physical card that was applied for; not activated, not usable.
  case issued
  indirect case other(String)

  package static let allCases: [CardStatus] = [
    .active, .pending, .cancelled, .suspended, .applied, .digital, .rejected, .locked, .expired,
    .issued,
  ]

  package var rawValue: String {
    switch self {
    case .active: "ACTIVE"
    case .pending: "PENDING"
    case .cancelled: "CANCELLED"
    case .suspended: "SUSPENDED"
    case .applied: "APPLIED"
    case .digital: "DIGITAL"
    case .rejected: "REJECTED"
    case .locked: "LOCKED"
    case .expired: "EXPIRED"
    case .issued: "ISSUED"
    case .other(let word): word
    }
  }
}

/// A12.
package enum CardScheme: WireEnum {
  case mastercard
  case visa
  indirect case other(String)

  package static let allCases: [CardScheme] = [.mastercard, .visa]

  package var rawValue: String {
    switch self {
    case .mastercard: "MC"
    case .visa: "VISA"
    case .other(let word): word
    }
  }
}

/// A14.
package enum CardAction: WireEnum {
  case activate
  case cancel
  case unlock
  case lock
  case showDetails
  case showPin
  case setPin
  indirect case other(String)

  package static let allCases: [CardAction] = [
    .activate, .cancel, .unlock, .lock, .showDetails, .showPin, .setPin,
  ]

  /// Whether no other action takes it back.
  package var isFinal: Bool { self == .cancel }

  package var rawValue: String {
    switch self {
    case .activate: "ACTIVATE"
    case .cancel: "CANCEL"
    case .unlock: "UNLOCK"
    case .lock: "LOCK"
    case .showDetails: "SHOW_DETAILS"
    case .showPin: "SHOW_PIN"
    case .setPin: "SET_PIN"
    case .other(let word): word
    }
  }
}

/// A04.
package enum CardInclude: String, CaseIterable, WireWord {
  case tokenizations = "TOKENIZATIONS"
  case availableActions = "AVAILABLE_ACTIONS"
}

/// A part of an account that is read alone.
package enum AccountPart: String, CaseIterable, WireWord {
  case balances = "BALANCES"
}

/// A13.
package enum MobileWalletType: WireEnum {
  case applePay
  case googlePay
  case samsungPay
  indirect case other(String)

  package static let allCases: [MobileWalletType] = [.applePay, .googlePay, .samsungPay]

  package var rawValue: String {
    switch self {
    case .applePay: "APPLE_PAY"
    case .googlePay: "GOOGLE_PAY"
    case .samsungPay: "SAMSUNG_PAY"
    case .other(let word): word
    }
  }
}

/// A13.
package enum MobileWalletStatus: WireEnum {
  case completed
  case initiated
  indirect case other(String)

  package static let allCases: [MobileWalletStatus] = [.completed, .initiated]

  package var rawValue: String {
    switch self {
    case .completed: "COMPLETED"
    case .initiated: "INITIATED"
    case .other(let word): word
    }
  }
}
