import Issuer
import IssuerConnectors
import WalletAPI
import WalletModel

/// What is ordered at an issuer, from what was asked for.
extension ConnectorEngine {
  /// The order as it was sent with this key before: the issuer compares the two.
  func order(of operation: CreateCard, _ context: RequestContext)
    throws(WalletError) -> CardOrder
  {
    if let key = context.idempotencyKey,
      let sent = try vault.sentChange(key, account: account.name, context),
      let order = WantedChange(sent.wanted)?.order
    {
      return order
    }
    return try order(of: operation.request)
  }

  private func order(of request: CardRequest) throws(WalletError) -> CardOrder {
    let kind = CardOrder.Kind.allCases.first {
      $0.programName(at: connector.issuer) == request.programName
    }
    if let kind, capabilities.refusal(kind.feature) != nil {
      throw capabilities.error(kind.feature)
    }
    if !request.limits.isEmpty, capabilities.refusal(.limits) != nil {
      throw capabilities.error(.limits)
    }
    if request.cardholder != nil, capabilities.refusal(.cardholders) != nil {
      throw capabilities.error(.cardholders)
    }
    // The cards say which currencies the account has, and whose they are.
    if book.all.isEmpty { _ = try book.readPage(client) }
    let errors = fieldErrors(of: request, kind)
    guard let kind, errors.isEmpty else { throw WalletError(.fieldErrors, fieldErrors: errors) }
    let holder = if let named = request.cardholder { named } else { try onlyCardholder() }
    return CardOrder(
      kind, currency: Currency(request.currency), alias: request.alias ?? "",
      limits: request.limits.issuerLimits, address: request.deliveryAddress, holder: holder)
  }

  /// What an order cannot say to an issuer is refused: it would be lost.
  private func fieldErrors(of request: CardRequest, _ kind: CardOrder.Kind?) -> [FieldError] {
    var program = kind.map(program)
    // Without cards the currencies are not known.
    if book.all.isEmpty { program?.currencies = [Currency(request.currency)] }
    var errors = request.fieldErrors(program: program, market: .eu)
    func refuse(_ field: String, if isGiven: Bool, _ reason: Reason) {
      guard isGiven, !errors.contains(where: { $0.field == field }) else { return }
      errors.append(FieldError(field, reason))
    }
    let name = connector.issuer.name
    let notKept = Reason.text("\(name) doesn't keep it", "\(name) bewahrt dies nicht auf")
    refuse("mobile", if: request.mobile != nil, notKept)
    refuse("externalId", if: request.externalID != nil, notKept)
    refuse(
      "cardPin", if: request.cardPin != nil,
      .text("Set it once the card is made", "Setzen Sie sie, wenn es die Karte gibt"))
    return errors
  }

  /// Whose card a new one is if that was not said; nil: the issuer decides.
  ///
  /// - Throws: `.fieldErrors` if there are several.
  private func onlyCardholder() throws(WalletError) -> String? {
    if capabilities.refusal(.cardholders) != nil { return nil }
    let all: [Cardholder]
    if let question = connector.cardholders {
      all = try client.perform(question)
    } else {
      let accounts = Set(try allCards().map(\.card.accountID.rawValue)).subtracting([""])
      all = accounts.sorted().map { Cardholder($0) }
    }
    guard all.count > 1 else { return all.first?.id }
    let names = all.prefix(Self.mostNamed).map { $0.name.isEmpty ? $0.id : "\($0.id) (\($0.name))" }
    throw WalletError(
      .fieldErrors,
      fieldErrors: [
        FieldError("cardholder", .field(.oneOf, names.joined(separator: ", ")))
      ])
  }
  private static let mostNamed = 10
}

extension CardOrder.Kind {
  /// What such cards are called in the list of programmes.
  func programName(at issuer: IssuerKind) -> String {
    switch self {
    case .virtual: "\(issuer.name) virtual"
    case .singleUse: "\(issuer.name) single-use"
    case .merchantLocked: "\(issuer.name) merchant-locked"
    case .physical: "\(issuer.name) physical"
    }
  }

  /// What an issuer needs for such cards; all make virtual ones.
  var feature: IssuerCapabilities.Feature {
    switch self {
    case .virtual: .virtualCards
    case .singleUse: .singleUse
    case .merchantLocked: .merchantLock
    case .physical: .physicalCards
    }
  }
}

extension SpendingLimits {
  /// Those for a payment and for a month.
  var issuerLimits: [IssuerLimit] {
    [
      paymentLimit.map { IssuerLimit($0, .payment) },
      monthlyLimit.map { IssuerLimit($0, .month) },
    ].compactMap(\.self)
  }
}
