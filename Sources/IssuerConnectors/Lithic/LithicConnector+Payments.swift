package import WalletAPI
package import WalletModel

extension LithicConnector {
  package var paymentLists: [PaymentList] { [PaymentList("transactions")] }

  package func payments(in list: PaymentList, card: CardID?, after mark: String?)
    -> IssuerCall<IssuerPage<Transaction>>
  {
    let filter = card.map { [WireField("card_token", $0.rawValue)] } ?? []
    return IssuerCall(self.list("/v1/transactions", after: mark, filter)) {
      json throws(WireMalformed) in
      try page(json) { json throws(WireMalformed) in try Self.payment(json) }
    }
  }

  /// nil: nothing of it remains, as of an authorisation that has expired.
  static func payment(_ json: JSON) throws(WireMalformed) -> Transaction? {
    var fields = try AnswerFields(json)
    let id = try fields.id("token")
    let card = CardID(try fields.id("card_token"))
    guard let created = fields.time("created") else {
      throw WireMalformed("created", "must be a time")
    }
    let status = fields.text("status") ?? ""
    if status == "VOIDED" || status == "EXPIRED" { return nil }
    let amounts = Amounts(&fields)
    let isCredit = amounts.isCredit(settled: status == "SETTLED")
    let type: TransactionType =
      switch status {
      case "PENDING": .pending
      case "SETTLED": isCredit ? .refund : .complete
      case "DECLINED": .decline
      default: .other(status)
      }
    let billed = amounts.billed(type)
    var merchant = fields.object("merchant")
    var payment = Transaction(
      id: TransactionID(id), cardID: card, sequenceID: id, type: type, transactedAt: created,
      settledAt: status == "SETTLED" ? fields.time("updated") : nil, billedAmount: billed,
      transactedAmount: amounts.merchant ?? billed,
      description: merchant?.text("descriptor") ?? "", mcc: merchant?.text("mcc"))
    payment.updatedAt = fields.time("updated") ?? created
    if type == .decline { payment.declineReason = reason(&fields) }
    return payment
  }

  /// The amounts of a payment, positive, and its direction.
  private struct Amounts {
    private var held: Money?
    private var settled: Money?
    private var cardholder: Money?
    private(set) var merchant: Money?
    private var isNegative = false

    init(_ fields: inout AnswerFields) {
      if var amounts = fields.object("amounts") {
        held = money(amounts.object("hold"))
        settled = money(amounts.object("settlement"))
        cardholder = money(amounts.object("cardholder"))
        merchant = money(amounts.object("merchant"))
        return
      }
      // Privacy.com, and the older scalars of Lithic.
      let dollars = Currency("USD")
      held = scalar(fields.integer("authorization_amount"), dollars)
      settled = scalar(fields.integer("settled_amount"), dollars)
      cardholder = scalar(fields.integer("amount"), dollars)
      merchant = scalar(
        fields.integer("merchant_amount"), Currency(fields.text("merchant_currency") ?? "USD"))
    }

    private mutating func money(_ fields: AnswerFields?) -> Money? {
      guard var fields else { return nil }
      return scalar(
        fields.integer("amount"), Currency((fields.text("currency") ?? "USD").uppercased()))
    }

    private mutating func scalar(_ amount: Int64?, _ currency: Currency) -> Money? {
      guard let amount, amount != 0 else { return nil }
      if amount < 0 { isNegative = true }
      return Money(Int64(clamping: amount.magnitude), currency)
    }

    /// Credits have negative amounts.
    func isCredit(settled: Bool) -> Bool { settled && isNegative }

    func billed(_ type: TransactionType) -> Money {
      let found =
        switch type {
        case .pending: held ?? cardholder
        case .complete, .refund: settled ?? cardholder
        case .decline, .other: cardholder ?? held ?? merchant
        }
      return found ?? Money(0, cardholder?.currency ?? Currency("USD"))
    }
  }

  /// The first of the results that says more than that it was declined.
  private static func reason(_ fields: inout AnswerFields) -> DeclineReason {
    var words = [fields.text("result") ?? ""]
    for event in fields.list("events") {
      guard var event = try? AnswerFields(event) else { continue }
      words += event.list("detailed_results").compactMap { try? String(json: $0) }
      words.append(event.text("result") ?? "")
    }
    for word in words { if let reason = reasons[word] { return reason } }
    return .declined
  }

