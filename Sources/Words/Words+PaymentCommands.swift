package import WalletModel

/// What commands about payments with a handle, and about saved cards, say to people.
extension Words {
  // MARK: Tables

  package var orderReference: String { say("Order", "Bestellung") }
  package var timeLeft: String { say("Time left", "Restzeit") }
  package var errorNumber: String { say("Error", "Fehler") }
  package var brandsTitle: String { say("Brands", "Marken") }
  package var bankQuestion: String { say("Question", "Frage") }
  package var tokenTitle: String { say("Token", "Token") }
  package var savedCardTitle: String { say("Saved card", "Gespeicherte Karte") }
  package var savedOn: String { say("Saved", "Gespeichert") }
  package var forUse: String { say("For", "Für") }
  package var noHandles: String { say("No payments.", "Keine Zahlungen.") }
  package var noQuestions: String { say("No bank asks anything.", "Keine Bank fragt etwas.") }
  package var noSavedCards: String { say("No saved cards.", "Keine gespeicherten Karten.") }
  package var nothingSaved: String { say("Nothing was saved.", "Gespeichert wurde nichts.") }
  package var moreWith: String {
    say("There are more: give a higher --limit.", "Es gibt mehr: Nehmen Sie ein größeres --limit.")
  }

  package func status(_ status: PaymentHandleStatus, needsAnswer: Bool) -> String {
    switch status {
    case .initiated:
      needsAnswer
        ? say("the bank asks first", "zuerst fragt die Bank") : say("begun", "begonnen")
    case .payable: say("ready to pay", "zahlbereit")
    case .failed: say("failed", "gescheitert")
    case .expired: say("expired", "abgelaufen")
    case .processing: say("being paid", "wird gezahlt")
    case .completed: say("paid", "gezahlt")
    }
  }

  package func transactionType(_ type: PaymentTransactionType) -> String {
    switch type {
    case .payment: say("payment", "Zahlung")
    case .standaloneCredit: say("credit without a payment", "Gutschrift ohne Zahlung")
    case .originalCredit: say("money to the card", "Geld auf die Karte")
    case .verification: say("verification of the card", "Prüfung der Karte")
    }
  }

  /// `S, asks for the CVV each time`.
  package func use(of card: SavedCard) -> String {
    switch card.use {
    case .easy: say("easy payment: with the CVV", "einfaches Zahlen: mit Prüfziffer")
    case .recurring: recurring(card)
    }
  }

  private func recurring(_ card: SavedCard) -> String {
    let days = card.recurringFrequency ?? 0
    let every =
      days == 0
      ? "" : say(", every \(plural(days, "day", "\(days) days"))", ", alle \(days) Tage")
    let last = card.recurringExpiry.map { day in
      let text = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
      return say(", until \(text)", ", bis \(text)")
    }
    return say("recurring payment", "wiederkehrend") + every + (last ?? "")
  }

  package func removed(_ card: String) -> String {
    say("Removed: \(card)", "Entfernt: \(card)")
  }

  // MARK: A card is typed

  package var askCardNumber: String { say("Card number: ", "Kartennummer: ") }
  package var askHolder: String { say("Name on the card: ", "Name auf der Karte: ") }
  package var askExpiry: String { say("Expiry (MM/YY): ", "Ablauf (MM/JJ): ") }
  package var askToken: String { say("Token: ", "Token: ") }

  // MARK: The bank's question

  package func bankAsks(_ merchant: String, _ amount: Money, _ card: String) -> String {
    say(
      "The bank asks: \(money(amount)) at \(merchant) with card \(card).",
      "Die Bank fragt: \(money(amount)) bei \(merchant) mit Karte \(card).")
  }

  package var askBankCode: String { say("Code of the bank: ", "Code der Bank: ") }
  package var askOne: String { say("One number: ", "Eine Zahl: ") }
  package var askSeveral: String {
    say("Numbers with commas between them: ", "Zahlen, durch Kommas getrennt: ")
  }

  package func confirmInAnotherTerminal(_ command: String) -> String {
    say(
      "Run `\(command)` in another terminal, or press Enter to confirm here. Ctrl-C cancels.",
      "Führen Sie `\(command)` in einem anderen Terminal aus, oder bestätigen Sie hier mit Enter. Strg-C bricht ab."
    )
  }

  package var confirmHere: String {
    say(
      "Press Enter to confirm. Ctrl-C cancels.",
      "Mit Enter bestätigen Sie. Strg-C bricht ab.")
  }

  package func openPage(_ address: String) -> String {
    say(
      "Open \(address) in a browser, or press Enter to answer here. Ctrl-C cancels.",
      "Öffnen Sie \(address) im Browser, oder antworten Sie hier mit Enter. Strg-C bricht ab.")
  }

  package var waitingForBank: String { say("Waiting…", "Warten…") }

  package func answerLater(_ command: String) -> String {
    say(
      "The bank asks first, and there's no terminal to answer on: run `\(command)`.",
      "Zuerst fragt die Bank, und es gibt kein Terminal für die Antwort: `\(command)` holt sie nach."
    )
  }

  package func unansweredSave(_ command: String) -> String {
    say(
      "Then `\(command)` saves the card.", "Danach speichert `\(command)` die Karte.")
  }
}
