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
    default: nil  // E27 has no other steps.
    }
  }

  /// Why it is refused in a state, as Netaxept's number (E30).
  ///
  /// - Parameter wasDeclined: The transaction ended because its payment was declined.
  package func refusal(in state: CardRegistrationState, wasDeclined: Bool) -> Int {
    switch (self, state) {
    // The original transaction was rejected.
    case (_, .cancelled) where wasDeclined: 84
    // Already reversed.
    case (.annul, .cancelled), (.credit, .refunded): 86
    // There is nothing yet that it could follow, or no card.
    case (_, .initialized), (.credit, .authorized): 97
    // Already processed.
    case (_, .authorized), (_, .paid), (_, .cancelled), (_, .refunded), (_, .tokenized): 98
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
  /// E22: whether 3-D Secure is forced or switched off; nil: as the bank wants.
  package var isForced: Bool?
  /// What the shop says about the tax in `amount`, in minor units.
  package var tax: Int64 = 0
  /// The method that the payer chose in the shop; nil: a card.
  package var method: ShopMethod?
  /// nil: the shop has said nothing else.
  package var details: ShopOrderDetails?

  package init(
    number: String, use: SavedCardUse = .easy, amount: Money, recurringExpiry: String? = nil,
    recurringFrequency: Int? = nil, redirectURL: String? = nil, isForced: Bool? = nil
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

/// Why a payment by the app of another wallet fails, as the SDK names it (E37).
package enum WalletAppError: String, Sendable, CaseIterable {
  /// The shop has registered nothing.
  case registration = "registrationFailure"
  case noNetwork
  /// The device has no such app. No simulated device has one.
  case noApp = "walletAppNotFound"
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
  case paytrailAktia = "PaytrailAktia"
  case paytrailAlandsbanken = "PaytrailAlandsbanken"
  case paytrailDanskeBank = "PaytrailDanskeBank"
  case paytrailHandelsbanken = "PaytrailHandelsbanken"
  case paytrailNordea = "PaytrailNordea"
  case paytrailOmaSaastopankki = "PaytrailOmaSaastopankki"
  case paytrailOP = "PaytrailOP"
  case paytrailPOP = "PaytrailPOP"
  case paytrailSaastopankki = "PaytrailSaastopankki"
  case paytrailSPankki = "PaytrailSPankki"

  /// What a shop shows, as published.
  package var displayName: String {
    switch self {
    case .masterCard: "Mastercard"
    case .americanExpress: "American Express"
    case .easyPayment: "Easy Payment"
    case .applePay: "Apple Pay"
    case .dinersClub: "Diners Club"
    case .swish: "Swish"
    case .paytrailOP: "PaytrailOPBankFinland"
    case _ where isPaytrail: rawValue + "Finland"
    default: rawValue  // It is shown as its id.
    }
  }

  /// Whether it is a bank in Finland.
  private var isPaytrail: Bool { rawValue.hasPrefix("Paytrail") }

  /// Where the payer agrees to a payment.
  package enum Agreement: Sendable {
    /// In this wallet, with a card.
    case card
    /// At another service, or on a phone. In the simulation the payer has agreed there.
    case elsewhere
    /// In the app of another wallet, which no simulated device has.
    case app
  }

  package var agreement: Agreement {
    switch self {
    case .applePay, .payPal: .elsewhere
    case _ where isPaytrail: .elsewhere
    default: appScheme == nil ? .card : .app  // `appScheme` knows the apps.
    }
  }

  /// The scheme of the addresses that the app of another wallet opens (E24); nil: no app pays.
  package var appScheme: String? {
    switch self {
    case .swish: "swish"
    case .vipps: "vipps"
    case .mobilePay: "mobilepay"
    default: nil  // E24 has the addresses of these apps only.
    }
  }

  /// Netaxept's service: `M` asks for a card in the app, `B` leads to another service.
  package var serviceType: String { self == .payPal || isPaytrail ? "B" : "M" }

  /// By its published id, or by the name that a shop shows; nil: it is not known.
  package init?(named word: String) {
    guard
      let method = Self.allCases.first(where: { $0.rawValue == word || $0.displayName == word })
    else { return nil }
    self = method
  }
}
