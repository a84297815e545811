import Issuer
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// Netaxept's own interface (E11–E18). Values may be texts, numbers or booleans; the answers have
/// texts (H18).
extension PublishedRoute {
  static let netaxept: [PublishedRoute] = [
    PublishedRoute(
      .netaxept, "POST", "/netaxept/register.aspx", "NETAXEPT_REGISTER",
      "Registers a transaction, to which the payer's card is given later",
      body: "NetaxeptRegister", answer: "NetaxeptRegistered"
    ) { call throws(WalletError) in
      let order = try call.read(netaxeptOrder)
      let customer = try call.customer(
        try call.read { fields throws(WireMalformed) in try fields.optional("customerNumber") },
        "customerNumber")
      let made = try call.backEnd(of: customer).register(order, token: nil, of: customer)
      return ["TransactionId": .string(made.id)]
    },
    PublishedRoute(
      .netaxept, "POST", "/netaxept/process.aspx", "NETAXEPT_PROCESS",
      "Verifies a card, or moves money", body: "NetaxeptProcess", answer: "NetaxeptProcessed"
    ) { call throws(WalletError) in
      let (id, word) = try call.read {
        fields throws(WireMalformed) -> (String, String) in
        (try fields.get("transactionId"), try fields.get("operation"))
      }
      guard let operation = ShopOperation(rawValue: word) else {
        throw PublishedCall.wrong(
          "operation", "must be " + ShopOperation.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let customer = try call.customer(ofTransaction: id)
      let backEnd = call.backEnd(of: customer)
      let made = try backEnd.process(id, [operation], of: customer)
      return .named(
        processed(
          made, operation,
          merchant: try call.read { f throws(WireMalformed) in
            try f.get("merchantId")
          }, now: backEnd.now))
    },
    PublishedRoute(
      .netaxept, "POST", "/netaxept/query.aspx", "NETAXEPT_QUERY",
      "All that is known of a transaction", body: "NetaxeptQuery", answer: "NetaxeptTransaction"
    ) { call throws(WalletError) in
      let id: String = try call.read { fields throws(WireMalformed) in
        try fields.get("transactionId")
      }
      let customer = try call.customer(ofTransaction: id)
      let backEnd = call.backEnd(of: customer)
      return queried(try backEnd.transaction(id, of: customer), now: backEnd.now)
    },
  ]

  /// E12, E13.
  private static func netaxeptOrder(_ fields: inout JSONFields) throws(WireMalformed) -> ShopOrder {
    let number: String = try fields.get("orderNumber")
    guard ShopOrder.isNumber(number) else {
      throw WireMalformed("orderNumber", "must be 1 to 32 characters of ASCII without a space")
    }
    let code: String = try fields.get("currencyCode")
    guard Rules.isCurrencyCode(code) else {
      throw WireMalformed("currencyCode", "must be a currency")
    }
    if let type: String = try fields.optional("serviceType"), type != "M" {
      throw WireMalformed("serviceType", "must be M")
    }
    let word: String = try fields.optional("recurringType") ?? SavedCardUse.easy.rawValue
    guard let use = SavedCardUse(rawValue: word) else {
      throw WireMalformed("recurringType", "must be S or R")
    }
    let amount: String = try fields.optional("amount") ?? "0"
    guard amount.utf8.count <= 12, amount.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let units = Int64(amount)
    else { throw WireMalformed("amount", "must be 0 to 999999999999") }
    var order = ShopOrder(number: number, use: use, amount: Money(units, Currency(code)))
    order.redirectURL = try redirect(&fields)
    order.isForced = try flag("force3DSecure", &fields) ?? false
    _ = try flag("updateStoredPaymentInfo", &fields)
    if let day: String = try fields.optional("recurringExpiryDate") {
      guard Timestamp(day: day) != nil else {
        throw WireMalformed("recurringExpiryDate", "must be a day, YYYYMMDD")
      }
      if use == .recurring { order.recurringExpiry = day }
    }
    if let text: String = try fields.optional("recurringFrequency") {
      guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let days = Int(text)
      else { throw WireMalformed("recurringFrequency", "must be 0 to 9999") }
      if use == .recurring { order.recurringFrequency = days }
    }
    return order
  }

  /// Where the browser returns to; nil: it is not given.
  static func redirect(_ fields: inout JSONFields) throws(WireMalformed) -> String? {
    guard let url: String = try fields.optional("redirectUrl") else { return nil }
    guard Rules.isWebAddress(url) else {
      throw WireMalformed("redirectUrl", "must be an address with http:// or https://")
    }
    return url
  }

  private static func flag(_ name: String, _ fields: inout JSONFields) throws(WireMalformed)
    -> Bool?
  {
    switch try fields.optional(name, String.self) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw WireMalformed(name, "must be true or false")
    }
  }

  /// E17.
  private static func processed(
    _ made: CardRegistration, _ operation: ShopOperation, merchant: String, now: Timestamp
  ) -> [(String, JSON)] {
    [
      ("AuthorizationId", .string(String(made.id.prefix(6)))), ("BatchNumber", "1"),
      ("ExecutionTime", .string(now.description)), ("MerchantId", .string(merchant)),
      ("Operation", .string(operation.rawValue)),
      ("ResponseCode", .string(made.errorCode.map { "\($0)" } ?? "OK")),
      ("ResponseSource", .string(made.errorCode == nil ? "01" : "02")),
      ("ResponseText", .string(made.errorCode == nil ? "" : "The issuer has refused it.")),
      ("TransactionId", .string(made.id)),
    ]
  }

  /// E18.
  private static func queried(_ found: ShopBackEnd.Transaction, now: Timestamp) -> JSON {
    let (made, order) = (found.registration, found.order)
    var fields: [(String, JSON)] = [
      ("TransactionId", .string(made.id)), ("QueryFinished", .string(now.description)),
      (
        "OrderInformation",
        [
          "Amount": .string("\(order.amount.minorUnits)"),
          "Currency": .string(order.amount.currency.code), "Fee": "0",
          "OrderNumber": .string(made.orderNumber),
          "Timestamp": .string(made.createdAt.description),
          "Total": .string("\(order.amount.minorUnits)"), "RoundingAmount": "0",
        ]
      ),
    ]
    if let outcome = found.authentication {
      var words: [(String, JSON)] = [
        ("AuthenticatedWith", "3DSecure"),
        ("AuthenticatedStatus", .string(outcome.result?.rawValue ?? "")),
        ("ECIDowngraded", "false"),
      ]
      if let eci = outcome.result?.eci(outcome.brand) { words.append(("ECI", .string(eci))) }
      fields.append(("AuthenticationInformation", .named(words)))
    }
    if let card = found.card {
      fields.append(
        (
          "CardInformation",
          .named([
            ("ExpiryDate", .string(yearMonth(card.card.expiry))),
            ("Issuer", .string(card.card.scheme.name)), ("IssuerCountry", "BG"),
            ("IssuerId", .string("\(card.card.scheme.cardNumber)")),
            ("MaskedPAN", .string(card.card.maskedNumber)), ("PanHash", .secret(card.token)),
            ("PaymentMethod", .string(card.card.scheme.name)),
          ])
        ))
    }
    if order.use == .recurring {
      fields.append(
        (
          "Recurring",
          [
            "Type": .string(order.use.rawValue),
            "ExpiryDate": .string(order.recurringExpiry ?? found.card?.card.recurringExpiry ?? ""),
            "Frequency": .string("\(order.recurringFrequency ?? 0)"),
          ]
        ))
    }
    if let code = made.errorCode {
      let entry: JSON = [
        "DateTime": .string(now.description), "Operation": "", "ResponseCode": .string("\(code)"),
        "ResponseSource": "01", "ResponseText": .string(NetsError(code: code)?.message ?? ""),
      ]
      fields += [("Error", entry), ("ErrorLog", [entry])]
    }
    let captured = made.state == .paid || made.state == .refunded
    fields.append(
      (
        "Summary",
        [
          "AmountCaptured": .string(captured ? "\(order.amount.minorUnits)" : "0"),
          "AmountCredited": .string(made.state == .refunded ? "\(order.amount.minorUnits)" : "0"),
          "Annulled": .string(made.state == .cancelled ? "true" : "false"),
          "AuthorizationId": .string(String(made.id.prefix(6))),
          "Authorized": .string(
            [.authorized, .paid, .refunded].contains(made.state) ? "true" : "false"),
        ]
      ))
    return .named(fields)
  }

  /// E21: `YYMM`.
  private static func yearMonth(_ expiry: CardExpiry) -> String {
    let number = expiry.year % 100 * 100 + expiry.month
    return String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
  }
}

extension PublishedCall {
  /// - Throws: `.notFound` if no customer has this transaction.
  func customer(ofTransaction id: String) throws(WalletError) -> CustomerID {
    guard (1...32).contains(id.utf8.count), let customer = try lookup.customer(ofTransaction: id)
    else { throw WalletError(.notFound) }
    return customer
  }
}
