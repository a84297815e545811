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
      let (order, token, consent) = try call.read(netaxeptOrder)
      let customer = try call.customer(
        try call.read { fields throws(WireMalformed) in try fields.optional("customerNumber") },
        "customerNumber")
      let made: CardRegistration
      do throws(WalletError) {
        made = try call.backEnd(of: customer).register(
          order, token: token, consent: consent, of: customer)
      } catch {
        guard error.code == .notFound else { throw error }
        throw PublishedCall.wrong("panHash", "is no saved card")
      }
      return .named(texts: [
        ("TransactionId", made.id), ("WalletURL", walletAddress(order.method, made.id)),
      ])
    },
    PublishedRoute(
      .netaxept, "POST", "/netaxept/process.aspx", "NETAXEPT_PROCESS",
      "Verifies a card, or moves money", body: "NetaxeptProcess", answer: "NetaxeptProcessed"
    ) { call throws(WalletError) in
      let id = try call.text("transactionId")
      let word = try call.text("operation")
      guard let operation = ShopOperation(rawValue: word) else {
        throw PublishedCall.wrong(
          "operation", "must be " + ShopOperation.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let customer = try call.customer(ofTransaction: id)
      let backEnd = call.backEnd(of: customer)
      let made = try backEnd.process(id, [operation], of: customer)
      return processed(made, operation, merchant: call.shopID, now: backEnd.now)
    },
    PublishedRoute(
      .netaxept, "POST", "/netaxept/query.aspx", "NETAXEPT_QUERY",
      "All that is known of a transaction", body: "NetaxeptQuery", answer: "NetaxeptTransaction"
    ) { call throws(WalletError) in
      let id = try call.text("transactionId")
      let customer = try call.customer(ofTransaction: id)
      let backEnd = call.backEnd(of: customer)
      return NetaxeptQuery.answer(try backEnd.transaction(id, of: customer), now: backEnd.now)
    },
  ]

  /// E12, E13, E20: the order, the hash of a saved card, and what the person has to do for it.
  private static func netaxeptOrder(_ fields: inout JSONFields) throws(WireMalformed)
    -> (order: ShopOrder, token: Secret?, consent: ShopBackEnd.Consent)
  {
    let number: String = try fields.get("orderNumber")
    guard ShopOrder.isNumber(number) else {
      throw WireMalformed("orderNumber", "must be 1 to 32 characters of ASCII without a space")
    }
    let code: String = try fields.get("currencyCode")
    guard Rules.isCurrencyCode(code) else {
      throw WireMalformed("currencyCode", "must be a currency")
    }
    let method = try shopMethod(&fields)
    let service = method?.serviceType ?? "M"
    if let type: String = try fields.optional("serviceType"), type != service {
      throw WireMalformed("serviceType", "must be \(service) with this method")
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
    order.method = method
    let token = try fields.optionalSecret("panHash")
    try check(order, token, amount: "amount", card: "panHash")
    order.redirectURL = try redirect(&fields)
    order.isForced = try flag("force3DSecure", &fields)
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
    guard try flag("recurringUse3DS", &fields) == true else {
      return (order, token, use == .easy ? .cvv : .nothing)
    }
    order.isForced = true
    return (order, token, .bank)
  }

  /// The method of the list with one action: an array, or the text of one. nil: a card (E08, E29).
  private static func shopMethod(_ fields: inout JSONFields) throws(WireMalformed) -> ShopMethod? {
    let name = "paymentMethodActionList"
    guard var list = fields.value(name) else { return nil }
    if let text = try? String(json: list) {
      guard let read = try? JSON.read(.plain(Array(text.utf8))) else {
        throw WireMalformed(name, "must be a list in JSON")
      }
      list = read
    }
    guard case .array(let actions) = list, actions.count == 1,
      let word = actions[0].text("PaymentMethod")
    else { throw WireMalformed(name, "must have one PaymentMethod") }
    // The card itself says that it is one.
    if word == "SBusinessCard" { return nil }
    guard let method = ShopMethod(named: word) else { throw WireMalformed(name, "is not known") }
    return method
  }

  /// What is not paid with a card can only be paid, and not verified. No saved card pays for it.
  static func check(_ order: ShopOrder, _ token: Secret?, amount: String, card: String)
    throws(WireMalformed)
  {
    if order.method?.agreement ?? .card == .card { return }
    guard order.amount.minorUnits > 0 else {
      throw WireMalformed(amount, "must be more than 0 with this method")
    }
    if token != nil { throw WireMalformed(card, "must not be given with this method") }
  }

  /// What the app of another wallet opens (E24); nil: no app pays.
  static func walletAddress(_ method: ShopMethod?, _ id: String) -> String? {
    method?.appScheme.map { "\($0)://payment?transactionId=\(id)" }
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
    _ made: ShopBackEnd.Processed, _ operation: ShopOperation, merchant: String, now: Timestamp
  ) -> JSON {
    let id = made.registration.id
    let source: ResponseSource = made.declined == nil ? .netaxept : .issuer
    return .named(texts: [
      ("AuthorizationId", String(id.prefix(6))), ("BatchNumber", "1"),
      ("ExecutionTime", now.description), ("MerchantId", merchant),
      ("Operation", operation.rawValue),
      ("ResponseCode", made.declined.map { "\($0)" } ?? "OK"),
      ("ResponseSource", source.rawValue),
      ("ResponseText", made.declined == nil ? "" : "The issuer has refused it."),
      ("TransactionId", id), ("SubTransactionId", "\(id)-\(made.count)"),
    ])
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
