import Conformance
import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

@testable import ServerTesting

/// Payments with a saved card's hash, 3-D Secure by the shop's choice, numbers of errors, and all
/// parts of a query (E18–E31).
@Suite struct NetaxeptPaymentTests {
  private let served: InProcessServer
  private let ana: Secret

  init() throws {
    served = try InProcessServer.shop()
    ana = try served.signIn().accessToken
  }

  /// E18: each part has what the transaction has.
  @Test func aQueryHasAllParts() throws {
    let customer = try served.perform(GetProfile(), ana).customerID.rawValue
    let id = try served.register(#","amount":"1000""#)
    let empty = try served.query(id)
    #expect(empty["CustomerInformation.CustomerNumber"] == customer)
    #expect(empty["TerminalInformation.CustomerEntered"] == nil)
    #expect(empty.body.contains(#""Operation":"Register","ResponseCode":"OK"}]"#), "\(empty.body)")
    try served.give(id, ana, .page)
    let asked = try served.query(id)
    #expect(asked["TerminalInformation.CustomerEntered"] != nil)
    #expect(asked["TerminalInformation.CustomerRedirected"] != nil)
    let page = try #require(try served.perform(GetAuthentication(id), ana).question?.pagePath)
    _ = try served.enter("123456", at: page)
    for operation in ["AUTH", "CAPTURE"] {
      served.clock.advance(seconds: 5)
      #expect(try served.process(id, operation)["ResponseCode"] == "OK")
    }
    let query = try served.query(id)
    let history = try #require(query.body.firstRange(of: #""History":"#).map { _ in query.body })
    for operation in ["Register", "Auth", "Capture"] {
      #expect(history.contains(#""Operation":"\#(operation)""#))
    }
    for (name, value) in [
      ("OrderInformation.Amount", "1000"), ("OrderInformation.Total", "1000"),
      ("OrderInformation.Fee", "0"), ("OrderInformation.VAT", "0"),
      ("OrderInformation.RoundingAmount", "0"), ("OrderInformation.OrderNumber", "order-1"),
      ("Summary.AmountCaptured", "1000"), ("AuthenticationInformation.AuthenticatedStatus", "Y"),
      ("AuthenticationInformation.ECI", "05"), ("CardInformation.PaymentMethod", "Visa"),
      ("SecurityInformation.IPCountryMatchesIssuingCountry", "false"),
    ] { #expect(query[name] == value, "\(name): \(query.body)") }
    #expect(query["OrderInformation.Timestamp"] != nil && query["Error.ResponseCode"] == nil)
    #expect(!query.body.contains("Petrova"), "E32: Netaxept knows no name")
  }

  /// E20, E33: what a payment with the hash needs.
  @Test func aSavedCardPaysLater() throws {
    let hash = try served.saveCard(ana)
    func begin(_ more: String) throws -> String {
      try served.register(#","amount":"1000","panHash":"\#(hash)""# + more)
    }
    // Nothing: the shop charges the card by itself.
    let recurring = try begin(#","recurringType":"R""#)
    #expect(try served.process(recurring, "SALE")["ResponseCode"] == "OK")
    // E21: it ends with the card.
    #expect(try served.query(recurring)["Recurring.ExpiryDate"] == "20351001")
    // The CVV: the person is there.
    let easy = try begin(#","recurringType":"S""#)
    #expect(try served.process(easy, "SALE").status == 409)
    for wrong in [nil, "12", "ab1"] {
      #expect(throws: WalletError.self) {
        try served.give(easy, ana) { $0.card = EnteredCard(cvv: wrong.map { secret($0) }) }
      }
    }
    let given = try served.give(easy, ana) { $0.card = EnteredCard(cvv: secret("123")) }
    #expect(given.isProcessable && !given.needsRedirect)
    #expect(try served.process(easy, "SALE")["ResponseCode"] == "OK")
    // The bank asks again.
    let asked = try begin(#","recurringType":"R","recurringUse3DS":"true""#)
    #expect(try served.process(asked, "SALE").status == 409)
    #expect(try served.perform(GetCardRegistration(asked), ana).needsRedirect)
    let question = try #require(try served.perform(GetAuthentication(asked), ana).question)
    #expect(question.type == .known(.oneTimeCode))
    let end = try served.perform(
      AnswerAuthentication(asked, attempt: 1, .code(secret("123456"))), ana)
    #expect(end.status == .completed)
    #expect(try served.process(asked, "SALE")["ResponseCode"] == "OK")
    // No other hash.
    let wrong = try served.netaxept(
      "register",
      #""orderNumber":"o","currencyCode":"EUR","amount":"1","panHash":"\#(String(hash.reversed()))""#
    )
    #expect(wrong.status == 400 && wrong["Error.ResponseText"]?.contains("panHash") == true)
    #expect(try served.perform(ListSavedCards(), ana).count == 1)
  }

  /// E22: `true` forces it, `false` switches it off, and without it the bank decides.
  @Test func aShopForcesOrSwitchesOff3DSecure() throws {
    func given(_ more: String, _ number: String) throws -> CardRegistration {
      let id = try served.register(more)
      return try served.give(id, ana) { $0.card.number = secret(number) }
    }
    // Not a test number, so that nothing but the shop decides.
    let visa = "4000001234567899"
    let dankort = "5019994016316467"
    let asked = Scenario.oneTimeCode.testNumber(.visa)
    #expect(try given(#","force3DSecure":"true""#, visa).needsRedirect)
    #expect(try given("", visa).isProcessable)
    #expect(try given("", #require(asked)).needsRedirect)
    #expect(try given(#","force3DSecure":"false""#, #require(asked)).isProcessable)
    // Dankort has no 3-D Secure.
    #expect(try given("", dankort).isProcessable)
    let refused = try given(#","force3DSecure":"true""#, dankort)
    #expect(refused.state == .cancelled && refused.errorCode == 900)
  }

  /// E23.
  @Test func aWrongReturnAddressIsAGeneralError() throws {
    let id = try served.register(#","redirectUrl":"https://shop.example/a""#)
    let given = try served.give(id, ana) { $0.redirectURL = "https://shop.example/b" }
    #expect(given.errorCode == 300 && given.isProcessable)
    #expect(try served.process(id, "VERIFY")["ResponseCode"] == "OK")
    #expect(try served.perform(GetCardRegistration(id), ana).errorCode == nil)
    let other = try served.register(#","redirectUrl":"https://shop.example/a""#)
    let right = try served.give(other, ana) { $0.redirectURL = "https://shop.example/a" }
    #expect(right.errorCode == nil)
  }

  /// E30: each number has a cause.
  @Test func numbersOfNetaxeptHaveCauses() throws {
    func code(_ answer: ShopAnswer) -> String? { answer["Error.ResponseCode"] }
    #expect(code(try served.process("nothing", "AUTH")) == "25")
    #expect(code(try served.netaxept("register", #""x":1"#)) == "30")
    #expect(code(try served.ask("POST", "/netaxept/query.aspx", "{")) == "99")
    let id = try served.register(#","amount":"1000""#)
    try served.give(id, ana)
    #expect(code(try served.process(id, "CAPTURE")) == "97")
    _ = try served.process(id, "AUTH")
    #expect(code(try served.process(id, "AUTH")) == "98")
    _ = try served.process(id, "ANNUL")
    #expect(code(try served.process(id, "ANNUL")) == "86")
    let declined = try served.register(#","amount":"11""#)
    try served.give(declined, ana)
    let refused = try served.process(declined, "SALE")
    #expect(refused["ResponseCode"] == "3022" && refused["ResponseSource"] == "02")
    #expect(code(try served.process(declined, "CAPTURE")) == "84")
    #expect(try served.query(declined)["Error.ResponseCode"] == "3022")
    // E31: a code of the issuer does not reach the app of the payer.
    let seen = try served.perform(GetCardRegistration(declined), ana)
    #expect(seen.state == .cancelled && seen.errorCode == nil)
    // A card that has expired.
    let hash = try served.saveCard(ana)
    served.clock.advance(seconds: 12 * 366 * 86_400)
    let late = try served.netaxept(
      "register", #""orderNumber":"o","currencyCode":"EUR","amount":"1","panHash":"\#(hash)""#)
    #expect(code(late) == "14")
  }
}
