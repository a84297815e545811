import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletServer

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
}
