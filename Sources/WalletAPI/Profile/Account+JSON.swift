package import WalletModel

extension Account: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.optional("id") ?? AccountID(""),
      customerID: try fields.optional("customerId") ?? CustomerID(""),
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

extension CustomerProfile: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      customerID: try fields.get("customerId"), name: try fields.optional("name") ?? "",
      mobile: try fields.optional("mobile") ?? "", email: try fields.optional("email") ?? "",
      market: try fields.optional("market") ?? .unsaid)
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
