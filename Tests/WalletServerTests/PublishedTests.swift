import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletServer

/// The payment services that the back end of a shop asks (E11–E28, D40–D43).
@Suite struct PublishedTests {
  private static func serve(_ change: (inout WalletServer.Options) -> Void = { _ in }) throws
    -> InProcessServer
  {
    try InProcessServer { options in
      options.shop = ServerShop(merchantID: "12000001", token: secret("shop-token"))
      change(&options)
    }
  }

  private struct Answer {
    let response: WireResponse
    let body: String
    private let json: JSON?
    var status: Int { response.status }

    init(_ response: WireResponse) {
      self.response = response
      body = WalletServerTests.text(response.body)
      json = try? JSON.read(.plain(Array(body.utf8)))
    }

    /// The text at a path such as `CardInformation.PanHash`.
    subscript(_ path: String) -> String? {
      var json = json
      let names = path.split(separator: ".").map(String.init)
      for name in names.dropLast() {
        guard let object = json, var fields = try? JSONFields(object) else { return nil }
        json = fields.value(name)
      }
      return names.last.flatMap { json?.text($0) }
    }
  }

  private func ask(
    _ served: InProcessServer, _ method: String, _ path: String, _ body: String = "",
    key: String? = nil, type: String = "application/json", _ more: [WireField] = []
  ) throws -> Answer {
    var headers = more
    if let key {
      headers.append(WireField("Authorization", "Basic " + Base64.encode(Array(key.utf8))))
    }
    if !body.isEmpty { headers.append(WireField("Content-Type", type)) }
    return Answer(
      try served.send(
        method, path, headers, body: body.isEmpty ? .none : .plain(Array(body.utf8))))
  }

  private func netaxept(
    _ served: InProcessServer, _ path: String, _ fields: String,
    credentials: String = #""merchantId":"12000001","token":"shop-token""#
  ) throws -> Answer {
    try ask(served, "POST", "/netaxept/\(path).aspx", "{\(credentials),\(fields)}")
  }

