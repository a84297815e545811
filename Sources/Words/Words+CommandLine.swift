import Languages
package import WalletModel

/// What commands without a screen say to people: tables, questions, what was done.
extension Words {
  // MARK: Tables

  package var expiryColumn: String { say("Expiry", "Ablauf") }
  package var typeColumn: String { say("Type", "Art") }
  package var schemeColumn: String { say("Scheme", "System") }
  package var currencyShort: String { say("Cur", "Whg") }
  package var date: String { say("Date", "Datum") }
  package var merchant: String { say("Merchant", "Händler") }
  package var amount: String { say("Amount", "Betrag") }
  package var currencies: String { say("Currencies", "Währungen") }
  package var left: String { say("Left", "Übrig") }
  package var digital: String { say("Digital", "Digital") }
  package var reason: String { say("Reason", "Grund") }
  package var holder: String { say("Holder", "Inhaber") }
  package var phone: String { say("Phone", "Handy") }
  package var possible: String { say("Possible", "Möglich") }
  package var nothing: String { say("nothing", "nichts") }
  package var reference: String { say("Reference", "Kennung") }
  package var wallet: String { say("Wallet", "Wallet") }
  package var what: String { say("What", "Was") }
  package var twoPinsDiffer: String {
    say("The two PINs differ", "Die beiden PINs sind verschieden")
  }
  package var path: String { say("Path", "Pfad") }
  package var there: String { say("There", "Da") }
  package var noCardsAtAll: String { say("No cards.", "Keine Karten.") }

  package func noCards(from offset: Int, of total: Int) -> String {
    say(
      "No cards from \(number(offset)) on, of \(number(total)).",
      "Keine Karten ab \(number(offset)), von \(number(total)).")
  }

  /// `1–6 of 6`.
  package func range(_ first: Int, _ last: Int, of total: Int) -> String {
    let range = "\(number(first))–\(number(last))"
    return say("\(range) of \(number(total))", "\(range) von \(number(total))")
  }

  /// With a capital: as a cell of a table.
  package func typeTitle(_ type: CardType) -> String {
    self.type(type).prefix(1).uppercased() + self.type(type).dropFirst()
  }

  package func paymentState(_ type: TransactionType, _ reason: DeclineReason?) -> String {
    let state =
      switch type {
      case .pending: say("pending", "vorgemerkt")
      case .complete: say("complete", "gebucht")
      case .refund: say("refund", "Erstattung")
      case .decline: say("decline", "abgelehnt")
      case .other(let word): other(word, or: say("unknown", "unbekannt"))
      }
    return state + (reason.map { " (\(declineReason($0)))" } ?? "")
  }

  /// In English as programs have it.
  package func declineReason(_ reason: DeclineReason) -> String {
    guard reason.isKnown else { return declined(reason) }
    return say(String(reason.rawValue.lowercased().map { $0 == "_" ? " " : $0 }), declined(reason))
  }

