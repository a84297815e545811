import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

struct RefusingTests {
  /// Each route, with nothing wrong but who asks.
  private static func requests(_ card: CardID) -> [WireRequest] {
    let context = RequestContext(customerID: CustomerID(""), sessionID: "", deviceID: "")
    let reference = ScaReference(
      eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))
    let activation = CardActivationRequest(lastFourDigits: "1234", cvv: secret("123"))
    return [
      ListCards(CardQuery()).wireRequest(context), GetCard(card).wireRequest(context),
      CreateCard(CardRequest(programName: "P", currency: "EUR")).wireRequest(context),
      ActivateCard(card, activation).wireRequest(context),
      SetCardStatus(card, .locked, reason: "r").wireRequest(context),
      SetCardPin(card, pin: secret("1234")).wireRequest(context),
      GetSecureDetails(card).wireRequest(context), GetPin(card).wireRequest(context),
      GetPrograms().wireRequest(context), GetAccount(AccountID("a")).wireRequest(context),
      ListTransactions(card).wireRequest(context),
      CreateChallenge(reference, ScaVerification(method: .otp)).wireRequest(context),
      SubmitAttempt(reference, code: secret("123456")).wireRequest(context),
      GetAuthenticator().wireRequest(context), EnrolAuthenticator().wireRequest(context),
      ConfirmAuthenticator(code: secret("123456")).wireRequest(context),
      ListPhoneMessages().wireRequest(context), GetProfile().wireRequest(context),
      SettleChange("k").wireRequest(context),
    ]
  }

  @Test func whoIsNotSignedInSeesNothing() throws {
    let served = try Served()
    defer { served.server.stop() }
    let good = try served.signIn()
    let card = try #require(
      try served.perform(ListCards(CardQuery()), good.accessToken).cards.first)
    let requests = Self.requests(card.id)
    #expect(requests.count == WireRoute.all.count)
    let revoked = try served.signIn()
    #expect(
      try served.post(
        form: RevocationRequest(revoked.accessToken).body,
        to: TokenRequest.revocationPath(brand: "demo")
      ).status == 204)
    for request in requests {
      for token in [nil, secret("x"), good.refreshToken, revoked.accessToken] {
        let answer = try served.send(request, token)
        #expect(answer.status == 401, "\(request.method) \(request.path)")
        #expect(WalletError(wire: answer).code == .unauthorized)
        #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer ") == true)
      }
    }
    // Each gets past that with the right token.
    for request in requests {
      let answer = try served.send(request, good.accessToken)
      #expect(WalletError(wire: answer).code != .unauthorized || answer.isSuccess)
      #expect(answer.status < 500)
    }
    served.clock.advance(seconds: 901)
    for request in requests { #expect(try served.send(request, good.accessToken).status == 401) }
  }

  @Test func scopesCount() throws {
    let served = try Served()
    defer { served.server.stop() }
    let wallet = try served.signIn([.wallet]).accessToken
    let none = try served.signIn([.pciDss]).accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), wallet).cards.first)
    for request in Self.requests(card.id) {
      #expect(try served.send(request, none).status == 403, "\(request.path)")
    }
    for request in [
      GetPin(card.id).wireRequest(Self.context), EnrolAuthenticator().wireRequest(Self.context),
      GetSecureDetails(card.id).wireRequest(Self.context),
    ] {
      #expect(try served.send(request, wallet).status == 403)
    }
  }

  private static let context = RequestContext(
    customerID: CustomerID(""), sessionID: "", deviceID: "")

  @Test func signInIsJudged() throws {
    let served = try Served { $0.signIns = 3 }
    defer { served.server.stop() }
    func code(_ user: String, _ password: String) -> WalletError? {
      #expect(throws: WalletError.self) {
        try served.token(TokenRequest(.password(user: user, password: secret(password))))
      }
    }
    let wrong = code("ana", "wrong")
    #expect(wrong?.code == .unauthorized)
    #expect(code("nobody", "wrong")?.message == wrong?.message)
    _ = code("ana", "wrong")
    _ = code("ana", "wrong")
    let limited = code("ana", "pass word&é")
    #expect(limited?.code == .rateLimited && limited?.retryAfter == 12)
    served.clock.advance(seconds: 12)
    _ = try served.signIn()
    let unknown = try served.post(
      form: TokenRequest(.refresh(secret("x"))).body, to: TokenRequest.path(brand: "demo"),
      WireField("Authorization", "Basic eDp5"))
    #expect(unknown.status == 401)
    #expect(try served.post(form: secret("x"), to: TokenRequest.path(brand: "demo")).status == 400)
    let grants = ["client_credentials", "authorization_code", "x", ""]
    for grant in grants {
      let answer = try served.post(
        form: secret("grant_type=" + grant), to: TokenRequest.path(brand: "demo"))
      #expect(answer.status == 400)
      #expect(text(answer.body).contains("unsupported_grant_type"))
    }
    #expect(
      try served.post(form: secret("x"), to: TokenRequest.path(brand: "other")).status == 404)
  }

  @Test func aRefreshTokenIsGoodOnce() throws {
    let served = try Served()
    defer { served.server.stop() }
    let first = try served.signIn()
    let old = try #require(first.refreshToken)
    let second = try served.token(TokenRequest(.refresh(old)))
    #expect(second.scopes == first.scopes)
    _ = try served.perform(GetProfile(), second.accessToken)
    // Whoever comes with the old one again has stolen it, or was stolen from: all ends.
    #expect(throws: WalletError.self) { try served.token(TokenRequest(.refresh(old))) }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), second.accessToken) }
  }

  @Test func aRefreshTokenIsGoodOnItsDevice() throws {
    let served = try Served()
    defer { served.server.stop() }
    let first = try served.signIn()
    let token = try #require(first.refreshToken)
    let second = try served.token(TokenRequest(.refresh(token), deviceID: "d"))
    let next = try #require(second.refreshToken)
    #expect(throws: WalletError.self) {
      try served.token(TokenRequest(.refresh(next), deviceID: "other"))
    }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), second.accessToken) }
  }

  @Test func requestsThatAreNone() throws {
    let served = try Served()
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let authorization = WireField("Authorization", "Bearer " + text(token))
    let json = WireField("Content-Type", "application/json")
    func status(
      _ method: String, _ path: String, _ fields: [WireField] = [], _ body: String = ""
    ) throws -> Int {
      try served.send(
        method, Wire.base + path, [authorization] + fields, body: .secret(secret(body))
      ).status
    }
    let cards = "/profile/prepaid/cards"
    #expect(try status("GET", cards + "?limit=0") == 400)
    #expect(try status("GET", cards + "?limit=1&limit=2") == 400)
    #expect(try status("GET", cards + "?colour=red") == 400)
    #expect(try status("GET", cards + "?status=%ff") == 400)
    #expect(try status("GET", cards + "/nobody%2Fs") == 404)
    #expect(try status("GET", "/nothing") == 404)
    #expect(try status("DELETE", cards) == 405)
    #expect(try status("POST", cards, [], "{}") == 415)
    #expect(try status("POST", cards, [json], "{}") == 400)
    #expect(try status("POST", cards, [json], "{\"") == 400)
    #expect(try status("POST", cards, [json], String(repeating: " ", count: 9000)) == 413)
    #expect(try status("PATCH", cards + "/x", [json, WireField("If-Match", "7")], "{}") == 400)
    #expect(
      try status("GET", cards, [WireField("X", String(repeating: "a", count: 20_000))]) == 431)
    #expect(try status("GET", cards, [WireField("SCA-Authorization", "%%")]) == 400)
  }

  @Test func tooManyRequests() throws {
    let served = try Served {
      $0.burst = 3
      $0.perSecond = 0.5
    }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    for _ in 0..<3 { _ = try served.perform(GetProfile(), token) }
    let error = #expect(throws: WalletError.self) { try served.perform(GetProfile(), token) }
    #expect(error?.code == .rateLimited && error?.retryAfter == 2)
    served.clock.advance(seconds: 2)
    _ = try served.perform(GetProfile(), token)
  }

  @Test func noPhoneUnlessItIsADemo() throws {
    let served = try Served { $0.simulatesPhone = false }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let error = #expect(throws: WalletError.self) {
      try served.perform(ListPhoneMessages(), token)
    }
    #expect(error?.code == .notFound)
  }
}
