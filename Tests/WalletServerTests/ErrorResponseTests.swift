import Conformance
import Testing
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

struct ErrorResponseTests {
  @Test func signInRequestsAreChecked() throws {
    let served = try InProcessServer { $0.signIns = 3 }
    func code(_ user: String, _ password: String) -> WalletError? {
      #expect(throws: WalletError.self) {
        try served.token(TokenRequest(.password(user: user, password: secret(password))))
      }
    }
    let wrong = code("ana", "wrong")
    #expect(wrong?.code == .unauthorized)
    #expect(code("nobody", "wrong")?.message.english == wrong?.message.english)
    // RFC 6749, 5.2.
    for grant in [
      TokenRequest.Grant.password(user: "ana", password: secret("wrong")), .refresh(secret("x")),
    ] {
      let answer = try served.post(
        form: TokenRequest(grant).body, to: TokenRequest.path(brand: "demo"))
      #expect(answer.status == 400 && answer.header("WWW-Authenticate") == nil)
      #expect(WalletError(wire: answer).details.map(\.english) == ["invalid_grant"])
    }
    _ = code("ana", "wrong")
    let limited = code("ana", "pass word&é")
    #expect(limited?.code == .rateLimited && limited?.retryAfter == 12)
    served.clock.advance(seconds: 12)
    _ = try served.signIn()
    let unknown = try served.post(
      form: TokenRequest(.refresh(secret("x"))).body, to: TokenRequest.path(brand: "demo"),
      WireField("Authorization", "Basic eDp5"))
    #expect(unknown.status == 401)
    #expect(WalletError(wire: unknown).details.map(\.english) == ["invalid_client"])
    #expect(try served.post(form: secret("x"), to: TokenRequest.path(brand: "demo")).status == 400)
    #expect(
      try served.post(form: secret("x"), to: TokenRequest.path(brand: "other")).status == 404)
  }

  /// It is unclear which of two values was meant, so nothing is done.
  @Test(arguments: ["If-Match", "Idempotency-Key", "SCA-Authorization", "Device-Key"])
  func duplicateHeadersAreRefused(_ name: String) throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    let context = RequestContext(
      customerID: CustomerID(""), sessionID: "", deviceID: "", expectedVersion: card.version,
      idempotencyKey: "key")
    let operation: any WalletOperation =
      name == "Device-Key"
      ? GetPin(card.id) : SetCardStatus(card.id, .locked, reason: "Repeated")
    let request = operation.wireRequest(context)
    var repeated = request
    repeated.headers.removeAll { $0.name == name }
    repeated.headers += [WireField(name, "\"1\""), WireField(name.lowercased(), "\"1\"")]
    let answer = try served.send(repeated, token)
    #expect(answer.status == 400)
    let error = WalletError(wire: answer)
    #expect(error.fieldErrors == [FieldError(name, .verbatim("stands there more than once"))])
    #expect(try served.perform(GetCard(card.id), token).version == card.version)
    // Control: a single header is accepted.
    #expect(try [200, 401].contains(served.send(request, token).status))
  }

  @Test func aRefreshTokenCanBeUsedOnce() throws {
    let served = try InProcessServer()
    let first = try served.signIn()
    let old = try #require(first.refreshToken)
    let second = try served.renew(old)
    #expect(second.scopes == first.scopes)
    _ = try served.perform(GetProfile(), second.accessToken)
    served.clock.advance(seconds: 60)
    // If the old token is used again, it or its successor was stolen. The sign-in ends.
    #expect(throws: WalletError.self) { try served.renew(old) }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), second.accessToken) }
  }

  @Test func aLostRenewalMayBeRepeated() throws {
    let served = try InProcessServer()
    let old = try #require(try served.signIn().refreshToken)
    let lost = try served.renew(old)
    served.clock.advance(seconds: 59)
    let second = try served.renew(old)
    _ = try served.perform(GetProfile(), second.accessToken)
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), lost.accessToken) }
    // The lost token is used: somebody has it, and the sign-in ends.
    #expect(throws: WalletError.self) { try served.renew(lost.refreshToken) }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), second.accessToken) }
  }

  @Test func aRefreshTokenBelongsToItsDevice() throws {
    let served = try InProcessServer()
    let first = try served.signIn()
    let token = try #require(first.refreshToken)
    let second = try served.token(TokenRequest(.refresh(token), deviceID: "d"))
    let next = try #require(second.refreshToken)
    #expect(throws: WalletError.self) {
      try served.token(TokenRequest(.refresh(next), deviceID: "other"))
    }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), second.accessToken) }
  }

  @Test func anErrorSaysWhatIsWrong() throws {
    let (served, token) = try InProcessServer.signedIn()
    let cards = "/profile/prepaid/cards"
    #expect(try served.send(WireRequest(.get, cards + "/nobody%2Fs"), token).status == 404)
    let unknown = try served.send(WireRequest(.get, "/nothing"), token)
    #expect(unknown.status == 404)
    #expect(WalletError(wire: unknown).advice?.english.contains("openapi.json") == true)
    var list = CreateCard(CardRequest(programName: "", currency: "")).wireRequest(.unknown)
    list.body = .secret(secret("[]"))
    #expect(WalletError(wire: try served.send(list, token)).fieldErrors.map(\.field) == ["body"])
  }

  @Test func tooManyRequests() throws {
    let (served, token) = try InProcessServer.signedIn {
      $0.burst = 3
      $0.perSecond = 0.5
    }
    for _ in 0..<3 { _ = try served.perform(GetProfile(), token) }
    let error = #expect(throws: WalletError.self) { try served.perform(GetProfile(), token) }
    #expect(error?.code == .rateLimited && error?.retryAfter == 2)
    served.clock.advance(seconds: 2)
    _ = try served.perform(GetProfile(), token)
  }

  /// A code that cannot be delivered is not offered.
  @Test(arguments: [nil, "/bin/true"])
  func codesNeedADeliveryProgram(_ deliveryProgram: String?) throws {
    let (served, token) = try InProcessServer.signedIn {
      $0.isSimulator = false
      $0.deliveryProgram = deliveryProgram
    }
    let card = try served.activeCard(token)
    let error = #expect(throws: WalletError.self) { try served.perform(GetPin(card.id), token) }
    if deliveryProgram == nil {
      #expect(error?.code == .actionRefused && error?.message.english == "Can't send a code")
    } else {
      #expect(error?.scaEvent?.availableVerifications.map(\.channel) == [.sms, .email])
    }
  }

  @Test func simulatedRoutesNeedTheDemo() throws {
    let (served, token) = try InProcessServer.signedIn {
      $0.isSimulator = false
      $0.deliveryProgram = "/bin/true"
    }
    let error = #expect(throws: WalletError.self) {
      try served.perform(ListPhoneMessages(), token)
    }
    #expect(error?.code == .notFound)
    let own = try Belongings(served, token, key: "own")
    let requests = try Routes.all(own).map(\.request).filter { $0.path.hasPrefix("/simulator/") }
    #expect(requests.count > 8)
    for request in requests { #expect(try served.send(request, token).status == 404) }
  }
}
