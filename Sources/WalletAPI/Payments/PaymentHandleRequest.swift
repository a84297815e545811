package import ThreeDSecure
package import WalletModel

/// What `CreatePaymentHandle` is asked (D18–D39): the card, what it pays, and data for the bank.
package struct PaymentHandleRequest: WireRecord, BodyRecord {
  package var card: PayingCard
  /// The shop, one of `ListMerchants`.
  package var merchantID: String
  package var options: PaymentOptions
  /// The shop's data for the bank; nil: there are none beside the payment.
  package var threeDS: ThreeDSRequest?
  /// D28.
  package var simulator: SimulatorType
  /// D27.
  package var render: RenderType
  /// Words that were not known, for the field errors.
  package private(set) var wordErrors: [FieldError] = []

  package init(
    _ card: PayingCard, at merchantID: String, _ options: PaymentOptions,
    threeDS: ThreeDSRequest? = nil, simulator: SimulatorType = .external,
    render: RenderType = .both
  ) {
    self.card = card
    self.merchantID = merchantID
    self.options = options
    self.threeDS = threeDS
    self.simulator = simulator
    self.render = render
  }

  package static var blank: PaymentHandleRequest {
    PaymentHandleRequest(
      .entered(EnteredCard()), at: "",
      PaymentOptions(amount: 0, currency: .blank, merchantRefNum: "", accountID: ""))
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var (typed, own, saved) = parts
    var type = options.transactionType == .payment ? nil : Word(options.transactionType)
    var account: String? = options.accountID.isEmpty ? nil : options.accountID
    var descriptor = MerchantDescriptor(options)
    var simulated = simulator == .external ? nil : Word(simulator)
    var drawn = render == .both ? nil : Word(render)
    var links = options.returnLinks.isEmpty ? nil : options.returnLinks
    try v.field("merchantRefNum", &options.merchantRefNum, .visible(1, 64))
    try v.optional("transactionType", &type)
    try v.field("amount", &options.amount, .documented(0, PaymentOptions.amounts.upperBound))
    try v.field("currencyCode", &options.currency)
    try v.field("merchantId", &merchantID, .id)
    try v.optional("accountId", &account, .digits(1, 20))
    try v.optional("card", &typed)
    try v.optional("cardId", &own)
    try v.optional("savedCardId", &saved, .id)
    try v.optional("merchantDescriptor", &descriptor)
    try v.optional("profile", &options.profile)
    try v.optional("billingDetails", &options.billing)
    try v.optional("shippingDetails", &options.delivery)
    try v.optional("returnLinks", &links)
    try v.optional("threeDs", &threeDS)
    try v.optional("simulator", &simulated)
    try v.optional("renderType", &drawn)
    guard V.isReading else { return }
    take(typed, own, saved)
    options.transactionType = wordErrors.value(type, "transactionType") ?? .payment
    options.accountID = account ?? ""
    // D61: an object without it has an empty one, which is refused.
    options.dynamicDescriptor = descriptor.map { $0.dynamicDescriptor ?? "" }
    options.merchantPhone = descriptor?.phone
    options.returnLinks = links ?? []
    options.usesThreeDSecure2 = threeDS?.useThreeDSecureVersion2 ?? false
    simulator = wordErrors.value(simulated, "simulator") ?? .external
    render = wordErrors.value(drawn, "renderType") ?? .both
  }

  private var parts: (EnteredCard?, CardID?, String?) {
    switch card {
    case .entered(let card): (card, nil, nil)
    case .own(let id): (nil, id, nil)
    case .saved(let id, let cvv): (cvv.map { EnteredCard(cvv: $0) }, nil, id)
    }
  }

  private mutating func take(_ typed: EnteredCard?, _ own: CardID?, _ saved: String?) {
    if let saved {
      card = .saved(saved, cvv: typed?.cvv)
      if own != nil {
        wordErrors.add("cardId", .verbatim("cannot be given together with savedCardId"))
      }
    } else if let own {
      card = .own(own)
      if typed != nil {
        wordErrors.add("card", .verbatim("cannot be given together with cardId"))
      }
    } else {
      card = .entered(typed ?? EnteredCard())
    }
  }
}

/// The text on the statement of the card's owner.
package struct MerchantDescriptor: WireRecord {
  private(set) var dynamicDescriptor: String?
  private(set) var phone: String?

  init?(_ options: PaymentOptions) {
    if options.dynamicDescriptor == nil && options.merchantPhone == nil { return nil }
    (dynamicDescriptor, phone) = (options.dynamicDescriptor, options.merchantPhone)
  }
  private init() {}

  package static var blank: MerchantDescriptor { MerchantDescriptor() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("dynamicDescriptor", &dynamicDescriptor, .text(1, 20), isAlwaysWritten: true)
    try v.optional("phone", &phone, .text(1, 13))
  }
}

extension EnteredCard: WireRecord {
  package static var blank: EnteredCard { EnteredCard() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var given = expiry.map(GivenExpiry.init)
    try v.optionalSecret("cardNum", &number, .digits(12, 19))
    try v.optional("cardExpiry", &given)
    try v.optionalSecret("cvv", &cvv, .digits(3, 4))
    try v.optional("holderName", &holderName, .visible(2, 24))
    if V.isReading { expiry = given?.expiry }
  }
}
