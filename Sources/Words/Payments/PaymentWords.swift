package import ThreeDSecure
package import WalletModel

/// Payments with a handle.
package struct PaymentWords: FeatureWords {
  package let words: Words

  // MARK: The screen and its commands

  package var screen: CommandText {
    command(
      ("Payments", "Shows payments with a handle: what shops may charge, and what they did.", nil),
      ("Zahlungen", "Zeigt Zahlungen im Netz: was Händler einziehen dürfen und was sie taten.", nil)
    )
  }
  package var newPayment: CommandText {
    command(
      ("Pay in a web shop", "Turns a card into something that a shop can charge once.", "pay"),
      (
        "Im Netz zahlen", "Macht aus einer Karte etwas, das ein Händler einmal einziehen kann.",
        "zahlen"
      ))
  }
  package var answerBank: CommandText {
    command(
      ("Answer the bank", "Shows what the bank asks before this payment.", "answer"),
      ("Der Bank antworten", "Zeigt, was die Bank vor dieser Zahlung fragt.", "antworten"))
  }
  package var chargePayment: CommandText {
    command(
      ("Charge it", "Does what the shop does: charges this payment, once.", "charge"),
      ("Einziehen", "Tut, was der Händler tut: zieht diese Zahlung einmal ein.", "einziehen"))
  }
  package var showToken: CommandText {
    command(
      (
        "Show the token",
        "Shows what the shop receives, for a short time. Whoever has it can charge.",
        "show the token"
      ),
      (
        "Token zeigen", "Zeigt kurz, was der Händler bekommt. Wer es hat, kann einziehen.",
        "Token zeigen"
      ))
  }
  package var noTokenYet: String {
    say("Only a ready payment has a token", "Nur eine bereite Zahlung hat ein Token")
  }
  package var onlyAmongPayments: String {
    say("Only on the Payments screen", "Nur bei den Zahlungen")
  }

  // MARK: The list

  package var webPayments: String { say("Payments", "Zahlungen") }
  package func noWebPayments(key: String) -> String {
    say(
      "No payments yet. \(key) pays in a web shop.",
      "Noch keine Zahlungen. \(key) zahlt im Netz.")
  }
  package var noWebPaymentMatches: String {
    say("No payment matches. Esc shows all.", "Keine Zahlung passt. Esc zeigt alle.")
  }
  package var noPaymentService: String {
    say("This server has no payments of this kind", "Dieser Server hat keine solchen Zahlungen")
  }
  package func handleState(_ status: PaymentHandleStatus, redirect: Bool) -> String {
    switch status {
    case .initiated: redirect ? words.bankQuestion.askingTheBank : say("Started", "Begonnen")
    case .payable: say("Ready", "Bereit")
    case .processing: say("Processing", "In Arbeit")
    case .completed: say("Used", "Eingezogen")
    case .failed: say("Declined", "Abgelehnt")
    case .expired: say("Expired", "Abgelaufen")
    }
  }
  /// Why a payment failed, by the published number.
  package func failure(_ code: Int?) -> String {
    switch code {
    case 9131: say("The bank refused it", "Die Bank lehnte ab")
    case 9199: say("The bank's question ran out", "Die Frage der Bank lief ab")
    case 9200: say("You left the bank's question", "Sie verließen die Frage der Bank")
    case 9204: say("The bank didn't answer in time", "Die Bank antwortete zu spät")
    case 3022: say("Not enough money", "Nicht genug Geld")
    case 3012, 3007, 3023, 3024: say("The details don't match", "Die Angaben stimmen nicht")
    case 3060: say("The bank wants to ask first", "Die Bank will zuerst fragen")
    case 1007: say("The service failed", "Der Dienst versagte")
    case .some: say("Declined by the bank", "Von der Bank abgelehnt")
    case nil: say("Nobody used it in time", "Niemand nutzte sie rechtzeitig")
    }
  }
  package func codeNumber(_ code: Int) -> String { say("code \(code)", "Code \(code)") }

  // MARK: One payment

  package var orderLabel: String {
    form(
      "Order",
      "Bestellung",
      "Order",
      "Ordre",
      "Ordre",
      "Tilaus")
  }
  package var payerCard: String { say("Paid with", "Zahlt mit") }
  package var shopReceives: String { say("Shop gets", "Händler erhält") }
  package var aTokenOnce: String {
    say("a token that works once", "ein Token, das einmal gilt")
  }
  package var threeDSecureLabel: String { "3-D Secure" }
  /// `Y · confirmed`. Of a word that is not known only the beginning.
  package func verdict(_ result: ThreeDSResult) -> String {
    let meaning =
      switch result {
      case .succeeded: say("confirmed", "bestätigt")
      case .attempted: say("takes no part", "ohne Teilnahme")
      case .failed: say("refused", "abgelehnt")
      case .unavailable: say("out of reach", "unerreichbar")
      case .challengeRequired: say("asks you", "fragt Sie")
      case .rejected: say("rejected", "abgewiesen")
      case .other: say("unknown", "unbekannt")
      }
    return "\(result.rawValue.prefix(8)) · \(meaning)"
  }
  /// The electronic commerce indicator.
  package var commerceIndicator: String { "ECI" }
  package var stepMade: String {
    say("The card became a payment", "Aus der Karte wurde eine Zahlung")
  }
  package var stepAsked: String { say("Your bank agrees", "Ihre Bank stimmt zu") }
  package var stepCharged: String {
    say("The shop charges it, once", "Der Händler zieht sie ein, einmal")
  }

  // MARK: Today

  package var todayTitle: String { say("Today", "Heute") }
  package var todayPaid: String { say("Paid", "Bezahlt") }
  package var todayOpen: String { say("Waiting", "Offen") }
  package var todayLost: String { say("Not paid", "Nicht bezahlt") }
  package func inPayments(_ sums: [Money], _ count: Int) -> String {
    let number = say(
      plural(count, "1 payment", "\(count) payments"),
      plural(count, "1 Zahlung", "\(count) Zahlungen"))
    return "\(words.sums(sums)) in \(number)"
  }

  // MARK: How it works

  package var howPayingWorks: String { say("How paying works", "So zahlen Sie") }
  package var payingSteps: [String] {
    [
      say(
        "You type a card, or choose one of yours.", "Sie tippen eine Karte oder wählen eine eigene."
      ),
      say(
        "Your bank may ask you: a code, a choice, a page.",
        "Ihre Bank fragt vielleicht: nach einem Code, einer Auswahl, auf einer Seite."),
      say(
        "The shop gets a token. It never sees the number.",
        "Der Händler bekommt ein Token. Die Nummer sieht er nie."),
      say(
        "It charges the token once, within five minutes.",
        "Er zieht es einmal ein, binnen fünf Minuten."),
    ]
  }
  package var howSavingWorks: String { say("How saving works", "So speichern Sie") }
  package var savingSteps: [String] {
    [
      say("You type a card from elsewhere.", "Sie tippen eine fremde Karte."),
      say(
        "Its bank asks whether it's yours.", "Ihre Bank fragt, ob es Ihre ist."),
      say(
        "One unit of money is held and released.",
        "Eine Geldeinheit wird vorgemerkt und freigegeben."),
      say(
        "Then you pay with only the CVV, or the shop charges by itself.",
        "Danach zahlen Sie nur mit der Prüfziffer, oder der Händler zieht selbst ein."),
    ]
  }
  package var numbersToTry: String { say("Numbers to try", "Zum Probieren") }
  /// What the simulated bank does for a test number.
  package func shown(by scenario: Scenario) -> String {
    switch scenario {
    case .frictionless: say("good at once", "gilt sofort")
    case .attempted: say("the bank takes no part", "die Bank nimmt nicht teil")
    case .failed, .rejected: say("the bank refuses it", "die Bank lehnt ab")
    case .unavailable: say("the bank can't be reached", "Bank nicht erreichbar")
    case .requestTimeout: say("the bank is too slow", "die Bank ist zu langsam")
    case .oneTimeCode: say("asks for a code", "fragt nach einem Code")
    case .outOfBand: say("asks in the bank's app", "fragt in der App der Bank")
    case .singleSelect: say("lets you choose one", "lässt Sie eines wählen")
    case .multiSelect: say("lets you choose several", "lässt Sie mehrere wählen")
    case .page: say("asks on its page", "fragt auf ihrer Seite")
    case .challengeTimeout: say("ends with a timeout", "endet mit Zeitablauf")
    case .cancelled: say("ends as if cancelled", "endet wie abgebrochen")
    }
  }
  package var whatAHandleIs: String { say("What happens next", "Wie es weitergeht") }
  package func handleExplained(_ status: PaymentHandleStatus, redirect: Bool) -> String {
    switch status {
    case .initiated where redirect:
      say(
        "Your bank asks you before the shop gets anything.",
        "Ihre Bank fragt Sie, bevor der Händler etwas bekommt.")
    case .initiated, .payable:
      say(
        "The shop can charge this card once, before its time is up. It never sees the number.",
        "Der Händler kann diese Karte einmal belasten, solange die Zeit läuft. Die Nummer sieht er nie."
      )
    case .processing:
      say("The shop is charging the card.", "Der Händler belastet gerade die Karte.")
    case .completed:
      say("The shop has charged the card.", "Der Händler hat die Karte belastet.")
    case .failed, .expired:
      say("Nothing was paid.", "Es wurde nichts bezahlt.")
    }
  }

  // MARK: The form

  package var payTitle: String {
    form(
      "New payment",
      "Neue Zahlung",
      "Ny betalning",
      "Ny betaling",
      "Ny betaling",
      "Uusi maksu")
  }
  package var payFormLine: String {
    form(
      "A simulated shop. Your bank may ask for a code.",
      "Ein simuliertes Geschäft. Ihre Bank fragt vielleicht nach einem Code.",
      "En simulerad butik. Banken kan be om en kod.",
      "En simuleret butik. Banken kan bede om en kode.",
      "En simulert butikk. Banken kan be om en kode.",
      "Simuloitu kauppa. Pankki voi kysyä koodia.")
  }
  /// A switch: the card that is typed is kept.
  package var saveToo: String {
    form(
      "Save it, too", "Auch speichern", "Spara det också", "Gem det også", "Lagre det også",
      "Tallenna myös")
  }
  /// A switch that shows further fields.
  package var moreOptions: String {
    form(
      "More options", "Mehr Optionen", "Fler val", "Flere valg", "Flere valg", "Lisää valintoja")
  }
  package var payerEmail: String {
    form("E-mail", "E-Mail", "E-post", "E-mail", "E-post", "Sähköposti")
  }
  package var firstName: String {
    form("First name", "Vorname", "Förnamn", "Fornavn", "Fornavn", "Etunimi")
  }
  package var lastName: String {
    form("Last name", "Nachname", "Efternamn", "Efternavn", "Etternavn", "Sukunimi")
  }
  package var payerPhone: String {
    form("Phone", "Handy", "Telefon", "Telefon", "Telefon", "Puhelin")
  }
  package var payerAddress: String {
    form("Address", "Anschrift", "Adress", "Adresse", "Adresse", "Osoite")
  }
  package var payerStreet: String {
    form(
      "street and number", "Straße, Hausnummer", "gata och nummer", "vej og nummer",
      "gate og nummer", "katu ja numero")
  }
  package var payerPostcode: String {
    form("Postcode", "PLZ", "Postnummer", "Postnummer", "Postnummer", "Postinumero")
  }
  package var payerCity: String { form("City", "Ort", "Ort", "By", "Sted", "Kaupunki") }
  package var payerCountry: String { form("Country", "Land", "Land", "Land", "Land", "Maa") }
  package var payerCountryForm: String {
    form(
      "two letters", "zwei Buchstaben", "två bokstäver", "to bogstaver", "to bokstaver",
      "kaksi kirjainta")
  }
  package var preparingPayment: String { say("Preparing the payment", "Zahlung wird vorbereitet") }
  package func ready(_ amount: String) -> String {
    say("\(amount) is ready for the shop", "\(amount) ist für den Händler bereit")
  }
  /// `nothing was paid · code 9200`.
  package func nothingPaid(_ code: Int?) -> String {
    let text = say("nothing was paid", "nichts bezahlt")
    return code.map { "\(text) · \(codeNumber($0))" } ?? text
  }
  package func charged(_ amount: String, _ shop: String) -> String {
    say("\(amount) paid · \(shop)", "\(amount) bezahlt · \(shop)")
  }
  package var inWork: String { say("The shop is charging it", "Der Händler zieht sie ein") }
  package var noQuestionWaits: String { say("The bank asks nothing", "Die Bank fragt nichts") }
  package var notReadyToCharge: String {
    say("Only a ready payment can be charged", "Nur eine bereite Zahlung lässt sich einziehen")
  }
  package func confirmPaymentReason(_ amount: String, _ shop: String) -> String {
    say("You agree to pay \(amount) at \(shop).", "Sie stimmen zu, \(amount) an \(shop) zu zahlen.")
  }
  package var confirmingPayment: String { say("Confirm the payment", "Zahlung bestätigen") }
  package func waits(_ amount: String, _ shop: String) -> String {
    say(
      "\(amount) at \(shop) waits for your consent",
      "\(amount) bei \(shop) wartet auf Ihre Zustimmung")
  }
  package func seePayments(_ key: String) -> String { say("\(key) shows it", "\(key) zeigt es") }
  package func brandSecure(_ brand: CardBrand) -> String {
    switch brand {
    case .visa: "Visa Secure"
    case .mastercard: "Mastercard Identity Check"
    case .amex: "SafeKey"
    case .discover, .unknown: "3-D Secure"
    }
  }
  package func brandName(_ brand: CardBrand) -> String {
    brand == .unknown ? words.card : words.cardEntry.brand(brand)
  }
  package var yourBank: String {
    form(
      "Your bank",
      "Ihre Bank",
      "Din bank",
      "Din bank",
      "Banken din",
      "Pankkisi")
  }
}
