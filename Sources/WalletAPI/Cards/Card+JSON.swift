package import WalletModel

extension Card: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("cardId"), status: try fields.get("status"),
      // Without these it is a card all the same, and its server need not say them.
      expiry: try fields.optional("expiry") ?? .unsaid,
      lastFour: try fields.optional("lastFour") ?? "",
      bin: try fields.optional("bin") ?? "",
      customerID: try fields.optional("customerId") ?? CustomerID(""),
      cardType: try fields.optional("cardType") ?? .unsaid,
      programName: try fields.optional("programName") ?? "",
      currency: try fields.optional("currency") ?? Currency(""),
      createdDate: try fields.optional("createdDate"),
      accountID: try fields.optional("accountId") ?? AccountID(""),
      scheme: try fields.optional("scheme") ?? .unsaid,
      holderName: try fields.optional("holderName") ?? "")
    alias = try fields.optional("alias") ?? ""
    statusDate = try fields.optional("statusDate") ?? createdDate
    statusReason = try fields.optional("statusReason")
    version = try fields.optionalReckoned("version", 1...Int.max) ?? 1
    mobile = try fields.optional("mobile")
    deliveryAddress = try fields.optional("deliveryAddress", AnswerAddress.self)?.address
    activationDate = try fields.optional("activationDate")
    isPinSet = try fields.optional("isPinSet") ?? false
    externalID = try fields.optional("externalId")
    tokenizations = try fields.optionalRecords("tokenizations")
    if fields.value("availableActions") != nil {
      availableActions = fields.readable("availableActions")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cardId", id)
      $0.field("status", status)
      if expiry != .unsaid { $0.field("expiry", expiry) }
      $0.field("lastFour", lastFour)
      $0.field("bin", bin)
      $0.field("customerId", customerID)
      $0.field("cardType", cardType)
      $0.field("programName", programName)
      $0.field("currency", currency)
      $0.optional("createdDate", createdDate)
      $0.field("accountId", accountID)
      $0.field("scheme", scheme)
      $0.field("holderName", holderName)
      $0.field("alias", alias)
      $0.optional("statusDate", statusDate)
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
    self.init(
      month: try fields.reckoned("month", 1...12),
      year: try fields.reckoned("year", CardExpiry.years))
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
      walletType: try fields.optional("walletType") ?? .unsaid,
      status: try fields.optional("status") ?? .unsaid)
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("dpanRef", dpanRef)
      if isDamaged { return $0.field("damaged", true) }
      $0.optional("walletId", walletID)
      $0.field("walletType", walletType)
      $0.field("status", status)
    }
  }
}

extension MobileWalletTokenization: ListRecord {
  package static var idName: String { "dpanRef" }
  package static func damaged(id: String) -> MobileWalletTokenization {
    var token = MobileWalletTokenization(dpanRef: id, walletType: .unsaid, status: .unsaid)
    token.isDamaged = true
    return token
  }
}

/// An address as an answer has it: a server keeps what it was told, whatever our own rules are.
private struct AnswerAddress: JSONReadable {
  let address: DeliveryAddress
  init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    address = DeliveryAddress(
      address1: try fields.optional("address1") ?? "", address2: try fields.optional("address2"),
      address3: try fields.optional("address3"), city: try fields.optional("city") ?? "",
      countryCode: try fields.optional("countryCode") ?? "", state: try fields.optional("state"),
      postalCode: try fields.optional("postalCode") ?? "")
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
  package init(json: JSON) throws(WireMalformed) { try self.init(json: json, offset: nil) }

  /// Each record gets a place of its own, from `offset` on and without a gap: what the server calls
  /// damaged its own, where that can be, and what is not readable here where the card would be.
  ///
  /// - Parameter offset: nil: places are as they are told, since the list was filtered.
  init(json: JSON, offset: Int?) throws(WireMalformed) {
    var fields = try JSONFields(json)
    let items: [JSON] = try fields.get("cards")
    self.init(cards: [], meta: try fields.get("meta"))
    let told: [DamagedRecord] = fields.readable("damaged")
    cards.reserveCapacity(items.count)
    var waiting = offset == nil ? [] : told.sorted { $0.position < $1.position }[...]
    var late = offset == nil ? told[...] : []
    var position = offset ?? 0
    for json in items {
      while let record = waiting.first, record.position <= position {
        waiting.removeFirst()
        if record.position < position {
          late.append(record)
        } else {
          damaged.append(record)
          position += 1
        }
      }
      if let card = try? Card(json: json) {
        cards.append(card)
      } else {
        damaged.append(DamagedRecord(id: CardID(json.text("cardId") ?? ""), position: position))
      }
      position += 1
    }
    for record in late + waiting {
      damaged.append(
        offset == nil ? record : DamagedRecord(id: record.id, position: position))
      position += 1
    }
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
      numberOfRecords: try fields.count("numberOfRecords"),
      // Only told.
      limit: max(0, try fields.optional("limit") ?? 0),
      page: max(0, try fields.optional("page") ?? 1))
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
    self.init(id: try fields.get("id"), position: try fields.count("position"))
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
      cardType: try fields.optional("cardType") ?? .unsaid,
      scheme: try fields.optional("scheme") ?? .unsaid,
      name: try fields.get("name"), currencies: try fields.optional("currencies") ?? [],
      // A33: these two have defaults.
      allowableCards: try fields.optionalCount("allowableCards") ?? 1,
      isDigital: try fields.optional("isDigital") ?? false)
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      if isDamaged {
        $0.field("name", name)
        return $0.field("damaged", true)
      }
      $0.field("cardType", cardType)
      $0.field("scheme", scheme)
      $0.field("name", name)
      $0.field("currencies", currencies)
      $0.field("allowableCards", allowableCards)
      $0.field("isDigital", isDigital)
    }
  }
}

extension CardProgram: ListRecord {
  package static var idName: String { "name" }
  package static func damaged(id: String) -> CardProgram {
    var program = CardProgram(
      cardType: .unsaid, scheme: .unsaid, name: id, currencies: [], allowableCards: 0)
    program.isDamaged = true
    return program
  }
}
