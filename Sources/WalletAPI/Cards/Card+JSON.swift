package import WalletModel

extension CardList {
  package init(json: JSON) throws(WireMalformed) { try self.init(json: json, offset: nil) }

  /// Each record gets its own position, from `offset` on and without a gap. Records that the server
  /// calls damaged keep the position that it names, if it is free. Records that cannot be read here
  /// get the position of the card.
  ///
  /// - Parameter offset: nil: the list was filtered, and positions stay as the server names them.
  init(json: JSON, offset: Int?) throws(WireMalformed) {
    var fields = try JSONFields(json)
    let items = try fields.list("cards")
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
}

// Cards are written most often, so they have a writer by hand. The list of their fields takes a
// fifth longer, since it copies each card. `FieldTests` compares the two.
extension Card {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cardId", id)
      $0.field("status", status)
      if expiry != .unspecified { $0.field("expiry", expiry) }
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
      $0.optional("unlockedUntil", unlockedUntil)
      $0.optional("autoLockDays", autoLockDays)
      $0.optional("autoLockAt", autoLockAt)
      $0.optional("paymentLimit", rules.paymentLimit)
      $0.optional("dailyLimit", rules.dailyLimit)
      $0.optional("monthlyLimit", rules.monthlyLimit)
      $0.optional("categories", rules.categories)
      $0.optional("countries", rules.countries)
      $0.optional("switchedOff", rules.switchedOff.words)
      $0.optional("spentToday", spent.today)
      $0.optional("spentThisMonth", spent.thisMonth)
      $0.optional("replacedBy", replacedBy)
      $0.optional("replaces", replaces)
      $0.optional("tokenizations", tokenizations)
      $0.optional("availableActions", availableActions)
    }
  }
}

extension CardExpiry {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("month", month)
      $0.field("year", year)
    }
  }
}

extension DeliveryAddress {
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
}

extension CardList {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("cards", cards)
      $0.field("meta", meta)
      if !damaged.isEmpty { $0.field("damaged", damaged) }
    }
  }
}
