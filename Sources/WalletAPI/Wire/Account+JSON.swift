package import WalletModel

extension Account: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("id"), customerID: try fields.get("customerId"),
      currency: try fields.get("currencyCode"), totalBalance: try fields.get("totalBalance"),
      availableBalance: try fields.get("availableBalance"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("customerId", customerID)
      $0.field("currencyCode", currency)
      $0.field("totalBalance", totalBalance)
      $0.field("availableBalance", availableBalance)
    }
  }
}

extension Transaction: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("id"), cardID: try fields.get("cardId"), type: try fields.get("type"),
      transactedAt: try fields.get("transactedAt"), settledAt: try fields.optional("settledAt"),
      billedAmount: try fields.get("billedAmount"),
      transactedAmount: try fields.optional("transactedAmount"),
      description: try fields.get("description"),
      declineReason: try fields.optional("declineReason"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("cardId", cardID)
      $0.field("type", type)
      $0.field("transactedAt", transactedAt)
      $0.optional("settledAt", settledAt)
      $0.field("billedAmount", billedAmount)
      $0.field("transactedAmount", transactedAmount)
      $0.field("description", description)
      $0.optional("declineReason", declineReason)
    }
  }
}

extension CustomerProfile: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      customerID: try fields.get("customerId"), name: try fields.get("name"),
      mobile: try fields.get("mobile"), email: try fields.get("email"),
      market: try fields.get("market"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("customerId", customerID)
      $0.field("name", name)
      $0.field("mobile", mobile)
      $0.field("email", email)
      $0.field("market", market)
    }
  }
}
