package import WalletModel

extension Transaction: JSONValue {
  /// Only what other servers have in common is needed.
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    let id: TransactionID = try fields.get("id")
    let owner: CustomerID? = try fields.optional("owner")
    let version: Int? = try fields.optionalReckoned("version", 1...Int.max)
    self.init(
      id: id, owner: owner ?? CustomerID(""), cardID: try fields.optional("cardId") ?? CardID(""),
      sequenceID: try fields.optional("sequenceId"), type: try fields.get("type"),
      sortDate: try fields.optional("sortDate"), transactedAt: try fields.get("transactedAt"),
      settledAt: try fields.optional("settledAt"),
      billedAmount: try fields.get("billedAmount"),
      transactedAmount: try fields.optional("transactedAmount"),
      description: try fields.optional("description") ?? "",
      declineReason: try fields.optional("declineReason"),
      detail: fields.readable("detail"))
    self.version = version ?? 1
    createdAt = try fields.optional("createdAt") ?? transactedAt
    updatedAt = try fields.optional("updatedAt") ?? createdAt
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      if isDamaged { return $0.field("damaged", true) }
      $0.field("owner", owner)
      $0.field("version", version)
      $0.field("cardId", cardID)
      $0.field("sequenceId", sequenceID)
      $0.field("type", type)
      $0.field("sortDate", sortDate)
      $0.field("transactedAt", transactedAt)
      $0.optional("settledAt", settledAt)
      $0.field("billedAmount", billedAmount)
      $0.field("transactedAmount", transactedAmount)
      $0.field("description", description)
      $0.optional("declineReason", declineReason)
      $0.field("detail", detail)
      $0.field("createdAt", createdAt)
      $0.field("updatedAt", updatedAt)
    }
  }
}

extension Transaction: ListRecord {
  package static var idName: String { "id" }
  package static func damaged(id: String) -> Transaction {
    var payment = Transaction(
      id: TransactionID(id), cardID: CardID(""), type: .unsaid,
      transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(0, Currency("")),
      description: "")
    payment.isDamaged = true
    return payment
  }
}

extension ChargeDetail: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    let amount: Money = try fields.get("virtualCardAmount")
    let markup: Markup = try fields.get("markup")
    let charged: Money = try fields.get("markupAmount")
    let funded: Money = try fields.get("fundingSourceAmount")
    // The sums are the server's. Made here they could be too large.
    self.init(
      amount: Money(0, amount.currency), markup: .none,
      transactedAt: try fields.get("transactedAt"),
      settledAt: try fields.optional("settledAt"),
      fundingSourceID: try fields.get("fundingSourceId"),
      description: try fields.get("description"), state: try fields.get("state"),
      continues: try fields.optional("continuationOfExistingCharge") ?? false)
    virtualCardAmount = amount
    self.markup = markup
    markupAmount = charged
    fundingSourceAmount = funded
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("virtualCardAmount", virtualCardAmount)
      $0.field("markup", markup)
      $0.field("markupAmount", markupAmount)
      $0.field("fundingSourceAmount", fundingSourceAmount)
      $0.field("transactedAt", transactedAt)
      $0.optional("settledAt", settledAt)
      $0.field("fundingSourceId", fundingSourceID)
      $0.field("description", description)
      $0.field("state", state)
      $0.field("continuationOfExistingCharge", continuationOfExistingCharge)
    }
  }
}

extension Markup: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      percent: try fields.get("percent"), flat: try fields.optional("flat") ?? 0,
      minCharge: try fields.optional("minCharge"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("percent", percent)
      $0.field("flat", flat)
      $0.optional("minCharge", minCharge)
    }
  }
}

extension TransactionPage: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(try fields.records("transactions"), nextToken: try fields.optional("nextToken"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("transactions", transactions)
      $0.optional("nextToken", nextToken)
    }
  }
}

extension Merchant: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("id"), name: try fields.get("name"), mcc: try fields.get("mcc"),
      city: try fields.get("city"), state: try fields.optional("state"),
      postalCode: try fields.get("postalCode"), country: try fields.get("country"),
      currency: try fields.get("currency"),
      declineBeforeAuthorization: try fields.optional("declineBeforeAuthorization") ?? false,
      declineAfterAuthorization: try fields.optional("declineAfterAuthorization") ?? false,
      createdAt: try fields.get("createdAt"), updatedAt: try fields.get("updatedAt"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      if isDamaged { return $0.field("damaged", true) }
      $0.field("name", name)
      $0.field("mcc", mcc)
      $0.field("city", city)
      $0.optional("state", state)
      $0.field("postalCode", postalCode)
      $0.field("country", country)
      $0.field("currency", currency)
      $0.field("declineBeforeAuthorization", declineBeforeAuthorization)
      $0.field("declineAfterAuthorization", declineAfterAuthorization)
      $0.field("createdAt", createdAt)
      $0.field("updatedAt", updatedAt)
    }
  }
}

extension ConversionRate: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(try fields.get("currency"), perEuro: try fields.reckoned("perEuro", 0...Int64.max))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("currency", currency)
      if isDamaged { return $0.field("damaged", true) }
      $0.field("perEuro", perEuro)
    }
  }
}

extension Merchant: ListRecord {
  package static var idName: String { "id" }
  package static func damaged(id: String) -> Merchant {
    let never = Timestamp(milliseconds: 0)
    var merchant = Merchant(
      id: id, name: "", mcc: "", city: "", postalCode: "", country: "", currency: Currency(""),
      createdAt: never, updatedAt: never)
    merchant.isDamaged = true
    return merchant
  }
}

extension ConversionRate: ListRecord {
  package static var idName: String { "currency" }
  package static func damaged(id: String) -> ConversionRate {
    var rate = ConversionRate(Currency(id), perEuro: 0)
    rate.isDamaged = true
    return rate
  }
}

extension ShopReceipt: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("id"), billedAmount: try fields.get("billedAmount"),
      declineReason: try fields.optional("declineReason"),
      createdAt: try fields.get("createdAt"), updatedAt: try fields.get("updatedAt"))
    approved = try fields.get("approved")
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("approved", approved)
      $0.field("billedAmount", billedAmount)
      $0.optional("declineReason", declineReason)
      $0.field("createdAt", createdAt)
      $0.field("updatedAt", updatedAt)
    }
  }
}
