import Testing
import WalletAPI
import WalletModel

/// The published samples, to the letter.
struct PublishedTests {
  private let context = RequestContext(
    customerID: CustomerID("c"), sessionID: "s", deviceID: "d")

  @Test func detailsHaveThePublishedForm() throws {
    let sample = """
      {"pan":"4748365822915043","cvv":"233","expiry":{"month":3,"year":2028},\
      "cardHolderName":"Mollie Bazhaev"}
      """
    let details = try GetSecureDetails.decode(.secret(secret(sample)))
    #expect(text(details.pan) == "4748365822915043")
    #expect(text(GetSecureDetails.encode(details)) == sample)
  }

  @Test func pathsAndQueriesAreThePublishedOnes() {
    var context = context
    context.expectedVersion = 3
    context.idempotencyKey = "k"
    let list = ListCards(CardQuery(statuses: [.active, .locked], limit: 2, offset: 4))
      .wireRequest(context)
    #expect(list.method == .get)
    #expect(list.target == "/profile/prepaid/cards?status=ACTIVE%2CLOCKED&limit=2&offset=4")
    let patch = SetCardStatus(CardID("x"), .active, reason: "User Activate Card from LOCKED status")
      .wireRequest(context)
    #expect(patch.method == .patch && patch.path == "/profile/prepaid/cards/x")
    #expect(patch.header("if-match") == "\"3\"" && patch.header("idempotency-key") == "k")
    #expect(
      text(patch.body)
        == #"{"status":"ACTIVE","statusReason":"User Activate Card from LOCKED status"}"#)
    let attempt = SubmitAttempt(Samples.reference, code: secret("123456")).wireRequest(context)
    #expect(attempt.path == "/auth/sca/events/e%2F1%20%3F/attempts")
    #expect(
      text(attempt.body) == """
        {"walletOperationId":"o-1","verification":{"method":"OTP","value":"123456"}}
        """)
    #expect(
      text(
        ActivateCard(
          CardID("x"), CardActivationRequest(lastFourDigits: "1234", cvv: secret("567"))
        ).wireBody) == #"{"lastFourDigits":"1234","cvv":"567","userAgent":"walletui"}"#)
    context.expectedVersion = nil
    #expect(
      SetCardPin(CardID("x"), pin: secret("1234")).wireRequest(context)
        .header("If-Match") == "*")
  }

  @Test func confirmationsUseThePublishedHeaders() throws {
    let answer = WalletError.scaRequired(Samples.event).wireResponse
    #expect(answer.status == 401)
    let header = try #require(answer.header("WWW-Authenticate"))
    #expect(header.hasPrefix("SCA realm=\"Prepaid Cards\" auth-param1=\""))
    #expect(WalletError(wire: answer) == .scaRequired(Samples.event))
    // Another server may send the event only.
    let bare = WireResponse(401, headers: [WireField("www-authenticate", header)])
    #expect(WalletError(wire: bare).scaEvent == Samples.event)
    #expect(WalletError(wire: bare).code == .scaRequired)

    var context = context
    context.sca = Samples.reference
    let request = GetPin(CardID("x")).wireRequest(context)
    #expect(
      Base64.decode(try #require(request.header("SCA-Authorization")))
        .map { String(decoding: $0, as: UTF8.self) }
        == #"{"scaDetails":{"eventId":"e/1 ?","walletOperationId":"o-1"}}"#)
    var received = self.context
    try received.read(request)
    #expect(received.sca == Samples.reference)
  }

  @Test func errorsHaveThePublishedStatuses() {
    let error = WalletError(.rateLimited, retryAfter: 12)
    let answer = error.wireResponse
    #expect(answer.status == 429 && answer.header("Retry-After") == "12")
    #expect(WalletError(wire: answer) == error)
    let published = WireResponse(
      404, body: .plain(Array(#"{"error":{"code":"5269","message":"Entity not found"}}"#.utf8)))
    #expect(WalletError(wire: published).code == .notFound)
    let proxy = WireResponse(
      503, headers: [WireField("retry-after", "7")], body: .plain(Array("<html>".utf8)))
    #expect(WalletError(wire: proxy).code == .unavailable)
    #expect(WalletError(wire: proxy).retryAfter == 7)
    for (seconds, taken) in [(Int.max, 86_400), (.min, 0), (-1, 0), (86_401, 86_400), (5, 5)] {
      let body = #"{"error":{"code":"5068","message":"m","retryAfter":\#(seconds)}}"#
      let answer = WireResponse(429, body: .plain(Array(body.utf8)))
      #expect(WalletError(wire: answer).retryAfter == taken)
    }
    var named = proxy
    named.headers.append(WireField("Request-ID", "a1-7"))
    #expect(WalletError(wire: named).details.last?.english == "the server calls the request a1-7")
    for (status, id) in [(404, "a1-7"), (500, "a1 7"), (500, ""), (500, "\u{202e}")] {
      let other = WireResponse(status, headers: [WireField("Request-Id", id)], body: .none)
      #expect(WalletError(wire: other).details.map(\.english) == ["HTTP status \(status)"], "\(id)")
    }
    for code in ErrorCode.all {
      #expect(WalletError(wire: WalletError(code).wireResponse) == WalletError(code))
    }
  }
}
