import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import Words

/// The state of an authenticator app's enrolment, as text or as JSON.
enum AuthenticatorText {
  static func print(_ state: AuthenticatorState, _ invocation: Invocation)
    throws(WalletError)
  {
    let words = invocation.words
    let line =
      switch state {
      case .none: words.codes.noAuthenticator
      case .pending: words.codes.enrolmentStarted
      case .enrolled: words.codes.authenticatorEnrolled
      case .other: words.codes.authenticatorUnknown
      }
    try invocation.write(["authenticator": .string(state.rawValue)], or: line)
  }
}
