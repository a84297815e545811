package import Secrets
package import WalletAPI
package import WalletModel

/// Strong Customer Authentication and the customer's own data (B).
package struct AuthenticationService: Sendable {
  let session: WalletSession

  /// B12: sends a one-time code; above the limits `.challengeLimit` or `.scaBlocked` with
  /// `retryAfter` (B13).
  package func createChallenge(_ event: ScaReference, _ verification: ScaVerification)
    async throws(WalletError) -> ScaChallenge
  {
    try await session.change(
      CreateChallenge(event, verification), detail: event.eventID.rawValue)
  }

  /// B14: a wrong code is an answer, not an error. The code stays the caller's to wipe.
  package func submit(_ event: ScaReference, code: Secret) async throws(WalletError) -> ScaAttempt {
    try await session.change(SubmitAttempt(event, code: code), detail: event.eventID.rawValue)
  }

  package func authenticator() async throws(WalletError) -> AuthenticatorState {
    try await session.read(GetAuthenticator())
  }

  /// What the app scans. Throws `.scaRequired` first, as every sensitive operation does.
  package func enrolAuthenticator() async throws(WalletError) -> AuthenticatorEnrolment {
    try await session.change(EnrolAuthenticator())
  }

  /// A code from the app ends the enrolment.
  package func confirmAuthenticator(code: Secret) async throws(WalletError) -> AuthenticatorState {
    try await session.change(ConfirmAuthenticator(code: code))
  }

  /// The simulated phone, newest first.
  package func phoneMessages() async throws(WalletError) -> [PhoneMessage] {
    try await session.simulated(
      .text("This server has no simulated phone", "Dieser Server hat kein simuliertes Handy"),
      advice: .text("Use an authenticator app.", "Nehmen Sie eine Authenticator-App.")
    ) { () throws(WalletError) in try await session.read(ListPhoneMessages()) }
  }

  package func profile() async throws(WalletError) -> CustomerProfile {
    try await session.read(GetProfile())
  }
}
