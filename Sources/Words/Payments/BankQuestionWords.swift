package import WalletModel

/// The bank's question before a payment or before a card is saved (3-D Secure).
package struct BankQuestionWords: FeatureWords {
  package let words: Words

  package var yourBankAsks: String {
    form(
      "Your bank asks",
      "Ihre Bank fragt nach",
      "Din bank frågar",
      "Din bank spørger",
      "Banken din spør",
      "Pankkisi kysyy")
  }
  package func threeDSecure(_ version: String) -> String { "3-D Secure · \(version)" }

  // MARK: What it is about

  package var shopLabel: String {
    form(
      "Shop",
      "Händler",
      "Butik",
      "Butik",
      "Butikk",
      "Kauppa")
  }
  package var whenLabel: String {
    form(
      "When",
      "Zeit",
      "Tid",
      "Tid",
      "Tid",
      "Aika")
  }
  package var askingTheBank: String {
    form(
      "Asking the bank",
      "Die Bank fragt",
      "Banken tillfrågas",
      "Banken spørges",
      "Banken spørres",
      "Pankki kysyy")
  }
  /// `22 Nov 2026, 12:41`.
  package func moment(_ time: Timestamp, in zone: TimeZone) -> String {
    "\(words.date(time, in: zone)), \(words.minute(time, in: zone))"
  }
  /// In place of an amount: the card is only checked.
  package var nothingIsPaid: String {
    form(
      "Nothing is paid",
      "Es wird nichts bezahlt",
      "Inget betalas",
      "Intet betales",
      "Ingenting betales",
      "Mitään ei makseta")
  }

  // MARK: The question

  package var enterTheCode: String {
    form(
      "Enter the code",
      "Code eingeben",
      "Ange koden",
      "Indtast koden",
      "Skriv inn koden",
      "Anna koodi")
  }
  package var confirmElsewhere: String {
    form(
      "Confirm in your bank's app",
      "Bestätigen Sie in der App Ihrer Bank",
      "Bekräfta i bankens app",
      "Bekræft i bankens app",
      "Bekreft i bankens app",
      "Vahvista pankin sovelluksessa")
  }
  package var answerTheQuestion: String {
    form(
      "Answer the question",
      "Frage beantworten",
      "Svara på frågan",
      "Besvar spørgsmålet",
      "Svar på spørsmålet",
      "Vastaa kysymykseen")
  }
  package func sentTo(_ target: String) -> String {
    form(
      "Sent to \(target).",
      "Geschickt an \(target).",
      "Skickad till \(target).",
      "Sendt til \(target).",
      "Sendt til \(target).",
      "Lähetetty: \(target).")
  }
  package var thenGoOnHere: String {
    form(
      "Open the app on your phone and confirm. Then go on here.",
      "Öffnen Sie die App auf Ihrem Handy und bestätigen Sie. Dann geht es hier weiter.",
      "Öppna appen i telefonen och bekräfta. Fortsätt sedan här.",
      "Åbn appen på telefonen og bekræft. Fortsæt så her.",
      "Åpne appen på telefonen og bekreft. Fortsett så her.",
      "Avaa sovellus puhelimessa ja vahvista. Jatka sitten täällä.")
  }
  package var chooseFirst: String {
    form(
      "Choose an answer first.",
      "Wählen Sie zuerst eine Antwort.",
      "Välj ett svar först.",
      "Vælg først et svar.",
      "Velg et svar først.",
      "Valitse ensin vastaus.")
  }
  package var amountLabel: String {
    form("Amount", "Betrag", "Belopp", "Beløb", "Beløp", "Summa")
  }
  package func bankTries(_ count: Int) -> String {
    form(
      plural(count, "1 try left", "\(count) tries left"),
      plural(count, "1 Versuch", "\(count) Versuche"), "\(count) försök kvar",
      "\(count) forsøg tilbage", "\(count) forsøk igjen",
      plural(count, "1 yritys jäljellä", "\(count) yritystä jäljellä"))
  }
  package var bankCodeHasSixDigits: String {
    form(
      "The code has six digits.", "Der Code hat sechs Ziffern.", "Koden har sex siffror.",
      "Koden har seks cifre.", "Koden har seks sifre.", "Koodissa on kuusi numeroa.")
  }
  package func ends(in seconds: Int) -> String {
    form(
      "ends in \(countdown(seconds))",
      "noch \(countdown(seconds))",
      "slutar om \(countdown(seconds))",
      "slutter om \(countdown(seconds))",
      "slutter om \(countdown(seconds))",
      "aikaa \(countdown(seconds))")
  }
  package var askingTheBankNow: String {
    form(
      "Checking with your bank…",
      "Ihre Bank prüft das…",
      "Banken kontrollerar…",
      "Banken kontrollerer…",
      "Banken kontrollerer…",
      "Pankki tarkistaa…")
  }
  /// `2 tries left · 4:31`.
  package func triesAndTime(_ tries: Int, _ seconds: Int) -> String {
    "\(bankTries(tries)) · \(countdown(seconds))"
  }

  // MARK: The page

  package var bankPage: String {
    form(
      "The page of your bank",
      "Die Seite Ihrer Bank",
      "Bankens sida",
      "Bankens side",
      "Bankens side",
      "Pankin sivu")
  }
  package func page(_ number: Int, of count: Int) -> String {
    form(
      "page \(number) of \(count)",
      "Seite \(number) von \(count)",
      "sida \(number) av \(count)",
      "side \(number) af \(count)",
      "side \(number) av \(count)",
      "sivu \(number)/\(count)")
  }
  package var forward: String {
    form(
      "forward",
      "vor",
      "framåt",
      "frem",
      "fram",
      "eteenpäin")
  }
  package var close: String {
    form(
      "close",
      "schließen",
      "stäng",
      "luk",
      "lukk",
      "sulje")
  }
  package var answeredPage: String {
    form(
      "You've answered this page.",
      "Diese Seite haben Sie schon beantwortet.",
      "Du har svarat på sidan.",
      "Du har besvaret siden.",
      "Du har svart på siden.",
      "Olet vastannut tähän sivuun.")
  }
  package var opensOnce: String {
    form(
      "In a browser, this address works once:",
      "Im Browser, die Adresse gilt einmal:",
      "I webbläsaren, adressen gäller en gång:",
      "I browseren, adressen gælder én gang:",
      "I nettleseren, adressen gjelder én gang:",
      "Selaimessa, osoite toimii kerran:")
  }

  // MARK: Hints

  /// `confirm €24.90`.
  ///
  /// - Parameter amount: nil: a card is saved.
  package func confirm(_ amount: Money?) -> String {
    amount.map {
      form(
        "confirm \(money($0))",
        "\(money($0)) bestätigen",
        "bekräfta \(money($0))",
        "bekræft \(money($0))",
        "bekreft \(money($0))",
        "vahvista \(money($0))")
    }
      ?? form(
        "confirm the card",
        "Karte bestätigen",
        "bekräfta kortet",
        "bekræft kortet",
        "bekreft kortet",
        "vahvista kortti")
  }
  package var confirmShort: String {
    form(
      "confirm",
      "bestätigen",
      "bekräfta",
      "bekræft",
      "bekreft",
      "vahvista")
  }
  package func cancelMatter(isPayment: Bool) -> String {
    isPayment
      ? form(
        "cancel this payment",
        "Zahlung abbrechen",
        "avbryt betalningen",
        "annuller betalingen",
        "avbryt betalingen",
        "peruuta maksu")
      : form(
        "don't save the card",
        "Karte nicht speichern",
        "spara inte kortet",
        "gem ikke kortet",
        "ikke lagre kortet",
        "älä tallenna korttia")
  }
  package var haveConfirmed: String {
    form(
      "I've confirmed",
      "ich habe bestätigt",
      "jag har bekräftat",
      "jeg har bekræftet",
      "jeg har bekreftet",
      "olen vahvistanut")
  }
  package var confirmOnPhone: String {
    form(
      "confirm on the phone",
      "am Handy bestätigen",
      "bekräfta i telefonen",
      "bekræft på telefonen",
      "bekreft på telefonen",
      "vahvista puhelimessa")
  }
  package var wasNotMe: String {
    form(
      "it wasn't me",
      "das war ich nicht",
      "det var inte jag",
      "det var ikke mig",
      "det var ikke meg",
      "en ollut minä")
  }
  package var mark: String {
    form(
      "mark",
      "markieren",
      "markera",
      "markér",
      "merk",
      "merkitse")
  }

  // MARK: How it goes

  package var whereItStands: String {
    form(
      "Where it stands",
      "So weit ist es",
      "Så långt är det",
      "Så langt er det",
      "Så langt er det",
      "Vaiheet")
  }
  package func timeIsUp(isPayment: Bool) -> String {
    isPayment
      ? form(
        "Time's up. Nothing was paid.",
        "Die Zeit ist um. Es wurde nichts bezahlt.",
        "Tiden är ute. Inget betalades.",
        "Tiden er gået. Intet blev betalt.",
        "Tiden er ute. Ingenting ble betalt.",
        "Aika loppui. Mitään ei maksettu.")
      : form(
        "Time's up. The card wasn't saved.",
        "Die Zeit ist um. Die Karte ist nicht gespeichert.",
        "Tiden är ute. Kortet sparades inte.",
        "Tiden er gået. Kortet blev ikke gemt.",
        "Tiden er ute. Kortet ble ikke lagret.",
        "Aika loppui. Korttia ei tallennettu.")
  }
}