  private func process(_ served: InProcessServer, _ id: String, _ operation: String) throws
    -> Answer
  {
    try netaxept(served, "process", #""transactionId":"\#(id)","operation":"\#(operation)""#)
  }

  private func register(_ served: InProcessServer, _ more: String = "") throws -> String {
    let answer = try netaxept(
      served, "register", #""orderNumber":"order-1","currencyCode":"EUR""# + more)
    return try #require(answer["TransactionId"], "\(answer.body)")
  }

  private func give(
    _ served: InProcessServer, _ id: String, _ token: Secret, _ scenario: Scenario = .frictionless
  ) throws -> CardRegistration {
    let card = EnteredCard(
      number: secret(try #require(scenario.testNumber(.visa))),
      expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"))
    var request = SavedCardRequest(card, .easy, currency: Currency("EUR"), render: .html)
    request.transactionID = id
    return try served.perform(RegisterSavedCard(request), token)
  }

  // MARK: Netaxept

  /// E19: register, the card, VERIFY, query.
  @Test func aCardIsSavedInFourSteps() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let id = try register(served, #","recurringType":"S","serviceType":"M","force3DSecure":"true""#)
    #expect((1...32).contains(id.count))
    // Without a card nothing can be verified.
    let early = try process(served, id, "VERIFY")
    #expect(early.status == 409 && early["Error.ResponseCode"] == "98")
    #expect(try give(served, id, ana).isProcessable)
    let verified = try process(served, id, "VERIFY")
    #expect(verified.status == 200)
    for (name, value) in [
      ("ResponseCode", "OK"), ("Operation", "VERIFY"), ("MerchantId", "12000001"),
      ("TransactionId", id), ("ResponseSource", "01"),
    ] { #expect(verified[name] == value, "\(name)") }
    #expect(try process(served, id, "VERIFY")["Error.ResponseCode"] == "98")
    let query = try netaxept(served, "query", #""transactionId":"\#(id)""#)
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
    let served = try Self.serve()
    defer { served.server.stop() }
    let form =
      "merchantId=12000001&token=shop-token&orderNumber=o1&currencyCode=EUR&recurringType=R"
      + "&recurringFrequency=28&recurringExpiryDate=20351231&force3DSecure=true"
    let first = try ask(
      served, "POST", "/netaxept/register.aspx", form, type: "application/x-www-form-urlencoded")
    let second = try netaxept(
      served, "register",
      #""orderNumber":"o2","currencyCode":"EUR","recurringType":"R","recurringFrequency":28,"#
        + #""recurringExpiryDate":20351231,"force3DSecure":true"#,
      credentials: #""merchantId":12000001,"token":"shop-token""#)
    for answer in [first, second] {
      let id = try #require(answer["TransactionId"], "\(answer.body)")
      let query = try netaxept(served, "query", #""transactionId":"\#(id)""#)
      #expect(query["Recurring.Type"] == "R" && query["Recurring.Frequency"] == "28")
      #expect(query["Recurring.ExpiryDate"] == "20351231")
    }
  }

  /// E27: all operations in all orders of two.
  @Test func onlySomeOperationsFollowEachOther() throws {
    let served = try Self.serve { $0.burst = 10_000 }
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let allowed: Set = [
      "AUTH", "SALE", "VERIFY", "AUTH CAPTURE", "AUTH ANNUL", "SALE CREDIT",
    ]
    for first in ShopOperation.allCases {
      for second in ShopOperation.allCases {
        let id = try register(served, #","amount":"1000""#)
        _ = try give(served, id, ana)
        let one = try process(served, id, first.rawValue)
        #expect((one["ResponseCode"] == "OK") == allowed.contains(first.rawValue), "\(first)")
        let two = try process(served, id, second.rawValue)
        let pair = one.status == 200 ? "\(first.rawValue) \(second.rawValue)" : second.rawValue
        #expect((two["ResponseCode"] == "OK") == allowed.contains(pair), "\(pair)")
      }
    }
  }

  /// E12, E22: the bank asks on its page, and the answer decides about the transaction.
  @Test(arguments: [("123456", "OK"), ("000000", nil)])
  func theBanksPageDecides(_ code: String, _ expected: String?) throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let id = try register(served, #","force3DSecure":true"#)
    #expect(try give(served, id, ana, .page).needsRedirect)
    #expect(try process(served, id, "VERIFY").status == 409)
    for attempt in 1...3 {
      guard let path = try served.perform(GetAuthentication(id), ana).question?.pagePath else {
        break
      }
      let token = path.split(separator: "/").last ?? ""
      _ = try ask(
        served, "POST", path, "token=\(token)&attempt=\(attempt)&code=\(code)&action=submit",
        type: "application/x-www-form-urlencoded")
    }
    #expect(try process(served, id, "VERIFY")["ResponseCode"] == expected)
    let query = try netaxept(served, "query", #""transactionId":"\#(id)""#)
    // E30: denied by 3-D Secure.
    #expect(query["Error.ResponseCode"] == (expected == nil ? "900" : nil))
  }

  @Test(arguments: [
    ("", "orderNumber"), (#""orderNumber":"a b","currencyCode":"EUR""#, "orderNumber"),
    (#""orderNumber":"o","currencyCode":"eur""#, "currencyCode"),
    (#""orderNumber":"o","currencyCode":"EUR","recurringType":"X""#, "recurringType"),
    (#""orderNumber":"o","currencyCode":"EUR","serviceType":"B""#, "serviceType"),
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
    let served = try Self.serve()
    defer { served.server.stop() }
    let answer = try netaxept(served, "register", fields.isEmpty ? #""x":1"# : fields)
    #expect(answer.status == 400 && answer["Error.ResponseCode"] == "30")
    #expect(answer["Error.ResponseText"]?.contains(field) == true, "\(answer.body)")
  }

  // MARK: The merchant's service

  @Test func aSavedCardPays() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let customer = try served.perform(GetProfile(), ana).customerID
    let key = "12000001:shop-token"
    let first = try register(served)
    _ = try give(served, first, ana)
    _ = try process(served, first, "VERIFY")
    let methods = try ask(served, "GET", "/payment/methods?consumerId=\(customer)", key: key)
    #expect(methods.status == 200 && methods.body.contains(#""expiry":"09/35""#))
    let hash = try #require(
      try netaxept(served, "query", #""transactionId":"\#(first)""#)["CardInformation.PanHash"])
    #expect(methods.body.contains(hash))
    func pay(_ amount: Int) throws -> (String, Answer) {
      let answer = try ask(
        served, "POST", "/payment/12000001/register",
        #"{"customerId":"\#(customer)","orderNumber":"o-\#(amount)","method":{"id":"EasyPayment"},"#
          + #""amount":{"currencyCode":"EUR","totalAmount":\#(amount)},"cardId":"\#(hash)","#
          + #""redirectUrl":"https://shop.example/?a=b"}"#, key: key)
      #expect(answer.status == 201, "\(answer.body)")
      let id = try #require(answer["transactionId"])
      #expect(
        answer["redirectOK"] == "https://shop.example/?a=b&transactionId=\(id)&responseCode=OK")
      return (id, try ask(served, "PUT", "/payment/\(id)", key: key))
    }
    let (paid, accepted) = try pay(1000)
    #expect(accepted.status == 202)
    let query = try netaxept(served, "query", #""transactionId":"\#(paid)""#)
    #expect(query["Summary.AmountCaptured"] == "1000" && query["Summary.Authorized"] == "true")
    // A payment is processed once, and money that was moved is not given up.
    for method in ["PUT", "DELETE"] {
      #expect(try ask(served, method, "/payment/\(paid)", key: key).status == 400)
    }
    // D58: amount 11 is declined. The payment is cancelled then (E27).
    let (declined, refusal) = try pay(11)
    #expect(refusal.status == 400 && refusal["params.message"]?.contains("3022") == true)
    let cancelled = try netaxept(served, "query", #""transactionId":"\#(declined)""#)
    #expect(cancelled["Summary.Annulled"] == "true")
    let boris = try served.signIn(as: "boris").accessToken
    #expect(throws: WalletError.self) { try served.perform(GetCardRegistration(paid), boris) }
  }

  @Test func aPaymentCanBeGivenUp() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let customer = try served.perform(GetProfile(), ana).customerID
    let key = "12000001:shop-token"
    func send(_ more: String, to merchant: String = "12000001") throws -> Answer {
      try ask(
        served, "POST", "/payment/\(merchant)/register",
        #"{"customerId":"\#(customer)","orderNumber":"o"\#(more)}"#, key: key)
    }
    let id = try #require(try send("")["transactionId"])
    #expect(try ask(served, "DELETE", "/payment/\(id)", key: key).status == 204)
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
    #expect(try ask(served, "PUT", "/payment/nothing", key: key).status == 404)
  }

  // MARK: Payment handles

  private static let handle =
    #"{"merchantRefNum":"r1","amount":2490,"currencyCode":"EUR","paymentType":"CARD","#
    + #""card":{"cardNum":"4000000000001141","cardExpiry":{"month":9,"year":2035},"cvv":"123","#
    + #""holderName":"Ana Petrova"}"#

  /// D40, D47: the handle, its authentication and its end.
  @Test func aHandleIsAuthenticatedByItsPage() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let ana = try served.signIn().accessToken
    let key = "zalando:shop-token"
    let hub = "/paymenthub/v1/singleusepaymenthandles"
    let made = try ask(served, "POST", hub, Self.handle + "}", key: key)
    #expect(made.status == 201 && made["status"] == "INITIATED" && made["action"] == "REDIRECT")
    #expect(made["merchantId"] == "zalando" && made["usage"] == "SINGLE_USE")
    let id = try #require(made["id"])
    let token = try #require(made["paymentHandleToken"])
    let adapter = "/cardadapter/v1/paymenthandles/\(id)/authentications"
    let pending = try ask(served, "POST", adapter, #"{"merchantRefNum":"r1"}"#, key: key)
    #expect(pending["status"] == "PENDING" && pending["threeDResult"] == "C")
    let payload = try ChallengePayload(
      base64: try #require(pending["sdkChallengePayload"]))
    #expect(payload.id == id && payload.accountID == "1000010")
    let page = try #require(try served.perform(GetAuthentication(id), ana).question?.pagePath)
    #expect(made.body.contains(page))
    let secretPart = page.split(separator: "/").last ?? ""
    _ = try ask(
      served, "POST", page, "token=\(secretPart)&attempt=1&code=123456&action=submit",
      type: "application/x-www-form-urlencoded")
    let end = try ask(
      served, "POST", "/threedsecure/v2/accounts/1000010/authentications/\(id)/finalize",
      #"{"payload":"\#(payload.payload)"}"#, key: key)
    #expect(end["threeDResult"] == "Y" && end["eci"] == "05" && end["cavv"]?.count == 28)
    #expect(
      try ask(served, "POST", adapter + "/\(id)/finalize", key: key)["status"] == "COMPLETED")
    let found = try ask(
      served, "POST", hub + "/search", #"{"paymentHandleToken":"\#(token)"}"#, key: key)
    #expect(found["status"] == "PAYABLE" && found["id"] == id)
    // The wallet's own operation pays with the same token.
    #expect(try served.perform(UsePaymentHandle(secret(token)), ana).status == .completed)
    // Another shop has no such handle.
    for (path, body) in [
      (hub + "/search", #"{"paymentHandleToken":"\#(token)"}"#),
      (adapter, #"{"merchantRefNum":"r1"}"#),
    ] { #expect(try ask(served, "POST", path, body, key: "oebb:shop-token").status == 404) }
  }

  @Test func methodsAndTokensAreForTheShopsAccounts() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    func methods(_ query: String, _ key: String) throws -> Answer {
      try ask(served, "GET", "/paymenthub/v1/paymentmethods" + query, key: key)
    }
    #expect(try methods("?currencyCode=EUR", "oebb:shop-token").body.contains("1000010"))
    #expect(
      try methods("?currencyCode=EUR", "brooklyn-books:shop-token").body
        == #"{"paymentMethods":[]}"#)
    #expect(try methods("?currencyCode=eur", "oebb:shop-token")["error.code"] == "5001")
    #expect(try methods("", "oebb:shop-token")["error.code"] == "5068")
    func token(_ account: String) throws -> Answer {
      try ask(
        served, "POST", "/threedsecure/v2/jwt", #"{"accountId":"\#(account)"}"#,
        key: "oebb:shop-token")
    }
    let answer = try token("1000010")
    #expect(answer.status == 201 && answer["jwt"]?.split(separator: ".").count == 3)
    #expect(try token("1000020")["error.code"] == "9061")
  }

  /// D28, D41, D43, D57: headers, codes and the error object.
  @Test func errorsOfPaymentsHaveTheirObject() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let hub = "/paymenthub/v1/singleusepaymenthandles"
    let rows: [(body: String, key: String?, status: Int, code: String)] = [
      (Self.handle + "}", nil, 401, "5279"), (Self.handle + "}", "zalando:wrong", 401, "5279"),
      (Self.handle + "}", "12000001:shop-token", 401, "5279"),
      ("{", "zalando:shop-token", 400, "5023"), ("[]", "zalando:shop-token", 400, "5023"),
      ("{}", "zalando:shop-token", 400, "5068"),
      (Self.handle + #","paymentType2":1,"accountId":"7"}"#, "zalando:shop-token", 400, "9061"),
      (Self.handle + "}", "brooklyn-books:shop-token", 400, "5001"),
      (Self.handle + #","threeDs":{"merchantUrl":"x"}}"#, "zalando:shop-token", 400, "5068"),
      (
        Self.handle
          + #","threeDs":{"merchantUrl":"https://a.example","deviceChannel":"BROWSER"}}"#,
        "zalando:shop-token", 400, "5068"
      ),
      (
        Self.handle + #","profile":{"merchantCustomerId":"nobody"}}"#, "zalando:shop-token", 400,
        "5068"
      ),
    ]
    for row in rows {
      let answer = try ask(
        served, "POST", hub, row.body, key: row.key,
        [WireField("X-INTERNAL-CORRELATION-ID", "shop-1")])
      #expect(answer.status == row.status && answer["error.code"] == row.code, "\(answer.body)")
      #expect(answer.response.header("X-Application-Status-Code") == row.code)
      #expect(answer["error.correlationId"] == "shop-1")
      #expect(answer.response.header("X-INTERNAL-CORRELATION-ID") == "shop-1")
      #expect(
        answer["error.displayMessage"]
          == "There was an error (\(row.code)), please contact our support.")
    }
    // An internal simulator does not know test numbers.
    let simulated = try ask(
      served, "POST", hub, Self.handle + "}", key: "zalando:shop-token",
      [WireField("Simulator", "INTERNAL")])
    #expect(simulated["status"] == "PAYABLE", "\(simulated.body)")
    let odd = try ask(
      served, "POST", hub, "{}", key: "zalando:shop-token",
      [WireField("X-INTERNAL-CORRELATION-ID", String(repeating: "x", count: 65))])
    #expect(odd["error.correlationId"]?.hasPrefix("x") == false)
  }

  /// D33: the whole description is read.
  @Test func theWholeDescriptionFor3DSecureIsRead() throws {
    let served = try Self.serve()
    defer { served.server.stop() }
    let whole = #"""
      ,"threeDs":{"deviceChannel":"SDK","merchantUrl":"https://shop.example",
      "useThreeDSecureVersion2":true,"authenticationPurpose":"INSTALMENT_TRANSACTION",
      "process":true,"maxAuthorizationsForInstalmentPayment":2,
      "billingCycle":{"endDate":"2035-01-26","frequency":30},
      "electronicDelivery":{"isElectronicDelivery":true,"email":"example@example.com"},
      "profile":{"email":"example@example.com","phone":"1","cellPhone":"2"},
      "messageCategory":"PAYMENT","requestorChallengePreference":"CHALLENGE_ REQUESTED",
      "userLogin":{"data":"any","authenticationMethod":"NO_LOGIN","time":"2014-01-26T10:32:28Z"},
      "transactionIntent":"GOODS_OR_SERVICE_PURCHASE","initialPurchaseTime":"2014-01-26T10:32:28Z",
      "orderItemDetails":{"preOrderItemAvailabilityDate":"2014-01-26",
      "preOrderPurchaseIndicator":"MERCHANDISE_AVAILABLE","reorderItemsIndicator":"REORDER",
      "shippingIndicator":"SHIP_TO_BILLING_ADDRESS"},
      "purchasedGiftCardDetails":{"amount":1234,"count":2,"currency":"ARS"},
      "userAccountDetails":{"createdDate":"2014-01-26","createdRange":"NO_ACCOUNT"},
      "priorThreeDSAuthentication":{"data":"any","method":"ACS_CHALLENGE","id":"1",
      "time":"2014-01-26T10:32:28Z"},
      "shippingDetailsUsage":{"cardHolderNameMatch":true,"initialUsageDate":"2014-01-26",
      "initialUsageRange":"CURRENT_TRANSACTION"},"suspiciousAccountActivity":true,
      "totalPurchasesSixMonthCount":1,"transactionCountForPreviousDay":1,
      "transactionCountForPreviousYear":3,"travelDetails":{"isAirTravel":true,
      "airlineCarrier":"Windsor","departureDate":"2014-01-26","destination":"SOF","origin":"BCN",
      "passengerFirstName":"John","passengerLastName":"Smith"}}}
      """#
    func send(_ change: (String) -> String) throws -> Answer {
      try ask(
        served, "POST", "/paymenthub/v1/singleusepaymenthandles", Self.handle + change(whole),
        key: "zalando:shop-token")
    }
    let right = try send { $0 }
    #expect(right.status == 201, "\(right.body)")
    for (good, bad) in [
      ("\"2035-01-26\"", "\"2035-02-30\""), ("\"GOODS_OR_SERVICE_PURCHASE\"", "\"GOODS\""),
      ("\"NO_ACCOUNT\"", "\"NO_CHANGE\""), ("\"example@example.com\",\"phone\"", "\"x\",\"phone\""),
      (",\"currency\":\"ARS\"", ""), ("\"frequency\":30", "\"frequency\":0"),
      ("\"isElectronicDelivery\":true,", ""), ("\"SDK\"", "\"APP\""), (":1234", ":-1"),
      ("\"any\"", "\"" + String(repeating: "x", count: 2049) + "\""),
    ] {
      let answer = try send { $0.replacing(good, with: bad) }
      #expect(answer.status == 400 && answer["error.code"] == "5068", "\(bad): \(answer.body)")
      #expect(answer.body.contains("threeDs."), "\(bad): \(answer.body)")
    }
  }

  // MARK: All routes

  private static let routes: [(method: String, path: String)] = [
    ("POST", "/netaxept/register.aspx"), ("POST", "/netaxept/process.aspx"),
    ("POST", "/netaxept/query.aspx"), ("POST", "/payment/12000001/register"),
    ("PUT", "/payment/x"), ("DELETE", "/payment/x"), ("GET", "/payment/methods"),
    ("GET", "/paymenthub/v1/paymentmethods?currencyCode=EUR"),
    ("POST", "/paymenthub/v1/singleusepaymenthandles"),
    ("POST", "/paymenthub/v1/singleusepaymenthandles/search"),
    ("POST", "/cardadapter/v1/paymenthandles/x/authentications"),
    ("POST", "/cardadapter/v1/paymenthandles/x/authentications/x/finalize"),
    ("POST", "/threedsecure/v2/jwt"),
    ("POST", "/threedsecure/v2/accounts/1/authentications/x/finalize"),
  ]

  @Test func nothingIsServedWithoutAShopOrTheSimulation() throws {
    for isSimulator in [true, false] {
      let served = try InProcessServer { options in
        options.isSimulator = isSimulator
        if !isSimulator {
          options.shop = ServerShop(merchantID: "12000001", token: secret("shop-token"))
        }
      }
      defer { served.server.stop() }
      for route in Self.routes {
        let answer = try ask(served, route.method, route.path, key: "12000001:shop-token")
        #expect(answer.status == 404, "\(route.path)")
      }
    }
  }

  /// Wrong credentials are counted; the right ones work in spite of them.
  @Test func nothingIsDoneWithoutTheKey() throws {
    let served = try Self.serve { $0.signIns = 4 }
    defer { served.server.stop() }
    for route in Self.routes where !route.path.hasPrefix("/netaxept") {
      let body = route.method == "POST" ? "{}" : ""
      #expect(try ask(served, route.method, route.path, body).status == 401, "\(route.path)")
    }
    let wrong = #""merchantId":"12000001","token":"x""#
    let body = #""transactionId":"x""#
    #expect(
      try netaxept(served, "query", body, credentials: wrong)["Error.ResponseCode"] == "99")
    var status = 401
    for _ in 0..<40 where status == 401 {
      status = try netaxept(served, "query", body, credentials: wrong).status
    }
    #expect(status == 429)
    #expect(try netaxept(served, "query", body).status == 404)
    #expect(try ask(served, "GET", "/payment/methods", key: "12000001:shop-token").status == 200)
  }

  /// No bytes make a fault of the server.
  @Test func anyBytesAreAnswered() throws {
    let served = try Self.serve {
      $0.burst = 100_000
      $0.signIns = 100_000
    }
    defer { served.server.stop() }
    let samples = [
      "{\"merchantId\":\"12000001\",\"token\":\"shop-token\",\"transactionId\":\"x\"}",
      Self.handle + "}", "merchantId=12000001&token=shop-token&orderNumber=%00", "null", "{}",
    ].map { Array($0.utf8) }
    for route in Self.routes where route.method == "POST" {
      for type in ["application/json", "application/x-www-form-urlencoded"] {
        for number in 0..<40 {
          var bytes = samples[number % samples.count]
          for _ in 0..<(number / samples.count) {
            bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255)
          }
          let name = route.path.hasPrefix("/payment/") ? "12000001" : "zalando"
          let answer = try served.send(
            "POST", route.path,
            [
              WireField(
                "Authorization", "Basic " + Base64.encode(Array("\(name):shop-token".utf8))),
              WireField("Content-Type", type),
            ], body: .plain(bytes))
          #expect(answer.status < 500, "\(route.path): \(bytes)")
        }
      }
    }
    let long = String(repeating: "a=&", count: 1000)
    let form = try ask(
      served, "POST", "/netaxept/query.aspx", long, type: "application/x-www-form-urlencoded")
    #expect(form.status == 413)
    let many = (0..<100).map { "a\($0)=" }.joined(separator: "&")
    let fields = try ask(
      served, "POST", "/netaxept/query.aspx", many, type: "application/x-www-form-urlencoded")
    #expect(fields.status == 400)
  }
}
