import Canvas
package import WalletAPI
package import Words

/// Starts enrolling an authenticator app. The answer is what the app scans.
package struct AuthenticatorSetUp: Intent, SendsOperation {
  package func title(_ words: Words) -> String { words.codes.setUpAuthenticatorShort }
  package func reason(_ words: Words) -> String { words.codes.codeForAuthenticator }
  package func confirmLabel(_ words: Words) -> String { words.codes.goOn }

  package var operation: EnrolAuthenticator { EnrolAuthenticator() }

  package func succeed(_ answer: AuthenticatorEnrolment, _ state: inout State) -> [Effect] {
    state.push(Enrolment(uri: answer.uri, secret: answer.secret))
  }
}

extension AuthenticatorSetUp {
  static let command = Command(
    "sca.enrol", \.screen.setUpAuthenticator, keys: [.character("A")], place: .wallet,
    disabled: { $0.unreachable },
    run: { AuthenticatorSetUp().send(&$0) })
}
