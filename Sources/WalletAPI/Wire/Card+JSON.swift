package import WalletModel

extension Card: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("cardId"), status: try fields.get("status"),
      expiry: try fields.get("expiry"), lastFour: try fields.get("lastFour"),
      bin: try fields.get("bin"), customerID: try fields.get("customerId"),
      cardType: try fields.get("cardType"), programName: try fields.get("programName"),
      currency: try fields.get("currency"), createdDate: try fields.get("createdDate"),
      accountID: try fields.get("accountId"), scheme: try fields.get("scheme"),
      // Ours from here on: another server may leave them out.
      holderName: try fields.optional("holderName") ?? "")
    alias = try fields.optional("alias") ?? ""
    statusDate = try fields.optional("statusDate") ?? createdDate
    statusReason = try fields.optional("statusReason")
    version = try fields.optional("version") ?? 1
    mobile = try fields.optional("mobile")
    deliveryAddress = try fields.optional("deliveryAddress")
    activationDate = try fields.optional("activationDate")
    isPinSet = try fields.optional("isPinSet") ?? false
    externalID = try fields.optional("externalId")
    tokenizations = try fields.optional("tokenizations")
    availableActions = try fields.optional("availableActions")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cardId", id)
      $0.field("status", status)
      $0.field("expiry", expiry)
      $0.field("lastFour", lastFour)
      $0.field("bin", bin)
      $0.field("customerId", customerID)
      $0.field("cardType", cardType)
      $0.field("programName", programName)
      $0.field("currency", currency)
      $0.field("createdDate", createdDate)
      $0.field("accountId", accountID)
      $0.field("scheme", scheme)
      $0.field("holderName", holderName)
      $0.field("alias", alias)
      $0.field("statusDate", statusDate)
      $0.optional("statusReason", statusReason)
      $0.field("version", version)
      $0.optional("mobile", mobile)
      $0.optional("deliveryAddress", deliveryAddress)
      $0.optional("activationDate", activationDate)
      $0.field("isPinSet", isPinSet)
      $0.optional("externalId", externalID)
      $0.optional("tokenizations", tokenizations)
      $0.optional("availableActions", availableActions)
    }
  }
}

extension CardExpiry: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(month: try fields.get("month"), year: try fields.get("year"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("month", month)
      $0.field("year", year)
    }
  }
}

extension AvailableAction: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(try fields.get("action"))
  }
  package func write(to writer: inout JSONWriter) { writer.object { $0.field("action", action) } }
}

extension MobileWalletTokenization: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      dpanRef: try fields.get("dpanRef"), walletID: try fields.optional("walletId"),
      walletType: try fields.get("walletType"), status: try fields.get("status"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("dpanRef", dpanRef)
      $0.optional("walletId", walletID)
      $0.field("walletType", walletType)
      $0.field("status", status)
    }
  }
}

extension DeliveryAddress: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json, needs: "address1", "city", "countryCode", "postalCode")
    self.init(
      address1: try fields.get("address1"), address2: try fields.optional("address2"),
      address3: try fields.optional("address3"), city: try fields.get("city"),
      countryCode: try fields.get("countryCode"), state: try fields.optional("state"),
      postalCode: try fields.get("postalCode"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("address1", address1)
      $0.optional("address2", address2)
      $0.optional("address3", address3)
      $0.field("city", city)
      $0.field("countryCode", countryCode)
      $0.optional("state", state)
      $0.field("postalCode", postalCode)
    }
  }

  /// For a request that holds a PIN beside it.
  var json: JSON {
    var fields: [(name: String, value: JSON)] = [("address1", .string(address1))]
    if let address2 { fields.append(("address2", .string(address2))) }
    if let address3 { fields.append(("address3", .string(address3))) }
    fields.append(("city", .string(city)))
    fields.append(("countryCode", .string(countryCode)))
    if let state { fields.append(("state", .string(state))) }
    fields.append(("postalCode", .string(postalCode)))
    return .object(fields)
  }
}

extension CardList: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      cards: try fields.get("cards"), meta: try fields.get("meta"),
      damaged: try fields.optional("damaged") ?? [])
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cards", cards)
      $0.field("meta", meta)
      if !damaged.isEmpty { $0.field("damaged", damaged) }
    }
  }
}

extension PagingResultMeta: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      numberOfRecords: try fields.reckoned("numberOfRecords"), limit: try fields.get("limit"),
      page: try fields.get("page"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("numberOfRecords", numberOfRecords)
      $0.field("limit", limit)
      $0.field("page", page)
    }
  }
}

extension DamagedRecord: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(id: try fields.get("id"), position: try fields.get("position"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("position", position)
    }
  }
}

extension CardProgram: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      cardType: try fields.get("cardType"), scheme: try fields.get("scheme"),
      name: try fields.get("name"), currencies: try fields.get("currencies"),
      // A33: these two have defaults.
      allowableCards: try fields.optional("allowableCards") ?? 1,
      isDigital: try fields.optional("isDigital") ?? false)
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cardType", cardType)
      $0.field("scheme", scheme)
      $0.field("name", name)
      $0.field("currencies", currencies)
      $0.field("allowableCards", allowableCards)
      $0.field("isDigital", isDigital)
    }
  }
}
