package import Languages

/// What is in the way of a sign-in or a confirmation.
package enum AuthenticationReason: String, CaseIterable, Hashable, Sendable {
  case codeJustSent
  case otherAction
  case otherSignIn
  case startAgain
  case noEnrolment
  case enrolmentOver
  case noCode
  case noChannel
  case askOperator
  case walletScope
  case askForWalletScope
  case unknownClient
  case tooManySignIns
  case wrongPassword
  case unknownPath

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .codeJustSent:
      LocalizedText(
        "We've just sent you a code",
        "Gerade wurde ein Code gesendet")
    case .otherAction:
      LocalizedText(
        "This confirmation is for something else",
        "Diese Bestätigung gilt für etwas anderes")
    case .otherSignIn:
      LocalizedText(
        "This confirmation belongs to another sign-in or operation",
        "Diese Bestätigung gehört zu einer anderen Anmeldung oder einem anderen Vorgang")
    case .startAgain:
      LocalizedText(
        "Start again.",
        "Beginnen Sie neu.")
    case .noEnrolment:
      LocalizedText(
        "No app is being set up.",
        "Es wird gerade keine App eingerichtet.")
    case .enrolmentOver:
      LocalizedText(
        "Setting up the app took too long. Start again.",
        "Das Einrichten der App hat zu lange gedauert. Beginnen Sie neu.")
    case .noCode:
      LocalizedText(
        "Can't send a code",
        "Es lässt sich kein Code senden")
    case .noChannel:
      LocalizedText(
        "this server sends no messages, and no authenticator app is set up",
        "dieser Server verschickt keine Nachrichten, und es ist keine Authenticator-App eingerichtet"
      )
    case .askOperator:
      LocalizedText(
        "Ask whoever runs the server.",
        "Fragen Sie, wer den Server betreibt.")
    case .walletScope:
      LocalizedText(
        "This sign-in can't use the wallet",
        "Diese Anmeldung gilt nicht für die Wallet")
    case .askForWalletScope:
      LocalizedText(
        "Sign in with permission to use the wallet (whitelabelWallet).",
        "Melden Sie sich mit dem Recht auf die Wallet an (whitelabelWallet).")
    case .unknownClient:
      LocalizedText(
        "The server doesn't know this program",
        "Der Server kennt dieses Programm nicht")
    case .tooManySignIns:
      LocalizedText(
        "Too many sign-in attempts",
        "Zu viele Anmeldeversuche")
    case .wrongPassword:
      LocalizedText(
        "Wrong name or password",
        "Name oder Passwort ist falsch")
    case .unknownPath:
      LocalizedText(
        "There's nothing at this path.",
        "Unter diesem Pfad ist nichts.")
    }
  }
}