  /// The words of `result` and `detailed_results`; others are DECLINED.
  private static let reasons: [String: DeclineReason] = {
    let groups: [(DeclineReason, [String])] = [
      (.cardLocked, ["CARD_PAUSED"]), (.cardCancelled, ["CARD_CLOSED"]),
      (
        .cardNotActive,
        ["CARD_NOT_ACTIVATED", "ACCOUNT_PAUSED", "INACTIVE_ACCOUNT", "PROGRAM_SUSPENDED"]
      ),
      (.cardExpired, ["CARD_EXPIRED"]), (.expiryCheckFailed, ["CARD_EXPIRY_DATE_INCORRECT"]),
      (.cscCheckFailed, ["CARD_SECURITY_CODE_INCORRECT"]),
      (.avsCheckFailed, ["ADDRESS_INCORRECT"]),
      (
        .insufficientFunds,
        ["INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS_PRELOAD", "INSUFFICIENT_FUNDING_SOURCE_BALANCE"]
      ),
      (.fundingError, ["BANK_CONNECTION_ERROR", "BANK_NOT_VERIFIED"]),
      (
        .velocityExceeded,
        [
          "USER_TRANSACTION_LIMIT", "CARD_SPEND_LIMIT_EXCEEDED", "ACCOUNT_SPEND_LIMIT_EXCEEDED",
          "CARD_DAILY_SPEND_LIMIT_EXCEEDED", "ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED",
          "ACCOUNT_LIFETIME_SPEND_LIMIT_EXCEEDED",
        ]
      ),
      (
        .merchantBlocked,
        [
          "UNAUTHORIZED_MERCHANT", "MERCHANT_BLACKLIST",
          "MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE", "MERCHANT_NOT_PERMITTED",
        ]
      ),
      (.merchantCodeBlocked, ["AUTH_RULE_BLOCKED_MCC", "AUTH_RULE_ALLOWED_MCC"]),
      (.merchantCountryBlocked, ["AUTH_RULE_BLOCKED_COUNTRY", "AUTH_RULE_ALLOWED_COUNTRY"]),
      (.suspicious, ["SUSPECTED_FRAUD", "FRAUD_ADVICE", "SECURITY_VIOLATION"]),
      (.cardStopped, ["SINGLE_USE_RECHARGED", "SINGLE_USE_CARD_REATTEMPTED"]),
      (
        .serviceUnavailable,
        ["UNKNOWN_HOST_TIMEOUT", "LITHIC_SYSTEM_ERROR", "CUSTOMER_ASA_TIMEOUT"]
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { reason, words in words.map { ($0, reason) } })
  }()

  // MARK: News

  package func events(since: Timestamp, after mark: String?) -> IssuerCall<IssuerPage<IssuerEvent>>?
  {
    // Privacy.com has none.
    guard dialect == .lithic else { return nil }
    let query = [
      WireField("begin", since.description), WireField("event_types", Self.eventTypes),
      WireField("with_content", "true"),
    ]
    return IssuerCall(list("/v1/events", after: mark, query)) { json throws(WireMalformed) in
      try page(json) { json throws(WireMalformed) in try Self.event(json) }
    }
  }

  private static let eventTypes = [
    "card.created", "card.updated", "card.converted", "card.renewed", "card.reissued",
    "card.shipped", "card_transaction.updated", "tokenization.updated", "balance.updated",
  ].joined(separator: ",")

  private static func event(_ json: JSON) throws(WireMalformed) -> IssuerEvent {
    var fields = try AnswerFields(json)
    let id = try fields.id("token")
    guard let time = fields.time("created") else {
      throw WireMalformed("created", "must be a time")
    }
    var payload = fields.object("payload")
    return IssuerEvent(
      id: id, time: time, card: payload?.optionalID("card_token").map { CardID($0) })
  }

  package var webhookScheme: WebhookScheme? { dialect == .lithic ? .standardWebhooks : nil }

  /// The body is the payload of an event, with its type.
  package func webhook(_ body: JSON) throws(WireMalformed) -> IssuerWebhook? {
    var fields = try AnswerFields(body)
    let type = fields.text("event_type") ?? ""
    guard Self.eventTypes.split(separator: ",").contains(where: { $0 == type }) else { return nil }
    return IssuerWebhook(card: fields.optionalID("card_token").map { CardID($0) })
  }
}
