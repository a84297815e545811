import Languages

/// Codes for the rules of the issuer.
extension ErrorCode {
  package static let scaRequired = ErrorCode(
    "WUI-SCA-REQUIRED", http: 401, exit: .scaRequired,
    message: LocalizedText(
      "A one-time code is needed first",
      "Zuerst wird ein Einmalcode gebraucht"),
    advice: LocalizedText(
      "Choose how to receive a code and enter it.",
      "Wählen Sie, wie Sie einen Code erhalten, und geben Sie ihn ein."))
  package static let scaRejected = ErrorCode(
    "WUI-SCA-REJECTED", http: 401, exit: .scaRejected,
    message: LocalizedText(
      "That code is not valid",
      "Dieser Code ist nicht gültig"),
    advice: LocalizedText(
      "Check the code, or ask for a new one.",
      "Prüfen Sie den Code, oder fordern Sie einen neuen an."))
  package static let scaBlocked = ErrorCode(
    "WUI-SCA-BLOCKED", http: 429, exit: .scaBlocked,
    message: LocalizedText(
      "Too many wrong codes: codes are blocked for a while",
      "Zu viele falsche Codes: Codes sind eine Weile gesperrt"),
    advice: LocalizedText(
      "Wait until the time is over, then start again.",
      "Warten Sie die Zeit ab und beginnen Sie dann neu."))
  package static let scaExpired = ErrorCode(
    "WUI-SCA-EXPIRED", http: 401, exit: .scaRejected,
    message: LocalizedText(
      "The time for this confirmation has run out",
      "Die Zeit für diese Bestätigung ist abgelaufen"),
    advice: LocalizedText(
      "Start again.",
      "Beginnen Sie neu."))
  package static let challengeLimit = ErrorCode(
    "WUI-SCA-CHALLENGES", http: 429, exit: .scaBlocked,
    message: LocalizedText(
      "No more codes can be sent for now",
      "Vorerst können keine Codes mehr gesendet werden"),
    advice: LocalizedText(
      "Wait until the time is over, then start again.",
      "Warten Sie die Zeit ab und beginnen Sie dann neu."))
  /// Five minutes without activity (PSD2): only the password renews the sign-in.
  package static let signInIdle = ErrorCode(
    "WUI-SIGN-IN-IDLE", http: 401, exit: .scope,
    message: LocalizedText(
      "Nothing was done for five minutes, so the password is needed again",
      "Fünf Minuten lang geschah nichts; das Passwort wird wieder gebraucht"),
    advice: LocalizedText(
      "Sign in again.",
      "Melden Sie sich neu an."))
  package static let scopeMissing = ErrorCode(
    "WUI-SCOPE", http: 403, exit: .scope,
    message: LocalizedText(
      "This sign-in may not see card secrets",
      "Diese Anmeldung darf keine Kartengeheimnisse sehen"),
    advice: LocalizedText(
      "Sign in with permission to see card secrets (pci-dss-1).",
      "Melden Sie sich mit dem Recht auf Kartengeheimnisse an (pci-dss-1)."))
  package static let transitionRefused = ErrorCode(
    "WUI-TRANSITION", http: 409, exit: .refused,
    message: LocalizedText(
      "The card cannot change to that status",
      "Die Karte kann nicht in diesen Status wechseln"),
    advice: LocalizedText(
      "See the card's available actions.",
      "Sehen Sie nach, was mit der Karte möglich ist."))
  package static let activationRefused = ErrorCode(
    "WUI-ACTIVATION", http: 409, exit: .refused,
    message: LocalizedText(
      "This card cannot be activated",
      "Diese Karte kann nicht aktiviert werden"),
    advice: LocalizedText(
      "Only cards that are Issued or Digital can be activated, once.",
      "Nur Karten, die ausgegeben oder digital sind, können aktiviert werden, und nur einmal."))
  package static let activationDataWrong = ErrorCode(
    "WUI-ACTIVATION-DATA", http: 400, exit: .activationData,
    message: LocalizedText(
      "The activation data is wrong",
      "Die Angaben zur Aktivierung sind falsch"),
    advice: LocalizedText(
      "Check the last four digits and the CVV on the card.",
      "Prüfen Sie die letzten vier Ziffern und die Prüfziffer der Karte."))
  package static let programExhausted = ErrorCode(
    "WUI-PROGRAM", http: 409, exit: .refused,
    message: LocalizedText(
      "No more cards of this programme can be issued",
      "Von diesem Programm gibt es keine Karten mehr"),
    advice: LocalizedText(
      "Choose another programme.",
      "Wählen Sie ein anderes Programm."))
  package static let pinNotSet = ErrorCode(
    "WUI-PIN-UNSET", http: 409, exit: .refused,
    message: LocalizedText(
      "This card has no PIN yet",
      "Diese Karte hat noch keine PIN"),
    advice: LocalizedText(
      "Set a PIN first.",
      "Setzen Sie zuerst eine PIN."))
  package static let actionRefused = ErrorCode(
    "WUI-ACTION", http: 409, exit: .refused,
    message: LocalizedText(
      "That is not possible with this card now",
      "Das ist mit dieser Karte jetzt nicht möglich"),
    advice: LocalizedText(
      "See the card's available actions.",
      "Sehen Sie nach, was mit der Karte möglich ist."))
  package static let versionConflict = ErrorCode(
    "WUI-VERSION", http: 412, exit: .versionConflict,
    message: LocalizedText(
      "The card was changed by someone else meanwhile",
      "Die Karte wurde inzwischen von anderer Seite geändert"),
    advice: LocalizedText(
      "Look at the card as it is now, then decide again.",
      "Sehen Sie die Karte an, wie sie jetzt ist, und entscheiden Sie neu."))
  package static let changePending = ErrorCode(
    "WUI-PENDING", http: 409, exit: .unanswered,
    message: LocalizedText(
      "It is not known yet whether that was done",
      "Ob das geschehen ist, weiß man noch nicht"),
    advice: LocalizedText(
      "The server is asked what became of it: on screen by itself, else with the next command.",
      "Der Server wird gefragt, was daraus wurde: am Bildschirm von selbst, sonst beim nächsten Befehl."
    ))
  package static let authenticatorState = ErrorCode(
    "WUI-AUTHENTICATOR", http: 409, exit: .refused,
    message: LocalizedText(
      "The authenticator app is not in the right state for that",
      "Die Authenticator-App ist dafür nicht im richtigen Zustand"),
    advice: LocalizedText(
      "See the authenticator's state in the SCA settings.",
      "Sehen Sie nach, in welchem Zustand die Authenticator-App ist."))
  package static let damagedRecord = ErrorCode(
    "WUI-DAMAGED", http: 500, exit: .damagedRecord,
    message: LocalizedText(
      "This record is damaged and cannot be read",
      "Dieser Eintrag ist beschädigt und nicht lesbar"),
    advice: LocalizedText(
      "Run `walletui vault check`, then restore a backup.",
      "Starten Sie `walletui vault check`, und spielen Sie dann eine Sicherung zurück."))
  package static let keyReused = ErrorCode(
    "WUI-KEY-REUSED", http: 422, exit: .refused,
    message: LocalizedText(
      "This idempotency key was used for another request",
      "Dieser Idempotenzschlüssel gehört zu einer anderen Anfrage"),
    advice: LocalizedText(
      "Send each change with a key of its own.",
      "Senden Sie jede Änderung mit einem eigenen Schlüssel."))
  package static let keyClosed = ErrorCode(
    "WUI-KEY-CLOSED", http: 409, exit: .refused,
    message: LocalizedText(
      "This change was given up; it was not made",
      "Diese Änderung wurde aufgegeben und nicht gemacht"),
    advice: LocalizedText(
      "Look at the card as it is now, then decide again.",
      "Sehen Sie die Karte an, wie sie jetzt ist, und entscheiden Sie neu."))

  static let issuer: [ErrorCode] = [
    .scaRequired, .scaRejected, .scaBlocked, .scaExpired, .challengeLimit, .signInIdle,
    .scopeMissing, .transitionRefused, .activationRefused, .activationDataWrong, .programExhausted,
    .pinNotSet, .actionRefused, .versionConflict, .changePending, .authenticatorState,
    .damagedRecord, .keyReused, .keyClosed,
  ]
}
