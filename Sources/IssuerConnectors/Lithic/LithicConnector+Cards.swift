import WalletAPI
import WalletModel

extension LithicConnector {
  /// A card of an answer, without number and CVV, which may stand there as well.
  func card(_ json: JSON) throws(WireMalformed) -> IssuerCard {
    var fields = try AnswerFields(json)
    let id = CardID(try fields.id("token"))
    let type = fields.text("type") ?? ""
    let state = fields.text("state") ?? ""
    let substatus = fields.text("substatus")
    let expiry = fields.expiry("exp_month", "exp_year")
    let created = fields.time("created")
    let currency = Currency((fields.text("cardholder_currency") ?? "USD").uppercased())
    var card = Card(
      id: id, status: status(state, substatus), expiry: expiry,
      lastFour: fields.lastFour("last_four"), bin: "", customerID: CustomerID(""),
      cardType: type == "PHYSICAL" ? .physical : .virtual, programName: program(type),
      currency: currency, createdDate: created,
      accountID: AccountID(fields.optionalID("account_token") ?? ""), scheme: .unspecified,
      holderName: "")
    card.alias = fields.text("memo") ?? ""
    card.statusDate = nil
    card.statusReason = fields.text("comment").flatMap { $0.isEmpty ? nil : $0 } ?? substatus
    card.isPinSet = fields.text("pin_status") == "OK"
    var found = IssuerCard(card)
    found.isSingleUse = type == "SINGLE_USE"
    if type == "MERCHANT_LOCKED" { found.merchant = fields.text("hostname") ?? "" }
    // 0 is no limit.
    if let amount = fields.integer("spend_limit"), amount > 0 {
      let interval = Self.intervals[fields.text("spend_limit_duration") ?? ""] ?? .ever
      found.limits = [IssuerLimit(amount, interval)]
    }
    return found
  }

  private func status(_ state: String, _ substatus: String?) -> CardStatus {
    switch state {
    case "OPEN": .active
    case "PAUSED":
      ["SUSPICIOUS_ACTIVITY", "INTERNAL_REVIEW", "ISSUER_REQUEST"].contains(substatus)
        ? .suspended : .locked
    case "PENDING_FULFILLMENT", "PENDING_ACTIVATION": .digital
    case "CLOSED": substatus == "EXPIRED" ? .expired : .cancelled
    default: .other(state)
    }
  }

  /// What stands where a card has no name.
  private func program(_ type: String) -> String {
    switch type {
    case "SINGLE_USE": "\(issuer.name) single-use"
    case "MERCHANT_LOCKED": "\(issuer.name) merchant-locked"
    case "PHYSICAL": "\(issuer.name) physical"
    case "VIRTUAL", "UNLOCKED", "DIGITAL_WALLET": "\(issuer.name) virtual"
    default: issuer.name
    }
  }

  private static let intervals: [String: IssuerLimit.Interval] = [
    "TRANSACTION": .payment, "MONTHLY": .month, "ANNUALLY": .year, "FOREVER": .ever,
  ]

  // MARK: Requests

  func body(of order: CardOrder) throws(WalletError) -> JSON {
    var fields: [(name: String, value: JSON)] = []
    let type: String
    switch order.kind {
    case .virtual: type = dialect == .lithic ? "VIRTUAL" : "UNLOCKED"
    case .singleUse: type = "SINGLE_USE"
    case .merchantLocked: type = "MERCHANT_LOCKED"
    case .physical: throw capabilities.error(.physicalCards)
    }
    fields.append(("type", .string(type)))
    if !order.alias.isEmpty { fields.append(("memo", .string(order.alias))) }
    if !order.limits.isEmpty { fields += try self.fields(of: order.limits) }
    fields.append(("state", "OPEN"))
    if dialect == .lithic, let holder = order.holder {
      fields.append(("account_token", .string(holder)))
    }
    return .object(fields)
  }

  func body(of change: CardChange) throws(WalletError) -> JSON {
    switch change {
    case .alias(let alias): return ["memo": .string(alias)]
    case .limits(let limits): return .object(try fields(of: limits))
    case .status(let status, let reason): return try body(of: status, reason)
    }
  }

  private func body(of status: CardStatus, _ reason: String) throws(WalletError) -> JSON {
    let (state, substatus): (String, String?)
    switch status {
    case .locked: (state, substatus) = ("PAUSED", "END_USER_REQUEST")
    case .active: (state, substatus) = ("OPEN", nil)
    case .cancelled: (state, substatus) = ("CLOSED", "END_USER_REQUEST")
    default:
      throw WalletError(.transitionRefused)
    }
    var fields: [(name: String, value: JSON)] = [("state", .string(state))]
    // Privacy.com knows the state alone.
    if dialect == .lithic, let substatus {
      fields += [("substatus", .string(substatus)), ("comment", .string(reason))]
    }
    return .object(fields)
  }

  /// A card has one limit.
  private func fields(of limits: [IssuerLimit]) throws(WalletError)
    -> [(name: String, value: JSON)]
  {
    guard let limit = limits.first else {
      return [("spend_limit", 0), ("spend_limit_duration", "FOREVER")]
    }
    let word = Self.intervals.first { $0.value == limit.interval }?.key
    guard limits.count == 1, let word else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [
          FieldError(
            "limits",
            .text(
              "\(issuer.name) has one limit for each card: per payment, month, year, or forever",
              "\(issuer.name) hat ein Limit je Karte: je Zahlung, Monat, Jahr oder für immer"))
        ])
    }
    guard dialect == .lithic || limit.amount % 100 == 0 else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [
          FieldError("limits", .text("Must be whole dollars", "Nur ganze Dollar sind möglich"))
        ])
    }
    return [("spend_limit", .integer(limit.amount)), ("spend_limit_duration", .string(word))]
  }
}
