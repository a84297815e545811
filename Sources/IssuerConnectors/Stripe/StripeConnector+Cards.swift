import WalletAPI
import WalletModel

extension StripeConnector {
  /// A card of an answer, without number and CVC, which may stand there as well.
  func card(_ json: JSON) throws(WireMalformed) -> IssuerCard {
    var fields = try AnswerFields(json)
    let id = CardID(try fields.id("id"))
    let created = fields.unixTime("created")
    let currency = Currency((fields.text("currency") ?? "").uppercased())
    let scheme: CardScheme =
      switch fields.text("brand") ?? "" {
      case "Visa": .visa
      case "MasterCard", "Mastercard": .mastercard
      case let word: .other(word)
      }
    let type: CardType =
      switch fields.text("type") ?? "" {
      case "virtual": .virtual
      case "physical": .physical
      case let word: .other(word)
      }
    let expiry = fields.expiry("exp_month", "exp_year")
    let lastFour = fields.lastFour("last4")
    var metadata = fields.object("metadata")
    var holder = fields.object("cardholder")
    var card = Card(
      id: id, status: .unspecified, expiry: expiry, lastFour: lastFour, bin: "",
      customerID: CustomerID(""), cardType: type, programName: program(type), currency: currency,
      createdDate: created, accountID: AccountID(holder?.optionalID("id") ?? ""), scheme: scheme,
      holderName: holder?.text("name") ?? "")
    let wasActivated = metadata?.text(Self.activatedKey) != nil
    card.status = status(
      fields.text("status") ?? "", type, wasActivated: wasActivated,
      isHolderBlocked: Self.isBlocked(&holder))
    card.alias = metadata?.text("alias") ?? ""
    card.statusReason =
      metadata?.text(Self.reasonKey).flatMap { $0.isEmpty ? nil : $0 }
      ?? fields.text("cancellation_reason")
    card.statusDate = nil
    var found = IssuerCard(card)
    if var controls = fields.object("spending_controls") {
      found.limits = controls.list("spending_limits").compactMap(Self.limit)
    }
    if var lifecycle = fields.object("lifecycle_controls"),
      var after = lifecycle.object("cancel_after")
    {
      found.isSingleUse = after.integer("payment_count") == 1
    }
    return found
  }

  /// Everything is declined then.
  private static func isBlocked(_ holder: inout AnswerFields?) -> Bool {
    guard holder != nil else { return false }
    var requirements = holder?.object("requirements")
    return holder?.text("status") == "blocked" || requirements?.text("disabled_reason") != nil
  }

  private func status(
    _ word: String, _ type: CardType, wasActivated: Bool, isHolderBlocked: Bool
  ) -> CardStatus {
    switch word {
    case "active": isHolderBlocked ? .suspended : .active
    // Stripe does not say whether a card was ever active.
    case "inactive": type == .physical && !wasActivated ? .issued : .locked
    case "canceled": .cancelled
    default: .other(word)
    }
  }

  /// What stands where a card has no name.
  private func program(_ type: CardType) -> String {
    switch type {
    case .virtual: "Stripe virtual"
    case .physical: "Stripe physical"
    case .other: "Stripe"
    }
  }

  /// Limits of single categories are left out: they are no limits of the card.
  private static func limit(_ json: JSON) -> IssuerLimit? {
    guard var fields = try? AnswerFields(json), fields.list("categories").isEmpty,
      let amount = fields.integer("amount"), amount >= 0,
      let interval = intervals[fields.text("interval") ?? ""]
    else { return nil }
    return IssuerLimit(amount, interval)
  }

  private static let intervals: [String: IssuerLimit.Interval] = [
    "per_authorization": .payment, "daily": .day, "weekly": .week, "monthly": .month,
    "yearly": .year, "all_time": .ever,
  ]

  /// The only metadata that is written. Whatever else stands there stays.
  private static let activatedKey = "walletui_activated"
  private static let reasonKey = "walletui_reason"

  // MARK: Requests

  func form(of order: CardOrder) throws(WalletError) -> [WireField] {
    guard order.kind == .virtual else {
      throw capabilities.error(
        order.kind == .singleUse
          ? .singleUse : order.kind == .physical ? .physicalCards : .merchantLock)
    }
    var form = [
      WireField("currency", order.currency.code.lowercased()), WireField("type", "virtual"),
    ]
    if let holder = order.holder { form.append(WireField("cardholder", holder)) }
    // A new card is inactive otherwise.
    form.append(WireField("status", "active"))
    if !order.limits.isEmpty { form += try fields(of: order.limits) }
    if !order.alias.isEmpty { form.append(WireField("metadata[alias]", order.alias)) }
    return form
  }

  func form(of change: CardChange, _ known: IssuerCard) throws(WalletError) -> [WireField] {
    switch change {
    case .alias(let alias): return [WireField("metadata[alias]", alias)]
    case .limits(let limits): return try fields(of: limits)
    case .status(let status, let reason):
      var form = [WireField("status", try word(for: status))]
      // It was active, so that it is locked now, and not waiting for its activation.
      if status == .locked, known.card.cardType == .physical {
        form.append(WireField("metadata[\(Self.activatedKey)]", "1"))
      }
      form.append(WireField("metadata[\(Self.reasonKey)]", reason))
      return form
    }
  }

  private func word(for status: CardStatus) throws(WalletError) -> String {
    switch status {
    case .locked: return "inactive"
    case .active: return "active"
    case .cancelled: return "canceled"
    default: throw WalletError(.transitionRefused)
    }
  }

  private func fields(of limits: [IssuerLimit]) throws(WalletError) -> [WireField] {
    // An empty list is written as an empty value, which clears it.
    if limits.isEmpty { return [WireField("spending_controls[spending_limits]", "")] }
    return limits.enumerated().flatMap { index, limit in
      let start = "spending_controls[spending_limits][\(index)]"
      let word = Self.intervals.first { $0.value == limit.interval }?.key ?? ""
      return [
        WireField(start + "[amount]", "\(limit.amount)"), WireField(start + "[interval]", word),
      ]
    }
  }
}
