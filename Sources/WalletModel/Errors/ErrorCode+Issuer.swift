/// Codes for the rules of the issuer.
extension ErrorCode {
  package static let scaRequired = ErrorCode(
    "WUI-SCA-REQUIRED", http: 401, exit: .scaRequired,
    "This takes a one-time code",
    "Dafür brauchen Sie einen Einmalcode",
    advice: "Choose how to get the code, then enter it.",
    "Wählen Sie, wie der Code kommt, und geben Sie ihn ein.")
  package static let scaRejected = ErrorCode(
    "WUI-SCA-REJECTED", http: 401, exit: .scaRejected,
    "That code isn't right",
    "Dieser Code stimmt nicht",
    advice: "Check the code, or ask for a new one.",
    "Prüfen Sie den Code, oder fordern Sie einen neuen an.")
  package static let scaBlocked = ErrorCode(
    "WUI-SCA-BLOCKED", http: 429, exit: .scaBlocked,
    "Too many wrong codes",
    "Zu viele falsche Codes",
    advice: "Wait a while, then start again.",
    "Warten Sie eine Weile, und beginnen Sie dann neu.")
  package static let scaExpired = ErrorCode(
    "WUI-SCA-EXPIRED", http: 401, exit: .scaRejected,
    "This confirmation has expired",
    "Diese Bestätigung ist abgelaufen",
    advice: "Start again.",
    "Beginnen Sie neu.")
  package static let challengeLimit = ErrorCode(
    "WUI-SCA-CHALLENGES", http: 429, exit: .scaBlocked,
    "No more codes for now",
    "Vorerst gibt es keine Codes mehr",
    advice: "Wait a while, then start again.",
    "Warten Sie eine Weile, und beginnen Sie dann neu.")
  /// Five minutes without activity (PSD2): only the password renews the sign-in.
  package static let signInIdle = ErrorCode(
    "WUI-SIGN-IN-IDLE", http: 401, exit: .scope,
    "You've been signed out after five minutes without activity",
    "Sie wurden nach fünf Minuten ohne Aktivität abgemeldet",
    advice: "Sign in again.",
    "Melden Sie sich neu an.")
  package static let scopeMissing = ErrorCode(
    "WUI-SCOPE", http: 403, exit: .scope,
    "This sign-in can't show card secrets",
    "Mit dieser Anmeldung sind Kartengeheimnisse nicht zu sehen",
    advice: "Sign in with permission to see card secrets (pci-dss-1).",
    "Melden Sie sich mit dem Recht auf Kartengeheimnisse an (pci-dss-1).")
  package static let transitionRefused = ErrorCode(
    "WUI-TRANSITION", http: 409, exit: .refused,
    "The card can't change to that status",
    "Die Karte kann nicht in diesen Status wechseln",
    advice: "See what you can do with the card.",
    "Sehen Sie nach, was mit der Karte möglich ist.")
  package static let activationRefused = ErrorCode(
    "WUI-ACTIVATION", http: 409, exit: .refused,
    "This card can't be activated",
    "Diese Karte lässt sich nicht aktivieren",
    advice: "Only an issued or digital card can be activated, and only once.",
    "Nur ausgestellte oder digitale Karten lassen sich aktivieren, und nur einmal.")
  package static let activationDataWrong = ErrorCode(
    "WUI-ACTIVATION-DATA", http: 400, exit: .activationData,
    "Those details don't match",
    "Diese Angaben stimmen nicht",
    advice: "Check the last four digits and the CVV on the card.",
    "Prüfen Sie die letzten vier Ziffern und die Prüfziffer der Karte.")
  package static let programExhausted = ErrorCode(
    "WUI-PROGRAM", http: 409, exit: .refused,
    "You have all the cards of this kind",
    "Mehr Karten dieser Art gibt es nicht",
    advice: "Choose another programme.",
    "Wählen Sie ein anderes Programm.")
  package static let pinNotSet = ErrorCode(
    "WUI-PIN-UNSET", http: 409, exit: .refused,
    "This card has no PIN yet",
    "Diese Karte hat noch keine PIN",
    advice: "Set a PIN first.",
    "Setzen Sie zuerst eine PIN.")
  package static let actionRefused = ErrorCode(
    "WUI-ACTION", http: 409, exit: .refused,
    "You can't do that with this card now",
    "Das geht mit dieser Karte jetzt nicht",
    advice: "See what you can do with the card.",
    "Sehen Sie nach, was mit der Karte möglich ist.")
  package static let versionConflict = ErrorCode(
    "WUI-VERSION", http: 412, exit: .versionConflict,
    "Someone else changed this in the meantime",
    "Das wurde inzwischen anderswo geändert",
    advice: "Look at it again, then decide.",
    "Sehen Sie es sich noch einmal an, und entscheiden Sie dann.")
  package static let changePending = ErrorCode(
    "WUI-PENDING", http: 409, exit: .unanswered,
    "We don't know yet whether that worked",
    "Noch ist unklar, ob das geklappt hat",
    advice: "On screen, walletui asks the server by itself; otherwise the next command does.",
    "Am Bildschirm fragt walletui von selbst beim Server nach, sonst beim nächsten Befehl.")
  package static let authenticatorState = ErrorCode(
    "WUI-AUTHENTICATOR", http: 409, exit: .refused,
    "The authenticator app isn't ready for that",
    "Die Authenticator-App ist dafür nicht bereit",
    advice: "Check whether an app is set up already (`walletui sca status`).",
    "Prüfen Sie, ob schon eine App eingerichtet ist (`walletui sca status`).")
  package static let damagedRecord = ErrorCode(
    "WUI-DAMAGED", http: 500, exit: .damagedRecord,
    "This record is damaged and can't be read",
    "Dieser Eintrag ist beschädigt und nicht lesbar",
    advice: "Run `walletui vault check`, then restore a backup.",
    "Prüfen Sie ihn mit `walletui vault check`, und spielen Sie dann eine Sicherung ein.")
  package static let keyReused = ErrorCode(
    "WUI-KEY-REUSED", http: 422, exit: .refused,
    "This idempotency key was used for another request",
    "Dieser Idempotenzschlüssel gehört zu einer anderen Anfrage",
    advice: "Send each change with a key of its own.",
    "Senden Sie jede Änderung mit einem eigenen Schlüssel.")
  package static let keyClosed = ErrorCode(
    "WUI-KEY-CLOSED", http: 409, exit: .refused,
    "This change was abandoned and not made",
    "Diese Änderung wurde aufgegeben und nicht ausgeführt",
    advice: "Look at the card again, then decide.",
    "Sehen Sie sich die Karte noch einmal an, und entscheiden Sie dann.")

  static let issuer: [ErrorCode] = [
    .scaRequired, .scaRejected, .scaBlocked, .scaExpired, .challengeLimit, .signInIdle,
    .scopeMissing, .transitionRefused, .activationRefused, .activationDataWrong, .programExhausted,
    .pinNotSet, .actionRefused, .versionConflict, .changePending, .authenticatorState,
    .damagedRecord, .keyReused, .keyClosed,
  ]
}
