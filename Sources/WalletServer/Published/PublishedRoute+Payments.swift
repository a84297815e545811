import Issuer
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// The payment service with handles and 3-D Secure (D40–D49).
extension PublishedRoute {
  static let payments: [PublishedRoute] = [
    PublishedRoute(
      .payments, "GET", "/paymenthub/v1/paymentmethods", "PAYMENT_HUB_METHODS",
      "The shop's accounts for a currency",
      parameter: Parameter(name: "currencyCode", form: .currency, isRequired: true),
      answer: PaymentMethod.listRecordName
    ) { call throws(WalletError) in
      let merchant = try call.payee
      guard let currency = try call.argument(), PaymentAccount.isCurrency(currency) else {
        throw WalletError(.paymentCurrency)
      }
      let methods = call.lookup.methods(of: merchant).filter { $0.currency.code == currency }
      return JSONTree.object(PaymentMethod.List(methods))
    },
    PublishedRoute(
      .payments, "POST", "/paymenthub/v1/singleusepaymenthandles", "PAYMENT_HUB_CREATE_HANDLE",
      "A single-use payment handle for a card", status: 201, body: "SingleUseHandleRequest",
      answer: "SingleUseHandle"
    ) { call throws(WalletError) in
      let customer = try call.customer(
        try call.read { fields throws(WireMalformed) -> String? in
          if let json = fields.value("profile") {
            var profile = try JSONFields(json)
            return try profile.optional("merchantCustomerId")
          }
          return nil
        }, "profile.merchantCustomerId")
      let (request, token) = try call.handleRequest(at: call.payee, of: customer)
      return shown(
        try call.backEnd(of: customer).createHandle(
          request, customerToken: token, of: customer))
    },
    PublishedRoute(
      .payments, "POST", "/paymenthub/v1/customers/:customer/singleusecustomertokens",
      "PAYMENT_HUB_CUSTOMER_TOKEN", "A token for a customer, with the saved cards", status: 201,
      answer: "SingleUseCustomerToken"
    ) { call throws(WalletError) in
      _ = try call.payee
      guard let customer = try call.lookup.customer(call.ids[0]) else {
        throw WalletError(.notFound)
      }
      let backEnd = call.backEnd(of: customer)
      let made = backEnd.customerToken(of: customer)
      let cards = try backEnd.savedCardTokens(of: customer)
      return .named([
        ("id", .string(made.token.id)), ("customerId", .string(customer.rawValue)),
        ("timeToLiveSeconds", .integer(CustomerToken.lifetime)), ("status", "ACTIVE"),
        ("singleUseCustomerToken", .secret(made.secret)),
        ("paymentHandles", .array(cards.map(shown))),
      ])
    },
    PublishedRoute(
      .payments, "POST", "/paymenthub/v1/singleusepaymenthandles/search",
      "PAYMENT_HUB_FIND_HANDLE", "The handle with a token", body: PaymentToken.recordName,
      answer: "SingleUseHandle"
    ) { call throws(WalletError) in
      let token = try call.read { fields throws(WireMalformed) in
        try fields.secret("paymentHandleToken")
      }
      guard let id = call.lookup.handleID(token) else { throw WalletError(.notFound) }
      return shown(try call.handle(id))
    },
    PublishedRoute(
      .payments, "POST", "/cardadapter/v1/paymenthandles/:id/authentications",
      "CARD_ADAPTER_AUTHENTICATE", "Asks the bank of the handle's card",
      body: "AuthenticationRequest", answer: "HandleAuthentication"
    ) { call throws(WalletError) in
      let reference: String = try call.read { fields throws(WireMalformed) in
        _ = try fields.optional("deviceFingerprintingId", String.self)
        _ = try fields.optional("process", Bool.self)
        return try fields.get("merchantRefNum")
      }
      let found = try call.handle(call.ids[0])
      guard found.handle.merchantRefNum == reference else {
        throw PublishedCall.wrong("merchantRefNum", "is not the handle's")
      }
      return try authentication(found)
    },
    PublishedRoute(
      .payments, "POST",
      "/cardadapter/v1/paymenthandles/:id/authentications/:authentication/finalize",
      "CARD_ADAPTER_FINALIZE", "How the bank has decided", answer: "HandleAuthentication"
    ) { call throws(WalletError) in
      guard call.ids[0] == call.ids[1] else { throw WalletError(.notFound) }
      return try authentication(try call.handle(call.ids[0]))
    },
    PublishedRoute(
      .payments, "POST", "/threedsecure/v2/jwt", "THREE_D_SECURE_TOKEN",
      "A token for the payer's device", status: 201, body: "DeviceTokenRequest",
      answer: "DeviceToken"
    ) { call throws(WalletError) in
      let (account, bin) = try call.read { fields throws(WireMalformed) -> (String, String?) in
        var bin: String?
        if let json = fields.value("card") {
          var card = try JSONFields(json)
          bin = try card.optional("cardBin")
          if let bin, !(6...8).contains(bin.utf8.count) || !PaymentAccount.isAccountID(bin) {
            throw WireMalformed("card.cardBin", "must be 6 to 8 digits")
          }
        }
        return (try fields.get("accountId"), bin)
      }
      try call.check(account: account)
      let token = call.lookup.fingerprintToken(account)
      return .present([
        ("id", .string(token.id)), ("accountId", .string(account)), ("jwt", .string(token.jwt)),
        ("deviceFingerprintingId", .string(token.id)),
        ("card", bin.map { ["cardBin": .string($0)] }),
      ])
    },
    PublishedRoute(
      .payments, "POST", "/threedsecure/v2/accounts/:account/authentications/:id/finalize",
      "THREE_D_SECURE_FINALIZE", "The proof of the authentication, for the shop",
      body: "FinalizeRequest", answer: "AuthenticationOutcome"
    ) { call throws(WalletError) in
      let payload = try call.text("payload")
      let found = try call.handle(call.ids[1])
      guard let authentication = found.authentication,
        authentication.accountID == call.ids[0]
      else { throw WalletError(.notFound) }
      guard payload == authentication.transactionID else {
        throw PublishedCall.wrong("payload", "is not that of the challenge")
      }
      return outcome(authentication)
    },
  ]

