package import WalletModel

/// What commands without a screen say to people: tables, questions, what was done.
package struct CommandLineWords: FeatureWords {
  package let words: Words

  // MARK: Tables

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
    words.cards.type(type).prefix(1).uppercased() + words.cards.type(type).dropFirst()
  }

  package func paymentState(_ payment: Transaction) -> String {
    let why =
      payment.declineRule.flatMap { words.limits.declined(for: $0, payment.transactedAt) }
      ?? payment.declineReason.map { declineReason($0) }
    return words.cards.transaction(payment) + (why.map { " (\($0))" } ?? "")
  }

  /// In English as programs have it.
  package func declineReason(_ reason: DeclineReason) -> String {
    guard reason.isKnown, reason != .declined else { return words.cards.declined(reason) }
    return say(
      String(reason.rawValue.lowercased().map { $0 == "_" ? " " : $0 }),
      words.cards.declined(reason))
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

  package func instrument(_ type: Word<InstrumentType>) -> String {
    switch type {
    case .known(.card): words.card
    case .known: say("Bank account", "Bankkonto")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  package func instrument(_ status: Word<InstrumentStatus>) -> String {
    switch status {
    case .known(.verified): say("verified", "geprüft")
    case .known(.unverified): say("not verified", "nicht geprüft")
    case .known(.verificationRequired): say("to be activated", "noch zu aktivieren")
    case .known(.rejected): say("not usable", "nicht verwendbar")
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
}
