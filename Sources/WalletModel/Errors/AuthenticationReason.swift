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
        "A code was sent just now",
        "Eben wurde ein Code gesendet")
    case .otherAction:
      LocalizedText(
        "This confirmation is not for this action",
        "Diese Bestätigung gilt nicht für diesen Vorgang")
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
        "No enrolment waits for a code.",
        "Keine Einrichtung wartet auf einen Code.")
    case .enrolmentOver:
      LocalizedText(
        "The enrolment's time has run out: begin it anew.",
        "Die Zeit der Einrichtung ist abgelaufen: beginnen Sie neu.")
    case .noCode:
      LocalizedText(
        "No code can be sent",
        "Es kann kein Code gesendet werden")
    case .noChannel:
      LocalizedText(
        "this server sends no messages, and no authenticator app is enrolled",
        "dieser Server verschickt keine Nachrichten, und es ist keine Authenticator-App eingerichtet"
      )
    case .askOperator:
      LocalizedText(
        "Ask whoever runs the server.",
        "Fragen Sie, wer den Server betreibt.")
    case .walletScope:
      LocalizedText(
        "This sign-in may not use the wallet",
        "Diese Anmeldung darf die Wallet nicht nutzen")
    case .askForWalletScope:
      LocalizedText(
        "Sign in with permission to use the wallet (whitelabelWallet).",
        "Melden Sie sich mit dem Recht auf die Wallet an (whitelabelWallet).")
    case .unknownClient:
      LocalizedText(
        "The client is not known",
        "Dieses Programm kennt der Server nicht")
    case .tooManySignIns:
      LocalizedText(
        "Too many attempts to sign in",
        "Zu viele Versuche, sich anzumelden")
    case .wrongPassword:
      LocalizedText(
        "The name or the password is wrong",
        "Name oder Passwort ist falsch")
    case .unknownPath:
      LocalizedText(
        "There is nothing at this path.",
        "Unter diesem Pfad ist nichts.")
    }
  }
}
