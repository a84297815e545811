package import WalletModel

/// What commands about payments with a handle, and about saved cards, say to people.
extension PaymentWords {
  // MARK: Tables

  package var orderReference: String { say("Order", "Bestellung") }
  package var timeLeft: String { say("Time left", "Restzeit") }
  package var errorNumber: String { say("Error", "Fehler") }
  package var brandsTitle: String { say("Brands", "Marken") }
  package var bankQuestion: String { say("Question", "Frage") }
  package var tokenTitle: String { say("Token", "Token") }
  package var forUse: String { say("For", "Für") }
  package var noHandles: String { say("No payments.", "Keine Zahlungen.") }
  package var noQuestions: String { say("No bank asks anything.", "Keine Bank fragt etwas.") }
  package var nothingSaved: String {
    form(
      "Nothing was saved.",
      "Gespeichert wurde nichts.",
      "Inget sparades.",
      "Intet blev gemt.",
      "Ingenting ble lagret.",
      "Mitään ei tallennettu.")
  }
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

  package var askCardNumber: String {
    form(
      "Card number: ",
      "Kartennummer: ",
      "Kortnummer: ",
      "Kortnummer: ",
      "Kortnummer: ",
      "Kortin numero: ")
  }
  package var askHolder: String {
    form(
      "Name on the card: ",
      "Name auf der Karte: ",
      "Namn på kortet: ",
      "Navn på kortet: ",
      "Navn på kortet: ",
      "Kortin haltija: ")
  }
  package var askExpiry: String {
    form(
      "Expiry (MM/YY): ",
      "Ablauf (MM/JJ): ",
      "Giltigt till (MM/ÅÅ): ",
      "Udløber (MM/ÅÅ): ",
      "Utløper (MM/ÅÅ): ",
      "Voimassa (KK/VV): ")
  }
  package var askToken: String { say("Token: ", "Token: ") }

  package var askSecurityCode: String {
    form("CVV: ", "Prüfziffer (CVV): ", "CVV: ", "CVV: ", "CVV: ", "CVV: ")
  }

  // MARK: The bank's question

  package func bankAsks(_ merchant: String, _ amount: Money, _ card: String) -> String {
    form(
      "The bank asks: \(money(amount)) at \(merchant) with card \(card).",
      "Die Bank fragt: \(money(amount)) bei \(merchant) mit Karte \(card).",
      "Banken frågar: \(money(amount)) hos \(merchant) med kort \(card).",
      "Banken spørger: \(money(amount)) hos \(merchant) med kort \(card).",
      "Banken spør: \(money(amount)) hos \(merchant) med kort \(card).",
      "Pankki kysyy: \(money(amount)), \(merchant), kortti \(card).")
  }

  package var askBankCode: String {
    form(
      "Code of the bank: ",
      "Code der Bank: ",
      "Bankens kod: ",
      "Bankens kode: ",
      "Bankens kode: ",
      "Pankin koodi: ")
  }
  package var askOne: String {
    form(
      "One number: ",
      "Eine Zahl: ",
      "Ett nummer: ",
      "Ét nummer: ",
      "Ett nummer: ",
      "Yksi numero: ")
  }
  package var askSeveral: String {
    form(
      "Numbers with commas between them: ",
      "Zahlen, durch Kommas getrennt: ",
      "Nummer med komma emellan: ",
      "Numre med komma imellem: ",
      "Numre med komma mellom: ",
      "Numerot pilkuin erotettuina: ")
  }

  package func confirmInAnotherTerminal(_ command: String) -> String {
    form(
      "Run `\(command)` in another terminal, or press Enter to confirm here. Ctrl-C cancels.",
      "Führen Sie `\(command)` in einem anderen Terminal aus, oder bestätigen Sie hier mit Enter. Strg-C bricht ab.",
      "Kör `\(command)` i en annan terminal, eller bekräfta här med Enter. Ctrl-C avbryter.",
      "Kør `\(command)` i en anden terminal, eller bekræft her med Enter. Ctrl-C annullerer.",
      "Kjør `\(command)` i en annen terminal, eller bekreft her med Enter. Ctrl-C avbryter.",
      "Suorita `\(command)` toisessa päätteessä tai vahvista tässä Enterillä. Ctrl-C peruuttaa.")
  }

  package var confirmHere: String {
    form(
      "Press Enter to confirm. Ctrl-C cancels.",
      "Mit Enter bestätigen Sie. Strg-C bricht ab.",
      "Bekräfta med Enter. Ctrl-C avbryter.",
      "Bekræft med Enter. Ctrl-C annullerer.",
      "Bekreft med Enter. Ctrl-C avbryter.",
      "Vahvista Enterillä. Ctrl-C peruuttaa.")
  }

  package func openPage(_ address: String) -> String {
    form(
      "Open \(address) in a browser, or press Enter to answer here. Ctrl-C cancels.",
      "Öffnen Sie \(address) im Browser, oder antworten Sie hier mit Enter. Strg-C bricht ab.",
      "Öppna \(address) i en webbläsare, eller svara här med Enter. Ctrl-C avbryter.",
      "Åbn \(address) i en browser, eller svar her med Enter. Ctrl-C annullerer.",
      "Åpne \(address) i en nettleser, eller svar her med Enter. Ctrl-C avbryter.",
      "Avaa \(address) selaimessa tai vastaa tässä Enterillä. Ctrl-C peruuttaa.")
  }

  package var waitingForBank: String {
    form(
      "Waiting…",
      "Warten…",
      "Väntar…",
      "Venter…",
      "Venter…",
      "Odotetaan…")
  }

  package func answerLater(_ command: String) -> String {
    form(
      "The bank asks first, and there's no terminal to answer on: run `\(command)`.",
      "Zuerst fragt die Bank, und es gibt kein Terminal für die Antwort: `\(command)` holt sie nach.",
      "Banken frågar först, och det finns ingen terminal att svara i: kör `\(command)`.",
      "Banken spørger først, og der er ingen terminal at svare i: kør `\(command)`.",
      "Banken spør først, og det er ingen terminal å svare i: kjør `\(command)`.",
      "Pankki kysyy ensin, eikä vastaamiseen ole päätettä: suorita `\(command)`.")
  }

  package func unansweredSave(_ command: String) -> String {
    form(
      "Then `\(command)` saves the card.",
      "Danach speichert `\(command)` die Karte.",
      "Sedan sparar `\(command)` kortet.",
      "Derefter gemmer `\(command)` kortet.",
      "Deretter lagrer `\(command)` kortet.",
      "Sitten `\(command)` tallentaa kortin.")
  }
}