  /// A saved card as a handle that pays several times (D38).
  private static func shown(_ saved: SavedCardToken) -> JSON {
    let card = saved.card
    return .named([
      ("id", .string(card.id)), ("status", .string(PaymentHandleStatus.payable.rawValue)),
      ("usage", "MULTI_USE"), ("paymentType", "CARD"),
      ("paymentHandleToken", .secret(saved.token)),
      (
        "card",
        [
          "cardBin": .string(String(card.maskedNumber.prefix(6))),
          "cardExpiry": [
            "month": .integer(Int64(card.expiry.month)), "year": .integer(Int64(card.expiry.year)),
          ],
          "cardType": .string(card.brand.typeCode), "lastDigits": .string(card.lastFour),
          "networkToken": ["bin": .string(String(card.maskedNumber.prefix(6)))],
        ]
      ),
    ])
  }

  /// D44.
  private static func shown(_ found: ShopBackEnd.Handle) -> JSON {
    let handle = found.handle
    var json = JSONTree.object(handle).adding("paymentHandleToken", .secret(found.token))
      .adding("executionMode", .string(handle.needsRedirect ? "ASYNCHRONOUS" : "SYNCHRONOUS"))
      .adding("liveMode", false)
      .adding("gatewayResponse", ["id": .string(handle.id), "processor": "SIMULATOR"])
    if let path = found.pagePath {
      json = json.adding(
        "links", [["rel": "redirect_payment", "href": .string(path), "method": "GET"]])
    }
    return json
  }

  /// D47.
  private static func authentication(_ found: ShopBackEnd.Handle) throws(WalletError) -> JSON {
    guard let authentication = found.authentication else { throw WalletError(.notFound) }
    let pending = authentication.status == .pending ? authentication : nil
    let result = authentication.result ?? pending.map { _ in ThreeDSResult.challengeRequired }
    return .named(texts: [
      ("id", found.handle.id), ("merchantRefNum", found.handle.merchantRefNum),
      ("accountId", authentication.accountID), ("status", statusWord(authentication)),
      ("deviceChannel", DeviceChannel.sdk.rawValue), ("threeDResult", result?.rawValue),
      ("sdkChallengePayload", pending.flatMap { challengePayload($0) }),
    ])
  }

