import Conformance
import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// The merchant's own service, which the app of a shop asks (E24–E29).
@Suite struct MerchantServiceTests {
  @Test func aSavedCardPays() throws {
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let customer = try served.perform(GetProfile(), ana).customerID
    let key = "12000001:shop-token"
    let first = try served.register()
    try served.give(first, ana)
    _ = try served.process(first, "VERIFY")
    let methods = try served.ask("GET", "/payment/methods?consumerId=\(customer)", key: key)
    #expect(methods.status == 200 && methods.body.contains(#""expiry":"09/35""#))
    let hash = try #require(
      try served.query(first)["CardInformation.PanHash"])
    #expect(methods.body.contains(hash))
    func pay(_ amount: Int) throws -> (String, ShopAnswer) {
      let answer = try served.ask(
        "POST", "/payment/12000001/register",
        #"{"customerId":"\#(customer)","orderNumber":"o-\#(amount)","method":{"id":"EasyPayment"},"#
          + #""amount":{"currencyCode":"EUR","totalAmount":\#(amount)},"cardId":"\#(hash)","#
          + #""redirectUrl":"https://shop.example/?a=b"}"#, key: key)
      #expect(answer.status == 201, "\(answer.body)")
      let id = try #require(answer["transactionId"])
      #expect(
        answer["redirectOK"] == "https://shop.example/?a=b&transactionId=\(id)&responseCode=OK")
      return (id, try served.ask("PUT", "/payment/\(id)", key: key))
    }
    let (paid, accepted) = try pay(1000)
    #expect(accepted.status == 202)
    let query = try served.query(paid)
    #expect(query["Summary.AmountCaptured"] == "1000" && query["Summary.Authorized"] == "true")
    // A payment is processed once, and money that was moved is not given up.
    for method in ["PUT", "DELETE"] {
      #expect(try served.ask(method, "/payment/\(paid)", key: key).status == 400)
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
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let customer = try served.perform(GetProfile(), served.signIn().accessToken).customerID
    let answer = try served.ask(
      "POST", "/payment/12000001/register",
      #"{"customerId":"\#(customer)","orderNumber":"o","redirectUrl":"\#(address)"}"#,
      key: "12000001:shop-token")
    let id = try #require(answer["transactionId"], "\(answer.body)")
    for (name, code) in [("redirectOK", "OK"), ("redirectCancel", "Cancel")] {
      let parameters = "transactionId=\(id)&responseCode=\(code)"
      #expect(answer[name] == answered.replacing("P", with: parameters))
    }
  }

  @Test func aPaymentCanBeGivenUp() throws {
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let customer = try served.perform(GetProfile(), ana).customerID
    let key = "12000001:shop-token"
    func send(_ more: String, to merchant: String = "12000001") throws -> ShopAnswer {
      try served.ask(
        "POST", "/payment/\(merchant)/register",
        #"{"customerId":"\#(customer)","orderNumber":"o"\#(more)}"#, key: key)
    }
    let id = try #require(try send("")["transactionId"])
    #expect(try served.ask("DELETE", "/payment/\(id)", key: key).status == 204)
    #expect(try served.perform(GetCardRegistration(id), ana).state == .cancelled)
    for (more, message) in [
      (#","method":{"id":"EasyPayment"}"#, "A card ID is required when using EasyPay"),
      (#","method":{"id":"ApplePay"}"#, "Payment data is required when using ApplePay"),
      (#","method":{"id":"Cash"}"#, "method.id"), (#","cardId":"ab""#, "cardId"),
      (#","amount":{"currencyCode":"EUR","totalAmount":-1}"#, "amount.totalAmount"),
    ] {
      let answer = try send(more)
      #expect(answer.status == 400 && answer["params.message"]?.contains(message) == true)
      #expect(answer["explanationText"] != nil)
    }
    #expect(try send("", to: "2").status == 404)
    #expect(try served.ask("PUT", "/payment/nothing", key: key).status == 404)
  }

  /// E29: names as a shop shows them.
  @Test func theMethodsAreNamed() throws {
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let methods = try served.ask("GET", "/payment/methods", key: "12000001:shop-token")
    #expect(
      methods.body.contains(
        #"{"id":"AmericanExpress","displayName":"American Express","fee":0}"#))
    let customer = try served.perform(GetProfile(), try served.signIn().accessToken).customerID
    for (method, number, message) in [
      ("PaytrailNordea", "o", "is not simulated"), ("PayPal", "o", "is not simulated"),
      // E37.
      ("Vipps", "o", "walletAppNotFound"), ("SwishM", "o o", "registrationFailure"),
      ("PayPal", "o o", "orderNumber"),
    ] {
      let answer = try served.ask(
        "POST", "/payment/12000001/register",
        #"{"customerId":"\#(customer)","orderNumber":"\#(number)","method":{"id":"\#(method)"}}"#,
        key: "12000001:shop-token")
      #expect(answer["params.message"]?.contains(message) == true, "\(answer.body)")
    }
  }

  /// E28: the card and its hash are gone, also from transactions.
  @Test func aCardIsRemovedWithItsHash() throws {
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let customer = try served.perform(GetProfile(), ana).customerID
    let key = "12000001:shop-token"
    let first = try served.register()
    try served.give(first, ana)
    _ = try served.process(first, "VERIFY")
    let hash = try #require(try served.query(first)["CardInformation.PanHash"])
    let later = try served.register(#","amount":"1000","recurringType":"R","panHash":"\#(hash)""#)
    func remove(_ hash: String) throws -> ShopAnswer {
      try served.ask(
        "POST", "/payment/cards/removal", #"{"customerId":"\#(customer)","cardId":"\#(hash)"}"#,
        key: key)
    }
    #expect(try remove(String(hash.reversed())).status == 404)
    #expect(try remove(hash).status == 204)
    #expect(try remove(hash).status == 404)
    #expect(try served.perform(ListSavedCards(), ana).isEmpty)
    for id in [first, later] { #expect(try !served.query(id).body.contains(hash)) }
    #expect(try served.process(later, "SALE").status == 409)
    let methods = try served.ask("GET", "/payment/methods?consumerId=\(customer)", key: key)
    #expect(methods.body.contains(#""tokens":[]"#))
  }

  /// E26: what has become of a transaction is kept.
  @Test func aCallbackIsTaken() throws {
    let served = try InProcessServer.shop()
    defer { served.server.stop() }
    let id = try served.register()
    func tell(_ id: String) throws -> Int {
      try served.ask(
        "POST", "/callback/status", #"{"TransactionId":"\#(id)"}"#, key: "12000001:shop-token"
      ).status
    }
    #expect(try tell(id) == 204)
    #expect(try tell("nothing") == 404)
    served.clock.advance(seconds: CardRegistration.lifetime)
    #expect(try tell(id) == 204)
    #expect(try served.query(id)["Error.ResponseCode"] == "T1")
  }
}
