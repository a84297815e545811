import Conformance
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// Answers with secrets, sealed to the key in the request.
struct SealingTests {
  /// Gets a code and returns the request that may show the secret.
  private func allowed<O: WalletOperation>(
    _ operation: O, _ served: InProcessServer, _ token: Secret
  ) throws -> WireRequest {
    served.clock.advance(seconds: 31)
    var context = RequestContext.unknown
    context.sca = try served.confirm(operation, token)
    return operation.wireRequest(context)
  }

  @Test func answersWithSecretsAreSealed() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    // Names with their quotation marks, because three letters of base 64 can occur by chance.
    func check<O: WalletOperation>(
      _ operation: O, _ words: [String], _ request: WireRequest? = nil
    ) throws {
      var request = try request ?? allowed(operation, served, token)
      let opener = AnswerOpener(&request)
      let answer = try served.send(request, token)
      #expect(answer.isSuccess && answer.header("Content-Type") == "application/json")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(text(answer.body).hasPrefix("{\"sealed\":\""))
      let opened = text(try opener.open(answer.body, mustBeSealed: true))
      for word in words { #expect(opened.contains(word) && !text(answer.body).contains(word)) }
      _ = try O.decode(try opener.open(answer.body, mustBeSealed: true))
      // Another opener's key, and another card's opener.
      var other = request
      #expect(throws: WireMalformed.self) {
        try AnswerOpener(&other).open(answer.body, mustBeSealed: false)
      }
    }
    try check(GetSecureDetails(card.id), ["\"pan\"", card.lastFour])
    try check(LinkSecureDetails(card.id), ["/secure-details/"])
    let url = try served.send(allowed(LinkSecureDetails(card.id), served, token), token)
    #expect(url.status == 201 && url.header("Cache-Control") == "no-store")
    let ticket = try text(LinkSecureDetails.decode(url.body)).split(separator: "/").last
    let open = try OpenSecureDetails(String(#require(ticket)))
    try check(open, ["\"pan\"", card.lastFour], open.wireRequest(.unknown))
    try check(GetPin(card.id), ["\"pin\""])
    try check(EnrolAuthenticator(), ["otpauth"])
    try check(ListPhoneMessages(), ["messages"], ListPhoneMessages().wireRequest(.unknown))
  }

  @Test func theLabelNamesTheRequest() throws {
    var request = GetPin(CardID("a")).wireRequest(.unknown)
    let opener = AnswerOpener(&request)
    var other = GetPin(CardID("b")).wireRequest(.unknown)
    other.headers = request.headers
    let answer = try #require(try AnswerSealer(other)).seal(
      WireResponse(200, body: .secret(secret("{}"))))
    #expect(throws: WireMalformed.self) { try opener.open(answer.body, mustBeSealed: true) }
    let right = try #require(try AnswerSealer(request)).seal(
      WireResponse(200, body: .secret(secret("{}"))))
    #expect(text(try opener.open(right.body, mustBeSealed: true)) == "{}")
  }

  @Test(arguments: ["", "x", "AAAA", Base64.encode([UInt8](repeating: 0, count: 32)), "é"])
  func aBadKeyIsRefusedAndUsesNoConfirmation(_ key: String) throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try served.activeCard(token)
    let request = try allowed(GetPin(card.id), served, token)
    var bad = request
    bad.headers.append(WireField(Wire.deviceKey, key))
    let answer = try served.send(bad, token)
    #expect(answer.status == 400)
    #expect(WalletError(wire: answer).fieldErrors.map(\.field) == [Wire.deviceKey])
    #expect(try served.send(request, token).status == 200)
  }

  @Test func errorsAreNotSealed() throws {
    let (served, token) = try InProcessServer.signedIn()
    var request = GetPin(CardID("none")).wireRequest(.unknown)
    let opener = AnswerOpener(&request)
    let answer = try served.send(request, token)
    #expect(WalletError(wire: answer).code == .notFound)
    // A server that does not know the header is accepted, unless sealing is required.
    let plain = WireBody.secret(secret("{\"pin\":\"1234\"}"))
    #expect(text(try opener.open(plain, mustBeSealed: false)) == text(plain))
    #expect(throws: WireMalformed.self) { try opener.open(plain, mustBeSealed: true) }
  }
}