  private static func challengePayload(_ authentication: Authentication) -> String? {
    let payload = try? ChallengePayload(
      id: authentication.id, transactionID: authentication.transactionID,
      payload: authentication.transactionID, accountID: authentication.accountID)
    return payload?.base64
  }

  private static func statusWord(_ authentication: Authentication) -> String {
    (authentication.status ?? .failed).rawValue
  }

  /// D49.
  private static func outcome(_ authentication: Authentication) -> JSON {
    let outcome = authentication.outcome
    return .named(texts: [
      ("id", authentication.id), ("status", statusWord(authentication)),
      ("threeDResult", outcome?.result.rawValue),
      ("threeDSecureVersion", outcome?.threeDSecureVersion),
      ("directoryServerTransactionId", outcome?.directoryServerTransactionID),
      ("txnTime", outcome?.time.description), ("eci", outcome?.eci), ("cavv", outcome?.cavv),
      ("acsUrl", outcome?.acsURL),
    ])
  }
}

extension PaymentMethod {
  typealias List = FullList<PaymentMethod>
}

extension PublishedCall {
  /// The shop that is paid.
  var payee: Merchant {
    get throws(WalletError) {
      guard let merchant else { throw WalletError(.unauthorized) }
      return merchant
    }
  }

  /// - Throws: `.notFound` if there is no such handle.
  mutating func handle(_ id: String) throws(WalletError) -> ShopBackEnd.Handle {
    guard let customer = try lookup.customer(ofHandle: id) else { throw WalletError(.notFound) }
    let found = try backEnd(of: customer).handle(id, of: customer)
    // Another shop's handle does not exist for this one.
    guard found.handle.merchantID == merchant?.id else { throw WalletError(.notFound) }
    return found
  }

  func check(account: String) throws(WalletError) {
    let methods = lookup.methods(of: try payee)
    guard methods.contains(where: { $0.accountID == account }) else {
      throw WalletError(.paymentAccount)
    }
  }

  /// The published request (D39) as the wallet's own: the shop and the simulator are said by the
  /// headers, and both tokens together mean a saved card (D38).
  func handleRequest(at merchant: Merchant, of customer: CustomerID)
    throws(WalletError) -> (request: PaymentHandleRequest, token: CustomerToken?)
  {
    guard case .object(var fields) = body else {
      throw PublishedCall.wrong("body", "must be an object")
    }
    let own = ["merchantId", "simulator", "cardId", "savedCardId"]
    fields.removeAll { own.contains($0.name) }
    fields.append((name: "merchantId", value: .string(merchant.id)))
    if let simulator { fields.append((name: "simulator", value: .string(simulator))) }
    let (type, customerToken, cardToken) = try read {
      fields throws(WireMalformed) -> (String?, Secret?, Secret?) in
      (
        try fields.optional("paymentType"), try fields.optionalSecret("singleUseCustomerToken"),
        try fields.optionalSecret("paymentHandleTokenFrom")
      )
    }
    guard type ?? "CARD" == "CARD" else {
      throw PublishedCall.wrong("paymentType", "must be CARD")
    }
    var token: CustomerToken?
    if let customerToken, let cardToken {
      guard let found = lookup.customerToken(customerToken), found.customer == customer else {
        throw Self.wrong("singleUseCustomerToken", "is not a token of this customer")
      }
      guard let id = lookup.savedCardID(cardToken) else {
        throw Self.wrong("paymentHandleTokenFrom", "is not the token of a saved card")
      }
      token = found
      fields.append((name: "savedCardId", value: .string(id)))
    }
    do throws(WireMalformed) {
      return (try JSONReader.read(.object(fields), isRequest: true), token)
    } catch {
      throw WalletError(error)
    }
  }
}
