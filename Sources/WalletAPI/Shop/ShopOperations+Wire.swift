package import WalletModel

extension TransactionQuery {
  static let parameters: [Documented.QueryParameter] = [
    .startDate, .endDate, .sortOrder, .limit(defaultLimit), .nextToken,
  ]

  var wireFields: [WireField] {
    var fields: [WireField] = []
    if let from { fields.append(WireField("startDate", from.description)) }
    if let to { fields.append(WireField("endDate", to.description)) }
    fields.append(WireField("sortOrder", order.rawValue))
    fields.append(WireField("limit", String(limit)))
    if let nextToken { fields.append(WireField("nextToken", nextToken)) }
    return fields
  }

  init(wire request: WireRequest) throws(WireMalformed) {
    var parameters = WireParameters(request)
    self.init(
      from: try parameters.time("startDate"), to: try parameters.time("endDate"),
      order: try parameters.word("sortOrder") ?? .descending,
      limit: try parameters.integer("limit") ?? Self.defaultLimit,
      nextToken: try parameters.text("nextToken"))
    try parameters.end()
  }
}

extension ListTransactions {
  package typealias Response = TransactionPage
  package var wireIDs: [String] { [id.rawValue] }
  package static var takesQuery: Bool { true }
  package var wireQuery: [WireField] { query.wireFields }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]), try TransactionQuery(wire: request))
  }
}

extension ListAllTransactions {
  package typealias Response = TransactionPage
  package static var takesQuery: Bool { true }
  package var wireQuery: [WireField] { query.wireFields }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(try TransactionQuery(wire: request))
  }
}

extension ListMerchants {
  package init(wire request: WireRequest, ids: [String]) {
    self.init()
  }
  package static func encode(_ response: [Merchant]) -> WireBody { wrapped("merchants", response) }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> [Merchant] {
    try unwrapped("merchants", body)
  }
}

extension ListRates {
  package init(wire request: WireRequest, ids: [String]) {
    self.init()
  }
  package static func encode(_ response: [ConversionRate]) -> WireBody {
    wrapped("rates", response)
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> [ConversionRate] {
    try unwrapped("rates", body)
  }
}

extension Authorize {
  package typealias Response = ShopReceipt

  package var wireBody: WireBody {
    var fields: [(name: String, value: JSON)] = []
    switch card {
    case .card(let id): fields.append(("cardId", .string(id.rawValue)))
    case .number(let number, let expiry, let csc, let postalCode):
      fields.append(("cardNumber", .secret(number)))
      fields.append(
        (
          "expiry",
          .object([
            ("month", .integer(Int64(expiry.month))), ("year", .integer(Int64(expiry.year))),
          ])
        ))
      if let csc { fields.append(("csc", .secret(csc))) }
      if let postalCode {
        fields.append(("billingAddress", .object([("postalCode", .string(postalCode))])))
      }
    }
    fields.append(("merchantId", .string(merchantID)))
    fields.append(("amount", .integer(amount.minorUnits)))
    if let currency = amount.currency {
      fields.append(("currencyCode", .string(currency.code)))
    }
    return .secret(JSON.object(fields).sealed())
  }

  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(
      try JSON.read(request.body), needs: "merchantId", "amount")
    let card: PresentedCard
    if let id: CardID = try fields.optional("cardId") {
      for name in ["cardNumber", "csc"] where fields.value(name) != nil {
        throw WireMalformed(name, "cannot be given together with cardId")
      }
      card = .card(id)
    } else {
      var postalCode: String?
      if let address = fields.value("billingAddress") {
        var address = try JSONFields(address)
        postalCode = try address.optional("postalCode")
      }
      card = .number(
        try fields.secret("cardNumber"), expiry: try fields.get("expiry", GivenExpiry.self).expiry,
        csc: try fields.optionalSecret("csc"), postalCode: postalCode)
    }
    self.init(card, at: try fields.get("merchantId"), try ShopAmount(&fields))
  }
}

/// An expiry that somebody gave: whether it is one is said with the other fields.
private struct GivenExpiry: JSONReadable {
  let expiry: CardExpiry
  init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    expiry = CardExpiry(month: try fields.get("month"), year: try fields.get("year"))
  }
}

extension ShopAmount {
  init(_ fields: inout JSONFields) throws(WireMalformed) {
    self.init(try fields.get("amount"), try fields.optional("currencyCode"))
  }

  init(_ request: WireRequest) throws(WireMalformed) {
    self = try JSONReader.read(try JSON.read(request.body), isRequest: true)
  }

  var wireBody: WireBody { .plain(JSONWriter.bytes(of: self, capacity: 64)) }
}

extension IncrementAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var wireBody: WireBody { amount.wireBody }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0], try ShopAmount(request))
  }
}

extension ReverseAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var wireBody: WireBody { amount.wireBody }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0], try ShopAmount(request))
  }
}

extension ExpireAuthorization {
  package static var takesBody: Bool { false }
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package init(wire request: WireRequest, ids: [String]) {
    self.init(ids[0])
  }
}

extension DebitAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var wireBody: WireBody { amount.wireBody }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0], try ShopAmount(request))
  }
}

extension RefundDebit {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var wireBody: WireBody { amount.wireBody }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0], try ShopAmount(request))
  }
}
