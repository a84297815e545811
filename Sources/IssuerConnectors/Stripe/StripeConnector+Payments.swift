package import WalletAPI
package import WalletModel

extension StripeConnector {
  /// Authorisations hold money, transactions move it.
  package var paymentLists: [PaymentList] { [Self.authorizations, Self.transactions] }
  private static let authorizations = PaymentList("authorizations")
  private static let transactions = PaymentList("transactions")

  package func payments(in list: PaymentList, card: CardID?, after mark: String?)
    -> IssuerCall<IssuerPage<Transaction>>
  {
    let filter = card.map { [WireField("card", $0.rawValue)] } ?? []
    return IssuerCall(self.list("/v1/issuing/" + list.name, after: mark, filter)) {
      json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in
        try list == Self.authorizations ? Self.authorization(json) : Self.transaction(json)
      }
    }
  }

  /// What is held, or was declined; nil: its transactions stand for it, or nothing remains.
  static func authorization(_ json: JSON) throws(WireMalformed) -> Transaction? {
    var fields = try AnswerFields(json)
    let id = try fields.id("id")
    let isApproved = fields.flag("approved") ?? false
    let status = fields.text("status") ?? ""
    let history = fields.list("request_history")
    let type: TransactionType
    switch (status, isApproved) {
    case ("pending", true): type = .pending
    case ("closed", false): type = .decline
    default: return nil
    }
    let currency = Currency((fields.text("currency") ?? "").uppercased())
    var last = history.last.flatMap { try? AnswerFields($0) }
    let amount =
      type == .decline ? last?.integer("amount") ?? 0 : fields.integer("amount") ?? 0
    if type == .pending, amount <= 0 { return nil }
    var payment = try Self.payment(id, type, positive(amount), currency, &fields, sequence: id)
    if type == .decline {
      payment.declineReason = reason(last?.text("reason") ?? "", &fields)
    }
    return payment
  }

  static func transaction(_ json: JSON) throws(WireMalformed) -> Transaction? {
    var fields = try AnswerFields(json)
    let id = try fields.id("id")
    let type: TransactionType =
      switch fields.text("type") ?? "" {
      case "capture": .complete
      case "refund": .refund
      case let word: .other(word)
      }
    let currency = Currency((fields.text("currency") ?? "").uppercased())
    // What was spent is negative.
    let amount = positive(fields.integer("amount") ?? 0)
    let sequence = fields.optionalID("authorization") ?? id
    var payment = try Self.payment(id, type, amount, currency, &fields, sequence: sequence)
    payment.settledAt = payment.transactedAt
    return payment
  }

  private static func positive(_ amount: Int64) -> Int64 { Int64(clamping: amount.magnitude) }

  private static func payment(
    _ id: String, _ type: TransactionType, _ amount: Int64, _ currency: Currency,
    _ fields: inout AnswerFields, sequence: String
  ) throws(WireMalformed) -> Transaction {
    // An id, or the whole card.
    var whole = fields.object("card")
    guard let card = whole?.optionalID("id") ?? fields.optionalID("card") else {
      throw WireMalformed("card", "must be an id")
    }
    guard let created = fields.unixTime("created") else {
      throw WireMalformed("created", "must be a time")
    }
    let billed = Money(amount, currency)
    let shop = fields.text("merchant_currency").map { Currency($0.uppercased()) } ?? currency
    let transacted = fields.integer("merchant_amount").map { Money(positive($0), shop) }
    var merchant = fields.object("merchant_data")
    return Transaction(
      id: TransactionID(id), cardID: CardID(card), sequenceID: sequence, type: type,
      transactedAt: created, billedAmount: billed, transactedAmount: transacted,
      description: merchant?.text("name") ?? "", mcc: merchant?.text("category_code"))
  }

  private static func reason(_ word: String, _ fields: inout AnswerFields) -> DeclineReason {
    switch word {
    case "card_inactive": return .cardLocked
    case "card_canceled": return .cardCancelled
    case "card_expired": return .cardExpired
    case "cardholder_inactive", "cardholder_blocked", "cardholder_verification_required",
      "account_disabled":
      return .cardNotActive
    case "insufficient_funds": return .insufficientFunds
    case "spending_controls": return .velocityExceeded
    case "suspected_fraud", "pin_blocked": return .suspicious
    case "webhook_error", "webhook_timeout", "stripe_internal_error", "network_fallback":
      return .serviceUnavailable
    case "verification_failed": return check(&fields)
    default: return .declined
    }
  }

  /// Which of the given details was wrong.
  private static func check(_ fields: inout AnswerFields) -> DeclineReason {
    var data = fields.object("verification_data")
    if data?.text("cvc_check") == "mismatch" { return .cscCheckFailed }
    if data?.text("expiry_check") == "mismatch" { return .expiryCheckFailed }
    let address = [data?.text("address_line1_check"), data?.text("address_postal_code_check")]
    return address.contains("mismatch") ? .avsCheckFailed : .declined
  }

  // MARK: News

  package func events(since: Timestamp, after mark: String?) -> IssuerCall<IssuerPage<IssuerEvent>>?
  {
    let types = Self.eventTypes.map { WireField("types[]", $0) }
    let begin = WireField("created[gte]", "\(since.milliseconds / 1000)")
    return IssuerCall(list("/v1/events", after: mark, types + [begin])) {
      json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try Self.event(json) }
    }
  }

  private static let eventTypes = [
    "issuing_authorization.created", "issuing_authorization.updated", "issuing_card.created",
    "issuing_card.updated", "issuing_cardholder.updated", "issuing_transaction.created",
    "issuing_transaction.updated",
  ]

  private static func event(_ json: JSON) throws(WireMalformed) -> IssuerEvent {
    var fields = try AnswerFields(json)
    let id = try fields.id("id")
    guard let time = fields.unixTime("created") else {
      throw WireMalformed("created", "must be a time")
    }
    let type = fields.text("type") ?? ""
    var data = fields.object("data")
    var object = data?.object("object")
    var card = object?.object("card")
    let isCard = type.hasPrefix("issuing_card.")
    let found =
      isCard ? object?.optionalID("id") : card?.optionalID("id") ?? object?.optionalID("card")
    return IssuerEvent(id: id, time: time, card: found.map { CardID($0) })
  }

  package var webhookScheme: WebhookScheme? { .stripe }

  /// The body is an event.
  package func webhook(_ body: JSON) throws(WireMalformed) -> IssuerWebhook? {
    var fields = try AnswerFields(body)
    guard fields.text("type")?.hasPrefix("issuing_") ?? false else { return nil }
    return IssuerWebhook(try Self.event(body))
  }
}