  /// An action that is possible.
  package func action(_ action: CardAction) -> String {
    switch action {
    case .activate: say("activate", "aktivieren")
    case .cancel: say("cancel", "kündigen")
    case .unlock: say("unlock", "entsperren")
    case .lock: say("lock", "sperren")
    case .showDetails: say("show details", "Kartendaten anzeigen")
    case .showPin: say("show pin", "PIN anzeigen")
    case .setPin: say("set pin", "PIN ändern")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  package func tokenization(_ status: MobileWalletStatus) -> String {
    switch status {
    case .completed: say("completed", "eingerichtet")
    case .initiated: say("initiated", "begonnen")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  // MARK: Questions

  package var askLastFour: String {
    say("Last four digits on the card: ", "Letzte vier Ziffern auf der Karte: ")
  }

  package var askCvv: String { say("CVV: ", "Prüfziffer (CVV): ") }

  package func willBeCancelled(_ name: String) -> String {
    say(
      "\(name) will be cancelled. This cannot be undone.",
      "\(name) wird gekündigt. Das ist endgültig.")
  }

  package var askToCancel: String {
    say(
      "Its last four digits to confirm, or Enter to keep it: ",
      "Zur Bestätigung ihre letzten vier Ziffern, oder Enter, um sie zu behalten: ")
  }

  package var askNewPin: String { say("New PIN (four digits): ", "Neue PIN (vier Ziffern): ") }
  package var onceMore: String { say("Once more: ", "Noch einmal: ") }
  package var askPassphrase: String { say("Passphrase: ", "Passphrase: ") }
  package var askNewPassphrase: String { say("New passphrase: ", "Neue Passphrase: ") }

  package func askPassword(of place: String) -> String {
    say("Password of \(place): ", "Passwort von \(place): ")
  }

  package var askAppCode: String { say("Code that the app shows: ", "Code, den die App zeigt: ") }
  package var askName: String { say("Name on your cards: ", "Name auf Ihren Karten: ") }

  package var askMobile: String {
    say("Mobile number, such as +359 888123456: ", "Handynummer, etwa +359 888123456: ")
  }

  package var askEmail: String { say("E-mail address: ", "E-Mail-Adresse: ") }

  // MARK: One-time codes

  package var howShouldItCome: String {
    say(
      "A one-time code is needed. How should it come?",
      "Ein Einmalcode wird gebraucht. Wie soll er kommen?")
  }

  package var askCode: String {
    say("Code (r sends another one): ", "Code (r sendet einen neuen): ")
  }

  package var aCodeHasSixDigits: String {
    say("A code has six digits.", "Ein Code hat sechs Ziffern.")
  }

  package func codeNotValid(left: Int) -> String {
    say(
      "That code is not valid; \(left) attempts left.",
      "Dieser Code ist nicht gültig; \(plural(left, "noch 1 Versuch", "noch \(left) Versuche")).")
  }

  package var openYourApp: String {
    say("Open your authenticator app.", "Öffnen Sie Ihre Authenticator-App.")
  }

  package func codeWasSent(by way: ScaVerification) -> String {
    say(
      "A code was sent by \(wayInside(way)).", "Ein Code wurde gesendet: \(wayInside(way)).")
  }

  /// A way inside a sentence: `e-mail to a•••@example.com`.
  package func wayInside(_ way: ScaVerification) -> String {
    let name = self.way(way)
    guard language == .english, way.channel != .sms else { return name }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Stands before what the simulated phone has received.
  package var simulatedPrefix: String { simulated + ": " }

  /// A code that was used, has expired, or was followed by another one.
  package var noLongerValid: String { say("(no longer valid)", "(nicht mehr gültig)") }
  package var noMessagesAtAll: String { say("No messages.", "Keine Nachrichten.") }

  // MARK: Secrets in sight

  package func hidden(in seconds: Int64) -> String {
    say(
      "Hidden in \(seconds) s; any key hides it now.",
      "Verdeckt in \(seconds) s; jede Taste verdeckt sofort.")
  }

  package var hidden: String { say("Hidden.", "Verdeckt.") }
  package var key: String { say("Key", "Schlüssel") }

  package var scanThenPress: String {
    say(
      "Scan it with the app, then press any key.",
      "Mit der App scannen, dann eine Taste drücken.")
  }

  // MARK: The authenticator app

  package var noAuthenticator: String {
    say("No authenticator app is enrolled.", "Keine Authenticator-App eingerichtet.")
  }

  package var enrolmentStarted: String {
    say(
      "Enrolment was started; `walletui sca confirm` ends it.",
      "Die Einrichtung ist begonnen; `walletui sca confirm` beendet sie.")
  }

  package var authenticatorEnrolled: String {
    say("An authenticator app is enrolled.", "Eine Authenticator-App ist eingerichtet.")
  }

  package var authenticatorUnknown: String {
    say(
      "The state of the authenticator is not known.",
      "Der Zustand der Authenticator-App ist nicht bekannt.")
  }
}
