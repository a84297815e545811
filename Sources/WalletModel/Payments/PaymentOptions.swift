/// What a shop says about a payment when a card is turned into a handle (D21–D26, D35–D39).
package struct PaymentOptions: Hashable, Sendable {
  /// `Money.paymentServiceUnits`, 1…999,999,999; with 3-D Secure 2 also 0 (D21, H03).
  package var amount: Int64
  package var currency: Currency
  package var transactionType: PaymentTransactionType
  package var merchantRefNum: String
  /// Digits; needed by the service (H06).
  package var accountID: String
  /// 1…20 characters on the person's statement (D23). Needed with `merchantPhone` (D61).
  package var dynamicDescriptor: String?
  /// 1…13 characters (D23).
  package var merchantPhone: String?
  package var profile: PaymentProfile?
  package var billing: BillingDetails?
  package var delivery: DeliveryDetails?
  /// One for each relation at most.
  package var returnLinks: [ReturnLink] = []
  package var usesThreeDSecure2: Bool

  package init(
    amount: Int64, currency: Currency, transactionType: PaymentTransactionType = .payment,
    merchantRefNum: String, accountID: String, dynamicDescriptor: String? = nil,
    merchantPhone: String? = nil, profile: PaymentProfile? = nil, billing: BillingDetails? = nil,
    usesThreeDSecure2: Bool = false
  ) {
    self.amount = amount
    self.currency = currency
    self.transactionType = transactionType
    self.merchantRefNum = merchantRefNum
    self.accountID = accountID
    self.dynamicDescriptor = dynamicDescriptor
    self.merchantPhone = merchantPhone
    self.profile = profile
    self.billing = billing
    self.usesThreeDSecure2 = usesThreeDSecure2
  }

  package static let amounts: ClosedRange<Int64> = 1...999_999_999

  /// The first thing that is wrong, in the published order (D19).
  ///
  /// - Parameters:
  ///   - isSetUp: Whether the account was set up.
  ///   - invalidFields: The fields of the card form that are not valid, in the order of the form.
  ///   - isBrandAccepted: Whether the account takes the card's brand.
  package func problem(
    isSetUp: Bool, invalidFields: [CardField], isBrandAccepted: Bool
  ) -> PaymentError? {
    if !isSetUp { return PaymentError(.notSetUp) }
    if !invalidFields.isEmpty {
      return PaymentError(
        .invalidFields, invalidFields.map(\.rawValue).joined(separator: ", "))
    }
    if !isBrandAccepted { return PaymentError(.brand) }
    let isZeroFine = usesThreeDSecure2 && amount == 0
    if !isZeroFine, !Self.amounts.contains(amount) { return PaymentError(.amount) }
    func isWrong(_ text: String?, _ length: ClosedRange<Int>) -> Bool {
      text.map { Rules.length($0, length) != nil } ?? false
    }
    // D61: the shop's telephone number is appended to the descriptor.
    if isWrong(dynamicDescriptor ?? merchantPhone.map { _ in "" }, 1...20) {
      return PaymentError(.dynamicDescriptor)
    }
    if let email = profile?.email, Rules.email(email) != nil { return PaymentError(.email) }
    if isWrong(profile?.firstName, 1...80) { return PaymentError(.firstName) }
    if isWrong(profile?.lastName, 1...80) { return PaymentError(.lastName) }
    if isWrong(merchantPhone, 1...13) { return PaymentError(.merchantPhone) }
    return nil
  }
}

/// The fields of the card form, in the order in which they are checked, as the error 9003 names them
/// (D19). A form may have only some of them (D03).
package enum CardField: String, Sendable, CaseIterable {
  case number = "cardNumber"
  case name = "cardHolderName"
  case expiry = "expiryDate"
  case cvv = "security(CVV/CVC)"

  /// Its place in a request.
  package var wireName: String {
    switch self {
    case .number: "card.cardNum"
    case .name: "card.holderName"
    case .expiry: "card.cardExpiry"
    case .cvv: "card.cvv"
    }
  }
}

/// Where the bill goes (D35).
package struct BillingDetails: Hashable, Sendable {
  /// ISO 3166-1, two letters.
  package var country: String
  package var zip: String
  package var city: String?
  package var street: String?
  package var state: String?
  package var phone: String?
  package var nickName: String?
  package var street1: String?
  package var street2: String?

  package init(
    country: String, zip: String, city: String? = nil, street: String? = nil,
    state: String? = nil, phone: String? = nil, nickName: String? = nil
  ) {
    self.country = country
    self.zip = zip
    self.city = city
    self.street = street
    self.state = state
    self.phone = phone
    self.nickName = nickName
  }
}
