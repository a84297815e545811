import Conformance
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// Five minutes without activity (S11), to the second.
struct IdleTests {
  private static let reference = ScaReference(
    eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))

  /// The requests that are refused after five minutes, and their answers before.
  private static func sensitive(_ card: CardID) -> [(request: WireRequest, code: ErrorCode)] {
    var context = RequestContext.unknown
    context.expectedVersion = 99
    let controls = SetCardControls(card, CardControlsUpdate(autoLockDays: .null))
      .wireRequest(context)
    context.expectedVersion = nil
    return [
      (controls, .versionConflict),
      (GetSecureDetails(card).wireRequest(context), .scaRequired),
      (LinkSecureDetails(card).wireRequest(context), .scaRequired),
      (OpenSecureDetails("none").wireRequest(context), .notFound),
      (GetPin(card).wireRequest(context), .scaRequired),
      (SetCardPin(card, pin: secret("1357")).wireRequest(context), .scaRequired),
      (
        Tokenize(card, CardTokenizationRequest(walletType: .googlePay)).wireRequest(context),
        .scaRequired
      ),
      (VerifyToken(card, "none").wireRequest(context), .notFound),
      (GetVirtualCardDetails("none").wireRequest(context), .virtualCardNotFound),
      (EnrolAuthenticator().wireRequest(context), .scaRequired),
      (
        ConfirmPayment("none", Money(1, Currency("EUR")), at: "s").wireRequest(context), .notFound
      ),
      (ConfirmAuthenticator(code: secret("123456")).wireRequest(context), .authenticatorState),
      (
        CreateChallenge(reference, ScaVerification(method: .otp, channel: .sms))
          .wireRequest(context), .scaExpired
      ),
      (SubmitAttempt(reference, code: secret("123456")).wireRequest(context), .scaExpired),
    ]
  }

  @Test func everySensitiveOperationIsListed() throws {
    let names = Set(WireRoute.all.filter(\.contract.isSensitive).map(\.contract.name))
    let found = Self.sensitive(CardID("c")).map { request, _ in
      if case .route(let route, _) = WireRoute.find(request) { route.contract.name } else { "" }
    }
    #expect(Set(found) == names)
  }

  @Test(arguments: [(4 * 60 + 59, true), (5 * 60 + 1, false)])
  func theIdleLimitIsExact(_ seconds: Int, _ isGood: Bool) throws {
    let served = try InProcessServer()
    let card = try #require(
      try served.perform(ListCards(CardQuery()), served.signIn().accessToken)
        .cards.first { $0.status == .active }
    ).id
    for (request, code) in Self.sensitive(card) {
      let tokens = try served.signIn()
      served.clock.advance(seconds: Int64(seconds))
      let answer = try served.send(request, tokens.accessToken)
      #expect(answer.status == WalletError(wire: answer).code.httpStatus)
      #expect(WalletError(wire: answer).code == (isGood ? code : .signInIdle))
      if !isGood {
        #expect(
          answer.header("WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
      }
    }
  }

  @Test func onlyRequestsOfThePersonAreActivity() throws {
    let served = try InProcessServer()
    let first = try served.signIn()
    let card = try #require(
      try served.perform(ListCards(CardQuery()), first.accessToken).cards
        .first { $0.status == .active }
    ).id
    func code(_ tokens: TokenResponse) throws -> ErrorCode? {
      do {
        _ = try served.perform(GetSecureDetails(card), tokens.accessToken)
        return nil
      } catch let error as WalletError {
        return error.code
      }
    }
    // Any request is activity: nine minutes in all.
    for _ in 0..<3 {
      served.clock.advance(seconds: 180)
      _ = try served.perform(ListCards(CardQuery()), first.accessToken)
    }
    #expect(try code(first) == .scaRequired)
    // Renewing a token and listening are not activity.
    served.clock.advance(seconds: 200)
    let stream = try served.listen(first.accessToken)
    let renewed = try served.renew(first.refreshToken)
    served.clock.advance(seconds: 101)
    #expect(try code(renewed) == .signInIdle)
    // After the limit, an ordinary request is answered, but does not restart the time.
    _ = try served.perform(ListCards(CardQuery()), renewed.accessToken)
    #expect(try code(renewed) == .signInIdle)
    withExtendedLifetime(stream) {}
    // A new sign-in does.
    #expect(try code(try served.signIn()) == .scaRequired)
  }
}
