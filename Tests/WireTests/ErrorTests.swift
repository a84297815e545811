import Testing
import WalletAPI
import WalletModel

/// Errors of other servers: their codes, and requests for a confirmation.
struct ErrorTests {
  private func error(_ status: Int, _ body: String, _ headers: [WireField] = []) -> WalletError {
    WalletError(wire: WireResponse(status, headers: headers, body: .plain(Array(body.utf8))))
  }

  /// The HTTP status gives the kind, and so exit status and advice. Code and message are kept.
  @Test(arguments: [
    (400, ErrorCode.fieldErrors), (401, .unauthorized), (402, .fieldErrors), (403, .scopeMissing),
    (404, .notFound), (405, .fieldErrors), (409, .actionRefused), (410, .notFound),
    (412, .versionConflict), (415, .fieldErrors), (422, .fieldErrors), (429, .rateLimited),
    (500, .internalError), (501, .internalError), (502, .unavailable), (503, .unavailable),
    (504, .unavailable),
  ])
  func aCodeThatNobodyKnows(_ status: Int, _ kind: ErrorCode) {
    let own = error(status, #"{"error":{"code":"7503","message":"Said so","details":["why"]}}"#)
    #expect(own.code == kind && own.codeText == "7503" && own.message.english == "Said so")
    #expect(own.details.map(\.english) == ["why"])
    #expect(own.advice == kind.usualAdvice || kind == .internalError)
    #expect(own.advice?.english.contains("vault") != true)
    let bare = error(status, #"{"error":{"code":"7503"}}"#)
    #expect(bare.message == kind.usualMessage)
    // One that is known says what it is whatever the status.
    #expect(error(status, #"{"error":{"code":"5269"}}"#).code == .notFound)
  }

  /// F34: a word of the service of virtual cards that nobody knows.
  @Test(arguments: [409, 503])
  func anUnknownWordOfTheServiceIsAnInternalError(_ status: Int) {
    for word in ["sudoplatform.virtual-cards.NewError", "sudoplatform.New", "NewErrorCode"] {
      let said = error(status, #"{"error":{"code":"\#(word)","message":"Said so"}}"#)
      #expect(said.code == .internalError && said.codeText == "1000")
      #expect(said.message.english == "\(word) - Said so")
      #expect(said.advice?.english.contains("ask who runs the server") == true)
      let bare = error(status, #"{"error":{"code":"\#(word)"}}"#)
      #expect(bare.message.english == word)
    }
    for word in ["FundingSourceNotSetupError", "FundingSourceNotSetupErrorCode"] {
      let known = error(status, #"{"error":{"code":"sudoplatform.virtual-cards.\#(word)"}}"#)
      #expect(known.code == .fundingSourceNotSetUp)
      #expect(known.message == ErrorCode.fundingSourceNotSetUp.usualMessage)
    }
    // A code of another service stays what its status says.
    #expect(error(409, #"{"error":{"code":"otherError"}}"#).serverCode == "otherError")
  }

  @Test func otherMistakesInAnErrorHideNothing() {
    let strange = error(
      400,
      #"""
      {"error":{"code":"5068","message":7,"details":["a",7,{}],"retryAfter":1e300,
      "fieldErrors":[{"field":"f","error":"e"},{"field":"g"},7],"links":[]}}
      """#)
    #expect(strange.code == .fieldErrors && strange.details.map(\.english) == ["a"])
    #expect(strange.message == ErrorCode.fieldErrors.usualMessage)
    #expect(
      strange.fieldErrors == [FieldError("f", .verbatim("e"))] && strange.retryAfter == 86_400)
  }

  private static let details = Base64.encode(
    JSONWriter.bytes(ScaDetailsSample()))

  /// RFC 9110, 11.2 and 11.6.1. The first is the published sample without a comma.
  @Test(arguments: [
    #"SCA realm="Prepaid Cards" auth-param1="%""#, #"SCA realm="Prepaid Cards", auth-param1="%""#,
    #"sca Auth-Param1="%""#, #"Sca AUTH-PARAM1 = "%""#, "SCA auth-param1\t=\t\"%\"",
    #"Bearer realm="x", error="invalid_token", SCA realm="y", auth-param1="%""#,
    #"Basic YWxhZGRpbjpvcGVuc2VzYW1l==, SCA auth-param1="%""#, #"Negotiate, SCA auth-param1="%""#,
    #"SCA realm="say \"SCA auth-param1=1\"", auth-param1="%", other=x"#,
    #",, SCA auth-param1="%" , Bearer"#, #"SCA auth-param1=%"#,
  ])
  func challenges(_ header: String) {
    let field = WireField("www-authenticate", header.replacing("%", with: Self.details))
    for body in ["", #"{"error":{"code":"5279","message":"Unauthorized"}}"#] {
      let asked = error(401, body, [WireField("WWW-Authenticate", "Bearer"), field])
      #expect(asked.code == .scaRequired && asked.scaEvent == Samples.event)
    }
  }

  /// An unreadable confirmation does not mean that the sign-in has ended. No token is renewed.
  @Test(arguments: [
    #"SCA realm="x" auth-param1="!""#, "SCA auth-param1=", #"SCA realm="x" auth-param1="e30=""#,
    #"SCA auth-param1="eyJzY2FEZXRhaWxzIjp7fX0=""#, "SCA", #"Bearer, SCA auth-param1="#,
    #"SCA realm="x", auth-param1="AAAA"#, #"SCA auth-param1="\\\"#, #"SCA auth-param1="\"#,
  ])
  func challengesThatCannotBeRead(_ header: String) {
    for code in ["5279", "9999"] {
      let asked = error(
        401, #"{"error":{"code":"\#(code)","message":"Unauthorized"}}"#,
        [WireField("WWW-Authenticate", header)])
      #expect(asked.code == .netAnswer && asked.scaEvent == nil, "\(header)")
    }
  }

  @Test(arguments: [
    #"Bearer realm="SCA auth-param1=x""#, "Bearer", "", "=", ",", "\"", "SCAB auth-param1=x",
    #"Bearer auth-param1="SCA""#,
  ])
  func othersAskForASignIn(_ header: String) {
    let body = #"{"error":{"code":"5279","message":"Unauthorized"}}"#
    let asked = error(401, body, [WireField("WWW-Authenticate", header)])
    #expect(asked.code == .unauthorized)
    // Our servers use SCA with a code that names the problem.
    for code in [ErrorCode.scaRejected, .scaExpired] {
      #expect(WalletError(wire: WalletError(code).wireResponse) == WalletError(code))
    }
  }
}

private struct ScaDetailsSample: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.object { $0.field("scaDetails", Samples.event) }
  }
}
