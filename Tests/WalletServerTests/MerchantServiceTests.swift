import Conformance
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The merchant's own service, which the app of a shop asks (E24–E29).
@Suite struct MerchantServiceTests {
  private let served: InProcessServer
  private let ana: Secret
  private let customer: CustomerID

  init() throws {
    served = try InProcessServer.shop()
    ana = try served.signIn().accessToken
    customer = try served.perform(GetProfile(), ana).customerID
  }

  private func ask(_ method: String, _ path: String, _ body: String = "") throws -> ShopAnswer {
    try served.ask(method, path, body, key: "12000001:shop-token")
  }

  /// Registers a payment with these members besides the customer and the order.
  private func register(_ members: String = "", order: String = "o") throws -> ShopAnswer {
    try ask(
      "POST", "/payment/12000001/register",
      #"{"customerId":"\#(customer)","orderNumber":"\#(order)"\#(members)}"#)
  }

  @Test func aSavedCardPays() throws {
    let hash = try served.saveCard(ana)
    let methods = try ask("GET", "/payment/methods?consumerId=\(customer)")
    #expect(methods.status == 200 && methods.body.contains(#""expiry":"09/35""#))
    #expect(methods.body.contains(hash))
    func pay(_ amount: Int) throws -> (String, ShopAnswer) {
      let answer = try register(
        #","method":{"id":"EasyPayment"},"amount":{"currencyCode":"EUR","totalAmount":\#(amount)}"#
          + #","cardId":"\#(hash)","redirectUrl":"https://shop.example/?a=b""#,
        order: "o-\(amount)")
      #expect(answer.status == 201, "\(answer.body)")
      let id = try #require(answer["transactionId"])
      #expect(
        answer["redirectOK"] == "https://shop.example/?a=b&transactionId=\(id)&responseCode=OK")
      return (id, try ask("PUT", "/payment/\(id)"))
    }
    let (paid, accepted) = try pay(1000)
    #expect(accepted.status == 202)
    let query = try served.query(paid)
    #expect(query["Summary.AmountCaptured"] == "1000" && query["Summary.Authorized"] == "true")
    // A payment is processed once, and money that was moved is not given up.
    for method in ["PUT", "DELETE"] {
      #expect(try ask(method, "/payment/\(paid)").status == 400)
    }
    // D58: amount 11 is declined. The payment is cancelled then (E27).
    let (declined, refusal) = try pay(11)
    #expect(refusal.status == 400 && refusal["params.message"]?.contains("3022") == true)
    let cancelled = try served.query(declined)
    #expect(cancelled["Summary.Annulled"] == "true")
    let boris = try served.signIn(as: "boris").accessToken
    #expect(throws: WalletError.self) { try served.perform(GetCardRegistration(paid), boris) }
  }

