package import WalletAPI
package import WalletModel

extension IncreaseConnector {
  package var paymentLists: [PaymentList] { [PaymentList("card_payments")] }

  package func payments(in list: PaymentList, card: CardID?, after mark: String?)
    -> IssuerCall<IssuerPage<Transaction>>
  {
    let filter = card.map { [WireField("card_id", $0.rawValue)] } ?? []
    return IssuerCall(self.list("/card_payments", after: mark, filter)) {
      json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try Self.payment(json) }
    }
  }

  /// A payment with all its steps; nil: nothing of it remains.
  static func payment(_ json: JSON) throws(WireMalformed) -> Transaction? {
    var fields = try AnswerFields(json)
    let id = try fields.id("id")
    let card = CardID(try fields.id("card_id"))
    guard let created = fields.time("created_at") else {
      throw WireMalformed("created_at", "must be a time")
    }
    var elements: [(category: String, fields: AnswerFields)] = []
    for element in fields.list("elements") {
      guard var element = try? AnswerFields(element), let category = element.text("category"),
        let inner = element.object(category)
      else { continue }
      elements.append((category, inner))
    }
    var state = fields.object("state")
    func sum(_ name: String) -> Int64 { max(0, state?.integer(name) ?? 0) }
    let held = sum("authorized_amount").addingCapped(sum("incremented_amount"))
      .addingCapped(-sum("reversed_amount"))
    let settled = sum("settled_amount")
    let refunded = sum("refunded_amount")
    let decline = elements.first { $0.category == "card_decline" }
    let (type, amount): (TransactionType, Int64)
    switch (decline, settled, refunded, held) {
    case (let decline?, 0, 0, _):
      var decline = decline.fields
      (type, amount) = (.decline, max(0, decline.integer("amount") ?? 0))
    // A payment and its refunds are one record, so it is worth what remains.
    case (_, let paid, let back, _) where back > paid: (type, amount) = (.refund, back - paid)
    case (_, let paid, let back, _) where paid > 0: (type, amount) = (.complete, paid - back)
    case (_, _, _, let held) where held > 0: (type, amount) = (.pending, held)
    default: return nil
    }
    var first = elements.first?.fields
    let currency = Currency((first?.text("currency") ?? "USD").uppercased())
    var payment = Transaction(
      id: TransactionID(id), cardID: card, sequenceID: id, type: type, transactedAt: created,
      settledAt: type == .complete || type == .refund ? created : nil,
      billedAmount: Money(amount, currency),
      description: first?.text("merchant_descriptor") ?? "",
      mcc: first?.text("merchant_category_code"))
    if let decline {
      var decline = decline.fields
      payment.declineReason = type == .decline ? reason(decline.text("reason") ?? "") : nil
    }
    return payment
  }

  private static func reason(_ word: String) -> DeclineReason {
    switch word {
    case "card_not_active": .cardLocked
    case "card_canceled": .cardCancelled
    case "insufficient_funds": .insufficientFunds
    case "breaches_limit": .velocityExceeded
    case "cvv2_mismatch": .cscCheckFailed
    case "card_expiration_mismatch": .expiryCheckFailed
    case "suspected_fraud": .suspicious
    case "entity_not_active", "physical_card_not_active": .cardNotActive
    case "webhook_timed_out": .serviceUnavailable
    default: .declined
    }
  }

  // MARK: News

  package func events(since: Timestamp, after mark: String?) -> IssuerCall<IssuerPage<IssuerEvent>>?
  {
    let query = [WireField("created_at.on_or_after", since.description)]
    return IssuerCall(list("/events", after: mark, query)) { json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try Self.event(json) }
    }
  }

  /// nil: it is about something else.
  private static func event(_ json: JSON) throws(WireMalformed) -> IssuerEvent? {
    var fields = try AnswerFields(json)
    let id = try fields.id("id")
    guard let time = fields.time("created_at") else {
      throw WireMalformed("created_at", "must be a time")
    }
    let category = fields.text("category") ?? ""
    guard category.hasPrefix("card") || category.hasPrefix("digital_wallet_token") else {
      return nil
    }
    let isCard = category.hasPrefix("card.") && fields.text("associated_object_type") == "card"
    let object = isCard ? fields.optionalID("associated_object_id") : nil
    return IssuerEvent(id: id, time: time, card: object.map { CardID($0) })
  }

  package var webhookScheme: WebhookScheme? { .standardWebhooks }

  /// The body is an event.
  package func webhook(_ body: JSON) throws(WireMalformed) -> IssuerWebhook? {
    try Self.event(body).map { IssuerWebhook($0) }
  }
}

extension Int64 {
  /// The sum, at most the largest number there is, and at least 0.
  fileprivate func addingCapped(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : Swift.max(0, sum)
  }
}
