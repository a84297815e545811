import Issuer
import Secrets
import WalletAPI
import WalletModel

/// The merchant's own service (E24–E28), which the app of a shop asks.
extension PublishedRoute {
  static let merchant: [PublishedRoute] = [
    PublishedRoute(
      .merchant, "POST", "/payment/:merchant/register", "MERCHANT_REGISTER",
      "Registers a payment, or a card that is to be saved", status: 201,
      body: "MerchantPayment", answer: "MerchantRegistered"
    ) { call throws(WalletError) in
      guard call.ids[0] == call.shopID else { throw WalletError(.notFound) }
      let (order, customerID, token) = try registered(call)
      let customer = try call.customer(customerID, "customerId")
      let made: CardRegistration
      do throws(WalletError) {
        made = try call.backEnd(of: customer).register(order, token: token, of: customer)
      } catch {
        guard error.code == .notFound else { throw error }
        throw PublishedCall.wrong("cardId", "is no saved card")
      }
      let address = order.redirectURL ?? "https://shop.example/return"
      // A fragment follows the query (RFC 3986, 3).
      let end = address.utf8.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
      let mark = address.utf8[..<end].contains(UInt8(ascii: "?")) ? "&" : "?"
      func redirect(_ code: String) -> String {
        let query = "transactionId=\(made.id)&responseCode=\(code)"
        return "\(address[..<end])\(mark)\(query)\(address[end...])"
      }
      return .named(texts: [
        ("transactionId", made.id), ("redirectOK", redirect("OK")),
        ("redirectCancel", redirect("Cancel")),
        ("walletUrl", walletAddress(order.method, made.id)),
      ])
    },
    PublishedRoute(
      .merchant, "PUT", "/payment/:id", "MERCHANT_PROCESS",
      "Verifies the card, or authorises and captures the amount", status: 202
    ) { call throws(WalletError) in
      let customer = try call.customer(ofTransaction: call.ids[0])
      let backEnd = call.backEnd(of: customer)
      let order = try backEnd.transaction(call.ids[0], of: customer).order
      let made = try backEnd.process(
        call.ids[0], order.amount.minorUnits > 0 ? [.authorize, .capture] : [.verify],
        of: customer)
      if let code = made.declined {
        throw WalletError(
          .registrationState, detail: .verbatim("The payment was refused: \(code)"))
      }
      return nil
    },
    PublishedRoute(
      .merchant, "DELETE", "/payment/:id", "MERCHANT_ROLL_BACK", "Gives a payment up", status: 204
    ) { call throws(WalletError) in
      let customer = try call.customer(ofTransaction: call.ids[0])
      try call.backEnd(of: customer).rollBack(call.ids[0], of: customer)
      return nil
    },
    PublishedRoute(
      .merchant, "GET", "/payment/methods", "MERCHANT_METHODS",
      "How a customer can pay, with the saved cards",
      parameter: Parameter(name: "consumerId", form: .id, isRequired: false),
      answer: "MerchantMethods"
    ) { call throws(WalletError) in
      guard let customer = try call.lookup.customer(try call.argument()) else {
        throw WalletError(.notFound)
      }
      let cards = try call.backEnd(of: customer).savedCards(of: customer)
      return [
        "paymentMethods": .array(
          ShopMethod.allCases.map {
            ["id": .string($0.rawValue), "displayName": .string($0.displayName), "fee": 0]
          }),
        "tokens": .array(
          cards.map { card in
            .named([
              ("name", .string(card.card.maskedNumber)), ("issuer", .string(card.card.scheme.name)),
              ("value", .secret(card.token)), ("expiry", .string(card.card.expiry.monthYear)),
            ])
          }),
      ]
    },
    PublishedRoute(
      .merchant, "POST", "/payment/cards/removal", "MERCHANT_REMOVE_CARD",
      "Removes a saved card with its hash", status: 204, body: "MerchantCardRemoval"
    ) { call throws(WalletError) in
      let (id, token) = try call.read { fields throws(WireMalformed) -> (String, Secret) in
        (try fields.get("customerId"), try fields.secret("cardId"))
      }
      let customer = try call.customer(id, "customerId")
      try call.backEnd(of: customer).removeCard(token, of: customer)
      return nil
    },
    PublishedRoute(
      .merchant, "POST", "/callback/status", "MERCHANT_CALLBACK",
      "Netaxept tells that the status of a transaction has changed", status: 204,
      body: "StatusChange"
    ) { call throws(WalletError) in
      let id = try call.text("TransactionId")
      let customer = try call.customer(ofTransaction: id)
      try call.backEnd(of: customer).takeOver(id, of: customer)
      return nil
    },
  ]

