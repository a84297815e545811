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
  package var path: String { say("Path", "Pfad") }
  package var there: String { say("There", "Da") }
  package var noCardsAtAll: String { say("No cards.", "Keine Karten.") }

  package func noCards(from offset: Int, of total: Int) -> String {
    say(
      "No cards after \(number(offset)): there are \(number(total)).",
      "Keine Karten ab \(number(offset)): Es gibt \(number(total)).")
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

  package func paymentState(_ payment: Transaction) -> String {
    let why =
      payment.declineRule.flatMap { declined(for: $0, payment.transactedAt) }
      ?? payment.declineReason.map { declineReason($0) }
    return transaction(payment) + (why.map { " (\($0))" } ?? "")
  }

  /// In English as programs have it.
  package func declineReason(_ reason: DeclineReason) -> String {
    guard reason.isKnown, reason != .declined else { return declined(reason) }
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

  package var available: String { say("Available", "Verfügbar") }

  package func instrument(_ type: InstrumentType) -> String {
    switch type {
    case .card: card
    case .sepaAccount, .ukAccount, .usAccount, .cciAccount: say("Bank account", "Bankkonto")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  package func instrument(_ status: InstrumentStatus) -> String {
    switch status {
    case .verified: say("verified", "geprüft")
    case .unverified: say("not verified", "nicht geprüft")
    case .verificationRequired: say("to be activated", "noch zu aktivieren")
    case .rejected: say("not usable", "nicht verwendbar")
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
      "This cancels \(name) for good. It can't be undone.",
      "Das kündigt \(name) endgültig. Es lässt sich nicht rückgängig machen.")
  }

  package var askToCancel: String {
    say(
      "Type its last four digits to confirm, or press Enter to keep it: ",
      "Zur Bestätigung die letzten vier Ziffern, oder Enter, um sie zu behalten: ")
  }

  package var askNewPin: String { say("New PIN (four digits): ", "Neue PIN (vier Ziffern): ") }
  package var onceMore: String { say("Repeat it: ", "Wiederholen: ") }
  package var askPassphrase: String { say("Passphrase: ", "Passphrase: ") }
  package var askNewPassphrase: String { say("New passphrase: ", "Neue Passphrase: ") }

  package func askPassword(of place: String) -> String {
    say("Password of \(place): ", "Passwort von \(place): ")
  }

  package var askAppCode: String { say("Code from the app: ", "Code aus der App: ") }
  package var askName: String { say("Name on your cards: ", "Name auf Ihren Karten: ") }

  package var askMobile: String {
    say("Mobile number, like +359 888123456: ", "Handynummer, wie +359 888123456: ")
  }

  package var askEmail: String { say("E-mail address: ", "E-Mail-Adresse: ") }

  // MARK: One-time codes

  package var howShouldItCome: String {
    say(
      "This takes a one-time code. Where should it come from?",
      "Dafür brauchen Sie einen Einmalcode. Woher soll er kommen?")
  }

  package var askCode: String {
    say("Code (r sends a new one): ", "Code (r sendet einen neuen): ")
  }

  package var aCodeHasSixDigits: String {
    say("A code has six digits.", "Ein Code hat sechs Ziffern.")
  }

  package func codeNotValid(left: Int) -> String {
    say(
      "That code isn't right. \(plural(left, "1 try left", "\(left) tries left")).",
      "Dieser Code stimmt nicht. \(plural(left, "Noch 1 Versuch", "Noch \(left) Versuche")).")
  }

  package var openYourApp: String {
    say("Open your authenticator app.", "Öffnen Sie Ihre Authenticator-App.")
  }

  package func codeWasSent(by way: ScaVerification) -> String {
    say(
      "We've sent you a code by \(wayInside(way)).",
      "Wir haben Ihnen einen Code gesendet: \(wayInside(way)).")
  }

  /// A way inside a sentence: `e-mail to a•••@example.com`.
  package func wayInside(_ way: ScaVerification) -> String {
    let name = self.way(way)
    guard language == .english, way.channel != .sms else { return name }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The beginning of a line with what the simulated phone has received.
  package var simulatedPrefix: String { simulated + ": " }

  /// A code that was used, has expired, or was followed by another one.
  package var noLongerValid: String { say("(no longer valid)", "(nicht mehr gültig)") }
  package var noMessagesAtAll: String { say("No messages.", "Keine Nachrichten.") }

  // MARK: Secrets in sight

  package func hidden(in seconds: Int64) -> String {
    say(
      "Hides in \(seconds) s. Any key hides it now.",
      "Verschwindet in \(seconds) s, mit jeder Taste sofort.")
  }

  package var hidden: String { say("Hidden.", "Verdeckt.") }
  package var key: String { say("Key", "Schlüssel") }

  package var scanThenPress: String {
    say(
      "Scan it with your app, then press any key.",
      "Scannen Sie ihn mit der App, und drücken Sie dann eine Taste.")
  }
  package var thenPress: String { say("Then press any key.", "Dann eine Taste drücken.") }

  // MARK: The authenticator app

  package var noAuthenticator: String {
    say("No authenticator app is set up.", "Es ist keine Authenticator-App eingerichtet.")
  }

  package var enrolmentStarted: String {
    say(
      "Almost set up: finish with `walletui sca confirm`.",
      "Fast eingerichtet: Schließen Sie mit `walletui sca confirm` ab.")
  }

  package var authenticatorEnrolled: String {
    say("An authenticator app is set up.", "Eine Authenticator-App ist eingerichtet.")
  }

  package var authenticatorUnknown: String {
    say(
      "The state of the authenticator app is unknown.",
      "Der Zustand der Authenticator-App ist unbekannt.")
  }
}
