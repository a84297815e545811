import Conformance
import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The payment service with handles and 3-D Secure, for shops (D28, D33, D40–D57).
@Suite struct PaymentHubTests {
  private static let hub = "/paymenthub/v1/singleusepaymenthandles"
  private let served: InProcessServer
  private let ana: Secret

  init() throws {
    served = try InProcessServer.shop()
    ana = try served.signIn().accessToken
  }

  private func ask(
    _ method: String, _ path: String, _ body: String = "", key: String? = "zalando:shop-token",
    _ more: [WireField] = []
  ) throws -> ShopAnswer {
    try served.ask(method, path, body, key: key, more)
  }

  /// D40, D47: the handle, its authentication and its end.
  @Test func aHandleIsAuthenticatedByItsPage() throws {
    let made = try ask("POST", Self.hub, shopHandle + "}")
    #expect(made.status == 201 && made["status"] == "INITIATED" && made["action"] == "REDIRECT")
    #expect(made["merchantId"] == "zalando" && made["usage"] == "SINGLE_USE")
    let id = try #require(made["id"])
    let token = try #require(made["paymentHandleToken"])
    let adapter = "/cardadapter/v1/paymenthandles/\(id)/authentications"
    let pending = try ask("POST", adapter, #"{"merchantRefNum":"r1"}"#)
    #expect(pending["status"] == "PENDING" && pending["threeDResult"] == "C")
    let payload = try ChallengePayload(
      base64: try #require(pending["sdkChallengePayload"]))
    #expect(payload.id == id && payload.accountID == "1000010")
    let page = try #require(try served.perform(GetAuthentication(id), ana).question?.pagePath)
    // D44.
    #expect(made.body.contains(#""href":"\#(page)","method":"GET"}"#), "\(made.body)")
    #expect(made["gatewayResponse.processor"] == "SIMULATOR" && made["gatewayResponse.id"] == id)
    #expect(!made.body.contains("networkToken"), "a typed card has none")
    _ = try served.enter("123456", at: page)
    let end = try ask(
      "POST", "/threedsecure/v2/accounts/1000010/authentications/\(id)/finalize",
      #"{"payload":"\#(payload.payload)"}"#)
    #expect(end["threeDResult"] == "Y" && end["eci"] == "05" && end["cavv"]?.count == 28)
    #expect(try ask("POST", adapter + "/\(id)/finalize")["status"] == "COMPLETED")
    let found = try ask("POST", Self.hub + "/search", #"{"paymentHandleToken":"\#(token)"}"#)
    #expect(found["status"] == "PAYABLE" && found["id"] == id)
    // The wallet's own operation pays with the same token.
    #expect(try served.perform(UsePaymentHandle(secret(token)), ana).status == .completed)
    // Another shop has no such handle.
    for (path, body) in [
      (Self.hub + "/search", #"{"paymentHandleToken":"\#(token)"}"#),
      (adapter, #"{"merchantRefNum":"r1"}"#),
    ] { #expect(try ask("POST", path, body, key: "oebb:shop-token").status == 404) }
  }

  @Test func methodsAndTokensAreForTheShopsAccounts() throws {
    func methods(_ query: String, _ key: String) throws -> ShopAnswer {
      try ask("GET", "/paymenthub/v1/paymentmethods" + query, key: key)
    }
    // D04: where the SDK looks for the brands.
    #expect(
      try methods("?currencyCode=EUR", "oebb:shop-token").body
        == #"{"paymentMethods":[{"accountId":"1000010","paymentMethod":"CARD","#
        + #""currencyCode":"EUR","accountConfiguration":{"id":"1000010","isApplePay":false,"#
        + #""cardTypeConfig":{"VI":"BOTH","MC":"BOTH","AM":"BOTH"}}}]}"#)
    #expect(
      try methods("?currencyCode=EUR", "brooklyn-books:shop-token").body
        == #"{"paymentMethods":[]}"#)
    #expect(try methods("?currencyCode=eur", "oebb:shop-token")["error.code"] == "5001")
    #expect(try methods("", "oebb:shop-token")["error.code"] == "5068")
    func token(_ account: String) throws -> ShopAnswer {
      try ask(
        "POST", "/threedsecure/v2/jwt", #"{"accountId":"\#(account)"}"#,
        key: "oebb:shop-token")
    }
    let answer = try token("1000010")
    #expect(answer.status == 201 && answer["jwt"]?.split(separator: ".").count == 3)
    #expect(try token("1000020")["error.code"] == "9061")
  }

  /// D28, D41, D43, D57: headers, codes and the error object.
  @Test func errorsOfPaymentsHaveTheirObject() throws {
    let rows: [(body: String, key: String?, status: Int, code: String)] = [
      (shopHandle + "}", nil, 401, "5279"), (shopHandle + "}", "zalando:wrong", 401, "5279"),
      (shopHandle + "}", "12000001:shop-token", 401, "5279"),
      ("{", "zalando:shop-token", 400, "5023"), ("[]", "zalando:shop-token", 400, "5023"),
      ("{}", "zalando:shop-token", 400, "5068"),
      (shopHandle + #","paymentType2":1,"accountId":"7"}"#, "zalando:shop-token", 400, "9061"),
      (shopHandle + "}", "brooklyn-books:shop-token", 400, "5001"),
      (shopHandle + #","threeDs":{"merchantUrl":"x"}}"#, "zalando:shop-token", 400, "5068"),
      (
        shopHandle
          + #","threeDs":{"merchantUrl":"https://a.example","deviceChannel":"BROWSER"}}"#,
        "zalando:shop-token", 400, "5068"
      ),
      (
        shopHandle + #","profile":{"merchantCustomerId":"nobody"}}"#, "zalando:shop-token", 400,
        "5068"
      ),
    ]
    for row in rows {
      let answer = try ask(
        "POST", Self.hub, row.body, key: row.key,
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
      "POST", Self.hub, shopHandle + "}",
      [WireField("Simulator", "INTERNAL")])
    #expect(simulated["status"] == "PAYABLE", "\(simulated.body)")
    let odd = try ask(
      "POST", Self.hub, "{}",
      [WireField("X-INTERNAL-CORRELATION-ID", String(repeating: "x", count: 65))])
    #expect(odd["error.correlationId"]?.hasPrefix("x") == false)
  }

  /// D33: the whole description is read.
  @Test func theWholeDescriptionFor3DSecureIsRead() throws {
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
    func send(_ change: (String) -> String) throws -> ShopAnswer {
      try ask("POST", Self.hub, shopHandle + change(whole))
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

  /// A handle for a card with another number, and with more members.
  private func make(_ scenario: Scenario, _ more: String = "") throws -> ShopAnswer {
    let number = try #require(scenario.testNumber(.visa))
    return try ask(
      "POST", Self.hub, shopHandle.replacing("4000000000001141", with: number) + more + "}")
  }

  /// D49: the letter of each end.
  @Test(arguments: [
    (Scenario.frictionless, "COMPLETED", "Y"), (.attempted, "COMPLETED", "A"),
    (.failed, "FAILED", "N"), (.unavailable, "FAILED", "U"), (.rejected, "FAILED", "R"),
    (.oneTimeCode, "PENDING", "C"),
  ])
  func theShopGetsTheLetter(_ scenario: Scenario, _ status: String, _ letter: String) throws {
    let made = try make(scenario)
    let id = try #require(made["id"], "\(made.body)")
    let path = "/cardadapter/v1/paymenthandles/\(id)/authentications"
    for answer in [
      try ask("POST", path, #"{"merchantRefNum":"r1"}"#),
      try ask("POST", path + "/\(id)/finalize"),
    ] {
      #expect(answer["status"] == status && answer["threeDResult"] == letter, "\(answer.body)")
    }
  }

  /// D35–D37, D39: the payer, the delivery and the return.
  @Test func thePayerAndTheDeliveryAreRead() throws {
    let whole = #"""
      ,"profile":{"firstName":"Ana","lastName":"Petrova","locale":"en_GB",
      "dateOfBirth":{"day":29,"month":2,"year":1988},"email":"ana@example.com","phone":"1",
      "mobile":"2","gender":"F","nationality":"BG",
      "identityDocuments":[{"type":"SOCIAL_SECURITY","documentNumber":"123456789"}]},
      "billingDetails":{"country":"BG","zip":"1000","street1":"A","street2":"B"},
      "shippingDetails":{"shipMethod":"T","country":"BG","zip":"1000","city":"Sofia",
      "street":"A","street2":"B","state":"C"},
      "returnLinks":[{"rel":"default","href":"https://shop.example/"},
      {"rel":"on_failed","href":"https://shop.example/failed"}]
      """#
    let right = try make(.frictionless, whole)
    #expect(right.status == 201, "\(right.body)")
    #expect(
      right.body.contains(
        #""returnLinks":[{"rel":"default","href":"https://shop.example/","method":"GET"},"#
          + #"{"rel":"on_failed","href":"https://shop.example/failed","method":"GET"}]"#),
      "\(right.body)")
    #expect(try make(.frictionless)["returnLinks"] == nil)
    for (good, bad, field) in [
      ("\"T\"", "\"X\"", "shipMethod"),
      (
        #""BG","zip":"1000","city""#, #""XX","zip":"1","city""#,
        "shippingDetails.country"
      ),
      ("\"default\"", "\"on_failed\"", "returnLinks"), ("\"default\"", "\"other\"", "rel"),
      ("https://shop.example/failed", "javascript:x", "returnLinks"),
      ("\"en_GB\"", "\"bg_BG\"", "locale"), ("\"F\"", "\"X\"", "gender"),
      ("\"year\":1988", "\"year\":1987", "profile.dateOfBirth"),
      ("\"nationality\":\"BG\"", "\"nationality\":\"XX\"", "profile.nationality"),
      ("123456789", "1234567890", "identityDocuments"),
    ] {
      let answer = try make(.frictionless, whole.replacing(good, with: bad))
      #expect(answer.status == 400 && answer["error.code"] == "5068", "\(bad): \(answer.body)")
      #expect(answer.body.contains(field), "\(bad): \(answer.body)")
    }
  }

  /// D34: an account without 3-D Secure.
  @Test func anAccountWithout3DSecureIsPaidWithoutIt() throws {
    func pay(_ more: String) throws -> ShopAnswer {
      let number = try #require(Scenario.oneTimeCode.testNumber(.visa))
      let body = shopHandle.replacing("4000000000001141", with: number)
        .replacing("EUR", with: "JPY")
      return try ask("POST", Self.hub, body + more + "}", key: "ramen-tokyo:shop-token")
    }
    let threeDS = #","threeDs":{"merchantUrl":"https://a.example","useThreeDSecureVersion2":"#
    #expect(try pay("")["status"] == "PAYABLE")
    #expect(try pay(threeDS + "false}")["status"] == "PAYABLE")
    let refused = try pay(threeDS + "true}")
    #expect(refused.status == 400 && refused["error.code"] == "9073", "\(refused.body)")
    #expect(refused["error.detailedMessage"] == "Account not configured correctly.")
  }

  /// D38: both tokens together pay with a saved card, once.
  @Test func twoTokensPayWithASavedCard() throws {
    let customer = try served.perform(GetProfile(), ana).customerID
    _ = try served.saveCard(ana)
    func tokens() throws -> (customer: String, card: String) {
      let answer = try ask("POST", "/paymenthub/v1/customers/\(customer)/singleusecustomertokens")
      #expect(answer.status == 201 && answer["status"] == "ACTIVE", "\(answer.body)")
      let parts = answer.body.split(separator: #""paymentHandleToken":""#)
      return (
        try #require(answer["singleUseCustomerToken"]),
        String(try #require(parts.last?.split(separator: "\"").first))
      )
    }
    func pay(_ customerToken: String?, _ cardToken: String?, cvv: String = "123") throws
      -> ShopAnswer
    {
      var body =
        #"{"merchantRefNum":"r1","amount":2490,"currencyCode":"EUR","card":{"cvv":"\#(cvv)"}"#
      if let customerToken { body += #","singleUseCustomerToken":"\#(customerToken)""# }
      if let cardToken { body += #","paymentHandleTokenFrom":"\#(cardToken)""# }
      return try ask("POST", Self.hub, body + "}")
    }
    let (one, card) = try tokens()
    let paid = try pay(one, card)
    #expect(paid.status == 201 && paid.body.contains(#""lastDigits":"1000""#), "\(paid.body)")
    // D44: a saved card has a network's token.
    #expect(paid.body.contains(#""networkToken":{"bin":"400000"}"#), "\(paid.body)")
    // Once, and one alone means a new card, which is not there.
    #expect(try pay(one, card).status == 404)
    #expect(try pay(one, nil)["error.code"] == "5068")
    #expect(try pay(nil, card)["error.code"] == "5068")
    let (two, _) = try tokens()
    #expect(try pay(String(two.reversed()), card)["error.code"] == "5068")
    #expect(try pay(two, String(card.reversed()))["error.code"] == "5068")
    // A token of a handle is no token of a card.
    #expect(
      try pay(two, paid["paymentHandleToken"])["error.code"] == "5068")
    served.clock.advance(seconds: 900)
    #expect(try pay(two, card).status == 404)
    let (three, _) = try tokens()
    #expect(try pay(three, card).status == 201)
    #expect(
      try ask("POST", "/paymenthub/v1/customers/nobody/singleusecustomertokens").status == 404)
  }
}