  /// A registration for another wallet's app fails in the SDK's words (E37).
  private static func registered(_ call: PublishedCall)
    throws(WalletError) -> (order: ShopOrder, customer: String, token: Secret?)
  {
    do throws(WalletError) {
      return try call.read(MerchantOrder.read)
    } catch {
      let isForApp = try call.read { fields throws(WireMalformed) in
        fields.value("method")?.text("id").flatMap { ShopMethod(rawValue: $0) }?.agreement == .app
      }
      guard isForApp, error.fieldErrors.first?.field != "method.id" else { throw error }
      throw PublishedCall.wrong("method.id", WalletAppError.registration.rawValue)
    }
  }
}

/// Reads what a merchant registers (E24, E25).
private enum MerchantOrder {
  static func read(_ fields: inout JSONFields) throws(WireMalformed)
    -> (order: ShopOrder, customer: String, token: Secret?)
  {
    let customer: String = try fields.get("customerId")
    let number: String = try fields.get("orderNumber")
    guard ShopOrder.isNumber(number) else {
      throw WireMalformed("orderNumber", "must be 1 to 32 characters of ASCII without a space")
    }
    var sum: (total: Money, tax: Int64) = (Money(0, Currency("EUR")), 0)
    if let json = fields.value("amount") { sum = try amount(json) }
    var method: ShopMethod?
    if let json = fields.value("method") {
      guard let id = json.text("id"), let found = ShopMethod(rawValue: id) else {
        throw WireMalformed("method.id", "is not known")
      }
      method = found
    }
    let token = try fields.optionalSecret("cardId")
    if method == .easyPayment, token == nil {
      throw WireMalformed("cardId", "A card ID is required when using EasyPay")
    }
    if method == .applePay, fields.value("paymentData") == nil {
      throw WireMalformed("paymentData", "Payment data is required when using ApplePay")
    }
    var order = ShopOrder(
      number: number, use: .easy, amount: sum.total,
      redirectURL: try PublishedRoute.redirect(&fields))
    order.tax = sum.tax
    order.method = method
    order.details = try details(&fields)
    try PublishedRoute.check(order, token, amount: "amount.totalAmount", card: "cardId")
    return (order, customer, token)
  }

  private static func amount(_ json: JSON) throws(WireMalformed) -> (total: Money, tax: Int64) {
    do throws(WireMalformed) {
      var parts = try JSONFields(json)
      let code: String = try parts.get("currencyCode")
      guard Rules.isCurrencyCode(code) else {
        throw WireMalformed("currencyCode", "must be a currency")
      }
      let total: Int64 = try parts.get("totalAmount")
      let tax: Int64 = try parts.optional("vatAmount") ?? 0
      guard ShopOrder.amounts.contains(total), ShopOrder.amounts.contains(tax) else {
        throw WireMalformed("totalAmount", "must be 0 to 999999999999")
      }
      return (Money(total, Currency(code)), tax)
    } catch {
      throw WireMalformed("amount." + error.field, error.reason)
    }
  }

  /// Who pays, and what is bought; nil: the shop says nothing of it.
  private static func details(_ fields: inout JSONFields) throws(WireMalformed)
    -> ShopOrderDetails?
  {
    var details = ShopOrderDetails()
    details.email = try text("customerEmail", or: "email", &fields)
    details.phone = try text("phoneNumber", or: "phone", &fields)
    details.savesCard = try fields.optional("storeCard") ?? false
    if let email = details.email, Rules.email(email) != nil {
      throw WireMalformed("customerEmail", "must be an e-mail address")
    }
    if let phone = details.phone, Rules.length(phone, 1...40) != nil {
      throw WireMalformed("phoneNumber", "must be 1 to 40 characters")
    }
    guard let json = fields.value("items") else {
      return details == ShopOrderDetails() ? nil : details
    }
    guard case .array(let list) = json, list.count <= ShopOrderDetails.mostItems else {
      throw WireMalformed("items", "must be a list of \(ShopOrderDetails.mostItems) at most")
    }
    for (index, json) in list.enumerated() {
      do throws(WireMalformed) {
        details.items.append(try item(json))
      } catch {
        throw WireMalformed("items[\(index)]." + error.field, error.reason)
      }
    }
    return details
  }

  /// A text by the name of the sample back end, or by a shorter one.
  private static func text(_ name: String, or short: String, _ fields: inout JSONFields)
    throws(WireMalformed) -> String?
  {
    if let text: String = try fields.optional(name) { return text }
    return try fields.optional(short)
  }

  private static func item(_ json: JSON) throws(WireMalformed) -> ShopItem {
    var fields = try JSONFields(json)
    let number: String = try fields.get("articleNumber")
    let quantity: Int64 = try fields.get("quantity")
    guard Rules.length(number, 1...64) == nil else {
      throw WireMalformed("articleNumber", "must be 1 to 64 characters")
    }
    guard (1...9999).contains(quantity) else {
      throw WireMalformed("quantity", "must be 1 to 9999")
    }
    // The price of one, which the order's amount contains.
    if let json = fields.value("amount") { _ = try amount(json) }
    return ShopItem(number, Int(quantity))
  }
}
