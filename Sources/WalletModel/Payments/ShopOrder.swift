/// What the back end of a shop asks of a transaction (E16).
package enum ShopOperation: String, Sendable, CaseIterable, WireWord {
  case authorize = "AUTH"
  case sale = "SALE"
  case capture = "CAPTURE"
  case credit = "CREDIT"
  case annul = "ANNUL"
  case verify = "VERIFY"

  /// The state that follows (E27); nil: the operation is refused in this state.
  package func next(from state: CardRegistrationState) -> CardRegistrationState? {
    switch (self, state) {
    case (.authorize, .initialized): .authorized
    case (.sale, .initialized), (.capture, .authorized): .paid
    case (.verify, .initialized): .tokenized
    case (.annul, .authorized): .cancelled
    case (.credit, .paid): .refunded
    default: nil
    }
  }

  /// Whether it needs the payer's card and consent.
  package var begins: Bool { self == .authorize || self == .sale || self == .verify }
}

/// What the back end of a shop has registered (E12, E13, E24), before there is a card.
package struct ShopOrder: Hashable, Sendable {
  /// `^[\x21-\x7E]{1,32}$`.
  package var number: String
  package var use: SavedCardUse
  /// 0…999,999,999,999 minor units; 0: a card is only verified (E10).
  package var amount: Money
  /// With `.recurring`: `YYYYMMDD`; nil: three years from now (E21).
  package var recurringExpiry: String?
  /// With `.recurring`: 0…9999 days.
  package var recurringFrequency: Int?
  /// Where the payer's browser returns to: 1…2,048 characters.
  package var redirectURL: String?
  /// E22: whether the bank must ask.
  package var isForced: Bool

  package init(
    number: String, use: SavedCardUse = .easy, amount: Money, recurringExpiry: String? = nil,
    recurringFrequency: Int? = nil, redirectURL: String? = nil, isForced: Bool = true
  ) {
    self.number = number
    self.use = use
    self.amount = amount
    self.recurringExpiry = recurringExpiry
    self.recurringFrequency = recurringFrequency
    self.redirectURL = redirectURL
    self.isForced = isForced
  }

  package static let amounts: ClosedRange<Int64> = 0...999_999_999_999

  /// E24.
  package static func isNumber(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}

/// How a shop can be paid (E29). The raw value is the published id.
package enum ShopMethod: String, Sendable, CaseIterable, WireWord {
  case visa = "Visa"
  case masterCard = "MasterCard"
  case americanExpress = "AmericanExpress"
  case easyPayment = "EasyPayment"
  case applePay = "ApplePay"
  case dankort = "Dankort"
  case payPal = "PayPal"
  case dinersClub = "DinersClubInternational"
  case jcb = "JCB"
  case swish = "SwishM"
  case vipps = "Vipps"
  case mobilePay = "MobilePay"
  case maestro = "Maestro"

  /// The cards that the simulated shop takes, and cards that were saved. The others are known, and
  /// refused.
  package static let accepted: [ShopMethod] = [
    .visa, .masterCard, .americanExpress, .dankort, .dinersClub, .jcb, .maestro, .easyPayment,
  ]
}
