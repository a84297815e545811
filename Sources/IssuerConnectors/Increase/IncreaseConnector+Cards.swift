import WalletAPI
import WalletModel

extension IncreaseConnector {
  static func card(_ json: JSON) throws(WireMalformed) -> IssuerCard {
    var fields = try AnswerFields(json)
    let id = CardID(try fields.id("id"))
    let status: CardStatus =
      switch fields.text("status") ?? "" {
      case "active": .active
      case "disabled": .locked
      case "canceled": .cancelled
      case let word: .other(word)
      }
    let expiry = fields.expiry("expiration_month", "expiration_year")
    let created = fields.time("created_at")
    var name = fields.object("cardholder_name")
    let names = [name?.text("first"), name?.text("middle"), name?.text("last")]
    let bin = fields.text("bin") ?? ""
    var card = Card(
      id: id, status: status, expiry: expiry, lastFour: fields.lastFour("last4"), bin: bin,
      customerID: CustomerID(""), cardType: .virtual, programName: "Increase",
      currency: Currency("USD"), createdDate: created,
      accountID: AccountID(fields.optionalID("account_id") ?? ""), scheme: scheme(bin),
      holderName: names.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " "))
    card.alias = fields.text("description") ?? ""
    card.statusDate = nil
    card.isPinSet = true
    var found = IssuerCard(card)
    guard var controls = fields.object("authorization_controls") else { return found }
    if var usage = controls.object("usage") {
      found.isSingleUse = usage.text("category") == "single_use"
      if var several = usage.object("multi_use") {
        found.limits = several.list("spending_limits").compactMap(limit)
      }
      if var single = usage.object("single_use"), var amount = single.object("settlement_amount"),
        let value = amount.integer("value"), value >= 0
      {
        found.limits = [IssuerLimit(value, .payment)]
      }
    }
    if var merchants = controls.object("merchant_acceptor_identifier"),
      let first = merchants.list("allowed").first, var merchant = try? AnswerFields(first)
    {
      found.merchant = merchant.text("identifier") ?? ""
    }
    return found
  }

  /// The first digit says the scheme, since the card has no field for it.
  private static func scheme(_ bin: String) -> CardScheme {
    switch bin.first {
    case "4": .visa
    case "2", "5": .mastercard
    default: .unspecified
    }
  }

  /// Limits of single merchant categories are left out: they are no limits of the card.
  private static func limit(_ json: JSON) -> IssuerLimit? {
    guard var fields = try? AnswerFields(json), fields.list("merchant_category_codes").isEmpty,
      let amount = fields.integer("settlement_amount"), amount >= 0,
      let interval = intervals[fields.text("interval") ?? ""]
    else { return nil }
    return IssuerLimit(amount, interval)
  }

  private static let intervals: [String: IssuerLimit.Interval] = [
    "per_transaction": .payment, "per_day": .day, "per_week": .week, "per_month": .month,
    "all_time": .ever,
  ]

  // MARK: Requests

  func body(of order: CardOrder) throws(WalletError) -> JSON {
    guard let account = order.holder else {
      throw WalletError(
        .fieldErrors, fieldErrors: [FieldError("cardholder", .field(.needed))])
    }
    var fields: [(name: String, value: JSON)] = [("account_id", .string(account))]
    if !order.alias.isEmpty { fields.append(("description", .string(order.alias))) }
    switch order.kind {
    case .physical: throw capabilities.error(.physicalCards)
    case .merchantLocked: throw capabilities.error(.merchantLock)
    case .virtual:
      if !order.limits.isEmpty {
        fields.append(("authorization_controls", ["usage": try Self.usage(order.limits)]))
      }
    case .singleUse:
      fields.append(("authorization_controls", ["usage": try Self.singleUse(order.limits)]))
    }
    return .object(fields)
  }

  /// The limit is what makes it a card for one payment.
  private static func singleUse(_ limits: [IssuerLimit]) throws(WalletError) -> JSON {
    guard limits.count == 1, let limit = limits.first, limit.interval == .payment else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [
          FieldError(
            "paymentLimit",
            .text(
              "A card for one payment needs a limit for it, and no other",
              "Eine Karte für eine Zahlung braucht ein Limit dafür, und kein anderes"))
        ])
    }
    let amount: JSON = ["comparison": "less_than_or_equals", "value": .integer(limit.amount)]
    return ["category": "single_use", "single_use": ["settlement_amount": amount]]
  }

  static func body(of change: CardChange, _ known: IssuerCard) throws(WalletError) -> JSON {
    switch change {
    case .alias(let alias): return ["description": .string(alias)]
    case .limits(let limits):
      let usage = known.isSingleUse ? try singleUse(limits) : try usage(limits)
      return ["authorization_controls": ["usage": usage]]
    case .status(let status, _):
      switch status {
      case .locked: return ["status": "disabled"]
      case .active: return ["status": "active"]
      case .cancelled: return ["status": "canceled"]
      default: throw WalletError(.transitionRefused)
      }
    }
  }

  private static func usage(_ limits: [IssuerLimit]) throws(WalletError) -> JSON {
    var list: [JSON] = []
    for limit in limits {
      guard let word = intervals.first(where: { $0.value == limit.interval })?.key else {
        throw WalletError(
          .fieldErrors,
          fieldErrors: [
            FieldError(
              "limits",
              .text("Increase has no limit for a year", "Increase hat kein Limit für ein Jahr"))
          ])
      }
      list.append(["interval": .string(word), "settlement_amount": .integer(limit.amount)])
    }
    return ["category": "multi_use", "multi_use": ["spending_limits": .array(list)]]
  }
}
