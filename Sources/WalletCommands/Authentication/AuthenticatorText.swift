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
    if invocation.wantsJSON {
      return try Output.json(["authenticator": .string(state.rawValue)])
    }
    let words = invocation.words
    switch state {
    case .none: try Output.line(words.codes.noAuthenticator)
    case .pending: try Output.line(words.codes.enrolmentStarted)
    case .enrolled: try Output.line(words.codes.authenticatorEnrolled)
    case .other: try Output.line(words.codes.authenticatorUnknown)
    }
  }
}
