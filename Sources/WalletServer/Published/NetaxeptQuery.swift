import Issuer
import ThreeDSecure
import WalletAPI
import WalletModel

/// What Netaxept answers to a query (E18). All values are texts (H18). `Wallet` is always absent: no
/// simulated transaction is paid by a wallet's app.
enum NetaxeptQuery {
  static func answer(_ found: ShopBackEnd.TransactionReport, now: Timestamp) -> JSON {
    let errors = errors(found)
    return .present([
      ("TransactionId", .string(found.registration.id)),
      ("QueryFinished", .string(now.description)), ("OrderInformation", order(found)),
      ("CustomerInformation", payer(found)),
      ("TerminalInformation", terminal(found)), ("History", history(found)),
      ("Summary", summary(found)),
      ("AuthenticationInformation", found.authentication.map(authenticated)),
      ("CardInformation", paidWith(found)), ("SecurityInformation", found.card.map { _ in origin }),
      ("Recurring", found.order.use == .recurring ? recurring(found) : nil),
      ("Error", errors.last), ("ErrorLog", errors.isEmpty ? nil : .array(errors)),
    ])
  }

  /// The server does not know from where the payer came.
  private static let origin: JSON = [
    "CustomerIPCountry": "", "IPCountryMatchesIssuingCountry": "false",
  ]

  private static func order(_ found: ShopBackEnd.TransactionReport) -> JSON {
    let amount = found.order.amount
    let items = found.order.details?.items ?? []
    return [
      "Amount": .string("\(amount.minorUnits)"), "Currency": .string(amount.currency.code),
      "Fee": "0",
      "OrderDescription": .string(
        items.map { "\($0.quantity) x \($0.articleNumber)" }.joined(separator: ", ")),
      "OrderNumber": .string(found.registration.orderNumber),
      "RoundingAmount": "0", "Timestamp": .string(found.registration.createdAt.description),
      "Total": .string("\(amount.minorUnits)"), "VAT": .string("\(found.order.tax)"),
    ]
  }

  /// What the shop itself has said of the payer (E32: no name).
  private static func payer(_ found: ShopBackEnd.TransactionReport) -> JSON {
    let details = found.order.details
    return .named(texts: [
      ("CustomerNumber", found.customer.rawValue), ("Email", details?.email),
      ("PhoneNumber", details?.phone),
    ])
  }

  /// When the payer was there.
  private static func terminal(_ found: ShopBackEnd.TransactionReport) -> JSON {
    let began = found.authentication?.challengeBegan
    return .named(texts: [
      ("Browser", ""), ("CustomerEntered", found.cardGiven?.description),
      ("CustomerRedirected", began?.wall.description),
    ])
  }

  private static func history(_ found: ShopBackEnd.TransactionReport) -> JSON {
    .array(
      found.history.map { event in
        [
          "DateTime": .string(event.time.description),
          "Operation": .string(event.operation?.title ?? "Register"),
          "ResponseCode": .string(event.code.map { "\($0)" } ?? "OK"),
        ]
      })
  }

  private static func summary(_ found: ShopBackEnd.TransactionReport) -> JSON {
    let made = found.registration
    let amount = JSON.string("\(found.order.amount.minorUnits)")
    func flag(_ states: Set<CardRegistrationState>) -> JSON {
      .string(states.contains(made.state) ? "true" : "false")
    }
    return [
      "AmountCaptured": [.paid, .refunded].contains(made.state) ? amount : "0",
      "AmountCredited": made.state == .refunded ? amount : "0",
      "Annulled": flag([.cancelled]), "AuthorizationId": .string(String(made.id.prefix(6))),
      "Authorized": flag([.authorized, .paid, .refunded]),
    ]
  }

  private static func authenticated(_ authentication: Authentication) -> JSON {
    .named(texts: [
      ("AuthenticatedWith", "3DSecure"),
      ("AuthenticatedStatus", authentication.result?.rawValue ?? ""), ("ECIDowngraded", "false"),
      ("ECI", authentication.result?.eci(authentication.brand)),
    ])
  }

  /// nil: the card is not given yet.
  private static func paidWith(_ found: ShopBackEnd.TransactionReport) -> JSON? {
    guard let saved = found.card else {
      guard let method = found.order.method, method.agreement != .card else { return nil }
      return ["PaymentMethod": .string(method.rawValue)]
    }
    let card = saved.card
    return .named([
      ("ExpiryDate", .string(card.expiry.yearMonth)), ("Issuer", .string(card.scheme.name)),
      ("IssuerCountry", "BG"), ("IssuerId", .string("\(card.scheme.cardNumber)")),
      ("MaskedPAN", .string(card.maskedNumber)), ("PanHash", .secret(saved.token)),
      ("PaymentMethod", .string(card.scheme.name)),
    ])
  }

  private static func recurring(_ found: ShopBackEnd.TransactionReport) -> JSON {
    let order = found.order
    return [
      "ExpiryDate": .string(order.recurringExpiry ?? found.card?.card.recurringExpiry ?? ""),
      "Frequency": .string("\(order.recurringFrequency ?? 0)"),
      "Type": .string(order.use.rawValue),
    ]
  }

  /// What was declined, the oldest first. A decline by the bank is the issuer's, and does not reach
  /// the SDK (E31).
  private static func errors(_ found: ShopBackEnd.TransactionReport) -> [JSON] {
    var errors: [JSON] = found.history.compactMap { event in
      event.code.map { entry($0, .issuer, event.operation?.title ?? "", event.time) }
    }
    if errors.isEmpty, let code = found.registration.errorCode {
      errors = [entry(code, .netaxept, "", found.cardGiven ?? found.registration.createdAt)]
    }
    return errors
  }

  private static func entry(
    _ code: Int, _ source: ResponseSource, _ operation: String, _ time: Timestamp
  ) -> JSON {
    [
      "DateTime": .string(time.description), "Operation": .string(operation),
      "ResponseCode": .string(NetsError(code: code)?.responseCode ?? "\(code)"),
      "ResponseSource": .string(source.rawValue),
      "ResponseText": .string(NetsError(code: code)?.message ?? ""),
    ]
  }
}

extension ShopOperation {
  /// As a history names it.
  fileprivate var title: String {
    switch self {
    case .authorize: "Auth"
    case .sale: "Sale"
    case .capture: "Capture"
    case .credit: "Credit"
    case .annul: "Annul"
    case .verify: "Verify"
    }
  }
}