  /// The answer's parameters are where a server gets them: before a fragment.
  @Test(arguments: [
    ("https://shop.example/", "https://shop.example/?P"),
    ("https://shop.example/?a=b", "https://shop.example/?a=b&P"),
    ("https://shop.example/#c", "https://shop.example/?P#c"),
    ("https://shop.example/?a=b#c?d", "https://shop.example/?a=b&P#c?d"),
    ("https://shop.example/#?c", "https://shop.example/?P#?c"),
    ("https://shop.example/#\u{301}", "https://shop.example/?P#\u{301}"),
  ])
  func theAnswersParametersAreInTheQuery(_ address: String, _ answered: String) throws {
    let answer = try register(#","redirectUrl":"\#(address)""#)
    let id = try #require(answer["transactionId"], "\(answer.body)")
    for (name, code) in [("redirectOK", "OK"), ("redirectCancel", "Cancel")] {
      let parameters = "transactionId=\(id)&responseCode=\(code)"
      #expect(answer[name] == answered.replacing("P", with: parameters))
    }
  }

  @Test func aPaymentCanBeGivenUp() throws {
    let id = try #require(try register()["transactionId"])
    #expect(try ask("DELETE", "/payment/\(id)").status == 204)
    #expect(try served.perform(GetCardRegistration(id), ana).state == .cancelled)
    for (more, message) in [
      (#","method":{"id":"EasyPayment"}"#, "A card ID is required when using EasyPay"),
      (#","method":{"id":"ApplePay"}"#, "Payment data is required when using ApplePay"),
      (#","method":{"id":"Cash"}"#, "method.id"), (#","cardId":"ab""#, "cardId"),
      (#","amount":{"currencyCode":"EUR","totalAmount":-1}"#, "amount.totalAmount"),
    ] {
      let answer = try register(more)
      #expect(answer.status == 400 && answer["params.message"]?.contains(message) == true)
      #expect(answer["explanationText"] != nil)
    }
    let elsewhere = #"{"customerId":"\#(customer)","orderNumber":"o"}"#
    #expect(try ask("POST", "/payment/2/register", elsewhere).status == 404)
    #expect(try ask("PUT", "/payment/nothing").status == 404)
  }

  /// E29: names as a shop shows them.
  @Test func theMethodsAreNamed() throws {
    let methods = try ask("GET", "/payment/methods")
    #expect(
      methods.body.contains(#"{"id":"AmericanExpress","displayName":"American Express","fee":0}"#))
    #expect(methods.body.ranges(of: #""displayName""#).count == 23)
    for (method, number, message) in [
      // Only a card can be verified.
      ("PaytrailNordea", "o", "amount.totalAmount"), ("Cash", "o", "method.id"),
      // E37.
      ("SwishM", "o o", "registrationFailure"), ("Vipps", "o", "registrationFailure"),
      ("PayPal", "o o", "orderNumber"),
    ] {
      let answer = try register(#","method":{"id":"\#(method)"}"#, order: number)
      #expect(answer["params.message"]?.contains(message) == true, "\(answer.body)")
    }
  }

  /// E29: what is paid at another service, or on a phone. In the simulation the payer has agreed.
  @Test(arguments: ShopMethod.allCases.filter { $0.agreement == .elsewhere })
  func anotherServicePays(_ method: ShopMethod) throws {
    func begin(_ amount: Int) throws -> String {
      let answer = try register(
        #","method":{"id":"\#(method.rawValue)"},"paymentData":"e30=","#
          + #""amount":{"currencyCode":"EUR","totalAmount":\#(amount)}"#)
      #expect(answer.status == 201 && answer["walletUrl"] == nil, "\(answer.body)")
      return try #require(answer["transactionId"])
    }
    let paid = try begin(2490)
    // The wallet gives no card to it.
    #expect(throws: WalletError.self) { try served.give(paid, ana) }
    #expect(try ask("PUT", "/payment/\(paid)").status == 202)
    let query = try served.query(paid)
    #expect(query["Summary.AmountCaptured"] == "2490")
    #expect(query["CardInformation.PaymentMethod"] == method.rawValue)
    #expect(query["CardInformation.MaskedPAN"] == nil)
    // D58: amount 11 is declined. What was not paid is given up.
    let declined = try begin(11)
    #expect(try ask("PUT", "/payment/\(declined)").status == 400)
    #expect(try served.query(declined)["Summary.Annulled"] == "true")
    let left = try begin(100)
    #expect(try ask("DELETE", "/payment/\(left)").status == 204)
  }

  /// E24, E37: the address for the app of another wallet, which no device has.
  @Test(arguments: [("SwishM", "swish"), ("Vipps", "vipps"), ("MobilePay", "mobilepay")])
  func anAppGetsItsAddress(_ method: String, _ scheme: String) throws {
    let answer = try register(
      #","method":{"id":"\#(method)"},"phoneNumber":"+47123","#
        + #""amount":{"currencyCode":"NOK","totalAmount":100}"#)
    let id = try #require(answer["transactionId"], "\(answer.body)")
    #expect(answer["walletUrl"] == "\(scheme)://payment?transactionId=\(id)")
    let refused = try ask("PUT", "/payment/\(id)")
    #expect(refused.status == 400 && refused["params.message"] == "method.id: walletAppNotFound")
    #expect(try ask("DELETE", "/payment/\(id)").status == 204)
  }

  /// E24: who pays and what is bought is kept for the query. The card is saved once it has paid.
  @Test func theOrdersDetailsAreKept() throws {
    let details = #"""
      ,"method":{"id":"Visa"},"amount":{"currencyCode":"EUR","totalAmount":2490,"vatAmount":490},
      "items":[{"articleNumber":"A-1","quantity":2,"amount":{"currencyCode":"EUR",
      "totalAmount":1000}},{"articleNumber":"B","quantity":1}],"storeCard":true
      """#
    for contact in [
      #","customerEmail":"ana@example.com","phoneNumber":"+359 88""#,
      #","email":"ana@example.com","phone":"+359 88""#,
    ] {
      let id = try #require(try register(details + contact)["transactionId"])
      let query = try served.query(id)
      #expect(query["CustomerInformation.Email"] == "ana@example.com")
      #expect(query["CustomerInformation.PhoneNumber"] == "+359 88")
      #expect(query["OrderInformation.OrderDescription"] == "2 x A-1, 1 x B")
    }
    let id = try #require(try register(details)["transactionId"])
    #expect(try served.query(id)["CustomerInformation.Email"] == nil, "the control")
    try served.give(id, ana)
    #expect(try served.perform(ListSavedCards(), ana).isEmpty)
    #expect(try ask("PUT", "/payment/\(id)").status == 202)
    #expect(try served.perform(ListSavedCards(), ana).map(\.maskedNumber) == ["400000******1000"])
    let many = Array(repeating: #"{"articleNumber":"A","quantity":1}"#, count: 65)
    let tooMany = "[" + many.joined(separator: ",") + #",{"articleNumber":"A-1""#
    for (good, bad, field) in [
      (#""A-1""#, "\"\"", "items[0].articleNumber"),
      (#""quantity":2"#, #""quantity":0"#, "quantity"),
      (#""quantity":2"#, #""quantity":10000"#, "items[0].quantity"),
      ("1000}}", "-1}}", "items[0].amount.totalAmount"),
      (#"[{"articleNumber":"A-1""#, tooMany, "items"),
      (#""storeCard":true"#, #""storeCard":"yes""#, "storeCard"),
      (#""storeCard":true"#, #""storeCard":true,"customerEmail":"ana""#, "customerEmail"),
      (#""storeCard":true"#, #""storeCard":true,"phoneNumber":"""#, "phoneNumber"),
    ] {
      let answer = try register(details.replacing(good, with: bad))
      #expect(answer.status == 400 && answer["params.message"]?.contains(field) == true, "\(field)")
    }
  }

  /// A payment that was authorised and never paid leaves no saved card.
  @Test(arguments: ["ANNUL", "DELETE", "CAPTURE"])
  func aCardIsSavedOnlyOnceItHasPaid(_ end: String) throws {
    let answer = try register(
      #","storeCard":true,"amount":{"currencyCode":"EUR","totalAmount":2490}"#)
    let id = try #require(answer["transactionId"], "\(answer.body)")
    try served.give(id, ana)
    #expect(try served.process(id, "AUTH")["ResponseCode"] == "OK")
    #expect(try served.perform(ListSavedCards(), ana).isEmpty)
    if end == "DELETE" {
      #expect(try ask("DELETE", "/payment/\(id)").status == 204)
    } else {
      #expect(try served.process(id, end)["ResponseCode"] == "OK")
    }
    #expect(try served.perform(ListSavedCards(), ana).count == (end == "CAPTURE" ? 1 : 0))
  }

  /// E28: the card and its hash are gone, also from transactions.
  @Test func aCardIsRemovedWithItsHash() throws {
    let first = try served.register()
    try served.give(first, ana)
    _ = try served.process(first, "VERIFY")
    let hash = try #require(try served.query(first)["CardInformation.PanHash"])
    let later = try served.register(#","amount":"1000","recurringType":"R","panHash":"\#(hash)""#)
    func remove(_ hash: String) throws -> ShopAnswer {
      try ask(
        "POST", "/payment/cards/removal", #"{"customerId":"\#(customer)","cardId":"\#(hash)"}"#)
    }
    #expect(try remove(String(hash.reversed())).status == 404)
    #expect(try remove(hash).status == 204)
    #expect(try remove(hash).status == 404)
    #expect(try served.perform(ListSavedCards(), ana).isEmpty)
    for id in [first, later] { #expect(try !served.query(id).body.contains(hash)) }
    #expect(try served.process(later, "SALE").status == 409)
    let methods = try ask("GET", "/payment/methods?consumerId=\(customer)")
    #expect(methods.body.contains(#""tokens":[]"#))
  }

  /// E26: what has become of a transaction is kept.
  @Test func aCallbackIsTaken() throws {
    let id = try served.register()
    func tell(_ id: String) throws -> Int {
      try ask("POST", "/callback/status", #"{"TransactionId":"\#(id)"}"#).status
    }
    #expect(try tell(id) == 204)
    #expect(try tell("nothing") == 404)
    served.clock.advance(seconds: CardRegistration.lifetime)
    #expect(try tell(id) == 204)
    #expect(try served.query(id)["Error.ResponseCode"] == "T1")
  }
}
