package import WalletModel

/// One-time codes, the authenticator app, and the simulated phone.
package protocol ScaEngine {
  func createChallenge(_ operation: CreateChallenge, _ context: RequestContext) throws(WalletError)
    -> ScaChallenge
  func submitAttempt(_ operation: SubmitAttempt, _ context: RequestContext) throws(WalletError)
    -> ScaAttempt
  func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  func confirmAuthenticator(_ operation: ConfirmAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func listPhoneMessages(_ operation: ListPhoneMessages, _ context: RequestContext)
    throws(WalletError) -> [PhoneMessage]
}

extension WireRoute {
  static let sca: [WireRoute] = [
    WireRoute(CreateChallenge.self),
    WireRoute(SubmitAttempt.self),
    WireRoute(GetAuthenticator.self),
    WireRoute(EnrolAuthenticator.self),
    WireRoute(ConfirmAuthenticator.self),
    WireRoute(ListPhoneMessages.self),
  ]
}
