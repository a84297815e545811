import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// Netaxept's interface, which the back end of a shop asks (E11–E23).
@Suite struct NetaxeptTests {
  private let served: InProcessServer
  private let ana: Secret

  init() throws {
    served = try InProcessServer.shop { $0.burst = 10_000 }
    ana = try served.signIn().accessToken
  }

  /// E19: register, the card, VERIFY, query.
  @Test func aCardIsSavedInFourSteps() throws {
    let id = try served.register(#","recurringType":"S","serviceType":"M","force3DSecure":"true""#)
    #expect((1...32).contains(id.count))
    // Without a card nothing can be verified.
    let early = try served.process(id, "VERIFY")
    #expect(early.status == 409 && early["Error.ResponseCode"] == "97")
    #expect(try served.give(id, ana).isProcessable)
    let verified = try served.process(id, "VERIFY")
    #expect(verified.status == 200)
    for (name, value) in [
      ("ResponseCode", "OK"), ("Operation", "VERIFY"), ("MerchantId", "12000001"),
      ("TransactionId", id), ("ResponseSource", "01"), ("SubTransactionId", id + "-1"),
    ] { #expect(verified[name] == value, "\(name)") }
    #expect(try served.process(id, "VERIFY")["Error.ResponseCode"] == "98")
    let query = try served.query(id)
    #expect(query["CardInformation.MaskedPAN"] == "400000******1000")
    #expect(query["CardInformation.ExpiryDate"] == "3509")
    #expect(query["CardInformation.PanHash"]?.count == 64)
    #expect(query["AuthenticationInformation.AuthenticatedStatus"] == "Y")
    #expect(query["OrderInformation.Amount"] == "0")
    // The wallet has the same card.
    let saved = try served.perform(ListSavedCards(), ana)
    #expect(saved.map(\.maskedNumber) == ["400000******1000"])
    #expect(try served.perform(GetCardRegistration(id), ana).state == .tokenized)
  }

  /// H18: the same request as a form, and in JSON with numbers and booleans.
  @Test func valuesAreReadInEachForm() throws {
    let form =
      "merchantId=12000001&token=shop-token&orderNumber=o1&currencyCode=EUR&recurringType=R"
      + "&recurringFrequency=28&recurringExpiryDate=20351231&force3DSecure=true"
    let first = try served.ask(
      "POST", "/netaxept/register.aspx", form, type: "application/x-www-form-urlencoded")
    let second = try served.netaxept(
      "register",
      #""orderNumber":"o2","currencyCode":"EUR","recurringType":"R","recurringFrequency":28,"#
        + #""recurringExpiryDate":20351231,"force3DSecure":true"#,
      credentials: #""merchantId":12000001,"token":"shop-token""#)
    for answer in [first, second] {
      let id = try #require(answer["TransactionId"], "\(answer.body)")
      let query = try served.query(id)
      #expect(query["Recurring.Type"] == "R" && query["Recurring.Frequency"] == "28")
      #expect(query["Recurring.ExpiryDate"] == "20351231")
    }
  }

  /// E27: all operations in all orders of two.
  @Test func onlySomeOperationsFollowEachOther() throws {
    let allowed: Set = [
      "AUTH", "SALE", "VERIFY", "AUTH CAPTURE", "AUTH ANNUL", "SALE CREDIT",
    ]
    for first in ShopOperation.allCases {
      for second in ShopOperation.allCases {
        let id = try served.register(#","amount":"1000""#)
        try served.give(id, ana)
        let one = try served.process(id, first.rawValue)
        #expect((one["ResponseCode"] == "OK") == allowed.contains(first.rawValue), "\(first)")
        let two = try served.process(id, second.rawValue)
        let pair = one.status == 200 ? "\(first.rawValue) \(second.rawValue)" : second.rawValue
        #expect((two["ResponseCode"] == "OK") == allowed.contains(pair), "\(pair)")
      }
    }
  }

  /// E17: each operation of a transaction has an id of its own.
  @Test func eachOperationHasItsId() throws {
    let id = try served.register(#","amount":"1000""#)
    try served.give(id, ana)
    for (number, operation) in ["AUTH", "CAPTURE", "CREDIT"].enumerated() {
      let answer = try served.process(id, operation)
      #expect(answer["SubTransactionId"] == "\(id)-\(number + 1)", "\(answer.body)")
    }
  }

  /// E29: a service of another kind needs its method, as an array or as the text of one.
  @Test(arguments: [
    (#""[{\"PaymentMethod\":\"PayPal\"}]""#, "PayPal"),
    (#"[{"PaymentMethod":"PayPal"}]"#, "PayPal"),
    (#"[{"PaymentMethod":"PaytrailNordeaFinland"}]"#, "PaytrailNordea"),
  ])
  func anotherServiceIsRegistered(_ list: String, _ method: String) throws {
    let id = try served.register(
      #","amount":"1000","serviceType":"B","paymentMethodActionList":\#(list)"#)
    #expect(try served.query(id)["CardInformation.PaymentMethod"] == method)
    #expect(try served.process(id, "VERIFY").status == 409)
    #expect(try served.process(id, "SALE")["ResponseCode"] == "OK")
  }

  /// E37: no device has the app, whichever service is asked.
  @Test(arguments: ["AUTH", "SALE"]) func anAppThatIsMissingDoesNotPay(_ operation: String) throws {
    let id = try served.register(
      #","amount":"1000","paymentMethodActionList":[{"PaymentMethod":"Vipps"}]"#)
    let refused = try served.process(id, operation)
    #expect(refused.status == 400)
    #expect(refused["Error.ResponseText"]?.hasSuffix("method.id: walletAppNotFound") == true)
    #expect(try served.query(id)["Summary.Authorized"] == "false")
  }

  /// A saved card pays only with a method of cards, whichever service is asked.
  @Test(arguments: ["SwishM", "Vipps", "MobilePay", "PayPal"])
  func aSavedCardPaysForNoOtherService(_ method: String) throws {
    let customer = try served.perform(GetProfile(), ana).customerID
    let hash = try served.saveCard(ana)
    for (word, status) in [(method, 400), ("Visa", 200)] {
      let answer = try served.netaxept(
        "register",
        #""orderNumber":"o","currencyCode":"EUR","amount":"1000","recurringType":"R","#
          + #""paymentMethodActionList":[{"PaymentMethod":"\#(word)"}],"panHash":"\#(hash)""#)
      #expect(answer.status == status, "\(answer.body)")
      #expect(answer["Error.ResponseText"]?.contains("panHash") == (status == 400 ? true : nil))
      let merchant = try served.ask(
        "POST", "/payment/12000001/register",
        #"{"customerId":"\#(customer)","orderNumber":"o","method":{"id":"\#(word)"},"#
          + #""amount":{"currencyCode":"EUR","totalAmount":1000},"cardId":"\#(hash)"}"#,
        key: "12000001:shop-token")
      #expect(merchant.status == (status == 400 ? 400 : 201), "\(merchant.body)")
    }
  }

  /// E08: the list of a business card asks for a card as usual.
  @Test func aBusinessCardIsRegistered() throws {
    let id = try served.register(#","paymentMethodActionList":[{"PaymentMethod":"SBusinessCard"}]"#)
    #expect(try !served.perform(GetCardRegistration(id), ana).isProcessable)
  }

  /// E12, E22: the bank asks on its page, and the answer decides about the transaction.
  @Test(arguments: [("123456", "OK"), ("000000", nil)])
  func theBanksPageDecides(_ code: String, _ expected: String?) throws {
    let id = try served.register(#","force3DSecure":true"#)
    #expect(try served.give(id, ana, .page).needsRedirect)
    #expect(try served.process(id, "VERIFY").status == 409)
    for attempt in 1...3 {
      guard let path = try served.perform(GetAuthentication(id), ana).question?.pagePath else {
        break
      }
      _ = try served.enter(code, at: path, attempt: attempt)
    }
    #expect(try served.process(id, "VERIFY")["ResponseCode"] == expected)
    let query = try served.query(id)
    // E30: denied by 3-D Secure.
    #expect(query["Error.ResponseCode"] == (expected == nil ? "MZ" : nil))
  }

  @Test(arguments: [
    ("", "orderNumber"), (#""orderNumber":"a b","currencyCode":"EUR""#, "orderNumber"),
    (#""orderNumber":"o","currencyCode":"eur""#, "currencyCode"),
    (#""orderNumber":"o","currencyCode":"EUR","recurringType":"X""#, "recurringType"),
    (#""orderNumber":"o","currencyCode":"EUR","serviceType":"B""#, "serviceType"),
    (
      #""orderNumber":"o","currencyCode":"EUR","amount":1,"serviceType":"M","#
        + #""paymentMethodActionList":[{"PaymentMethod":"PayPal"}]"#, "serviceType"
    ),
    (
      #""orderNumber":"o","currencyCode":"EUR","#
        + #""paymentMethodActionList":[{"PaymentMethod":"Vipps"}]"#,
      "amount"
    ),
    (
      #""orderNumber":"o","currencyCode":"EUR","paymentMethodActionList":"PayPal""#,
      "paymentMethodActionList"
    ),
    (
      #""orderNumber":"o","currencyCode":"EUR","#
        + #""paymentMethodActionList":[{"PaymentMethod":"Cash"}]"#,
      "paymentMethodActionList"
    ),
    (#""orderNumber":"o","currencyCode":"EUR","amount":-1"#, "amount"),
    (#""orderNumber":"o","currencyCode":"EUR","amount":1000000000000"#, "amount"),
    (#""orderNumber":"o","currencyCode":"EUR","force3DSecure":"yes""#, "force3DSecure"),
    (#""orderNumber":"o","currencyCode":"EUR","redirectUrl":"javascript:x""#, "redirectUrl"),
    (
      #""orderNumber":"o","currencyCode":"EUR","recurringExpiryDate":"20350230""#,
      "recurringExpiryDate"
    ),
    (#""orderNumber":"o","currencyCode":"EUR","recurringFrequency":10000"#, "recurringFrequency"),
    (#""orderNumber":"o","currencyCode":"EUR","customerNumber":"nobody""#, "customerNumber"),
    (#""orderNumber":{},"currencyCode":"EUR""#, "orderNumber"),
  ])
  func aWrongRegistrationNamesItsField(_ fields: String, _ field: String) throws {
    let answer = try served.netaxept("register", fields.isEmpty ? #""x":1"# : fields)
    #expect(answer.status == 400 && answer["Error.ResponseCode"] == "30")
    #expect(answer["Error.ResponseText"]?.contains(field) == true, "\(answer.body)")
  }
}
