package import ThreeDSecure
package import WalletModel

/// Payments with a handle.
extension Words {
  // MARK: The screen and its commands

  package var paymentsScreen: CommandText {
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
  package var readingWebPayments: String { say("Reading payments", "Zahlungen werden gelesen") }
  package func handleState(_ status: PaymentHandleStatus, redirect: Bool) -> String {
    switch status {
    case .initiated: redirect ? askingTheBank : say("Started", "Begonnen")
    case .payable: say("Ready", "Bereit")
    case .processing: say("Processing", "In Arbeit")
    case .completed: say("Used", "Eingezogen")
    case .failed: say("Declined", "Abgelehnt")
    case .expired: say("Expired", "Abgelaufen")
    }
  }
  /// Why a payment failed, by the published number.
  package func paymentFailure(_ code: Int?) -> String {
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
  package var stageDone: String { say("Done", "Erledigt") }
  package var stageNow: String { say("Now", "Jetzt") }
  package var stageFailed: String { say("Failed", "Gescheitert") }
  package var stageLater: String { say("To come", "Folgt") }
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
    return "\(self.sums(sums)) in \(number)"
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
  package func paymentReady(_ amount: String) -> String {
    say("\(amount) is ready for the shop", "\(amount) ist für den Händler bereit")
  }
  /// `nothing was paid · code 9200`.
  package func nothingPaid(_ code: Int?) -> String {
    let text = say("nothing was paid", "nichts bezahlt")
    return code.map { "\(text) · \(codeNumber($0))" } ?? text
  }
  package func paymentCharged(_ amount: String, _ shop: String) -> String {
    say("\(amount) paid · \(shop)", "\(amount) bezahlt · \(shop)")
  }
  package var paymentInWork: String { say("The shop is charging it", "Der Händler zieht sie ein") }
  package var noQuestionWaits: String { say("The bank asks nothing", "Die Bank fragt nichts") }
  package var notReadyToCharge: String {
    say("Only a ready payment can be charged", "Nur eine bereite Zahlung lässt sich einziehen")
  }
  package func confirmPaymentReason(_ amount: String, _ shop: String) -> String {
    say("You agree to pay \(amount) at \(shop).", "Sie stimmen zu, \(amount) an \(shop) zu zahlen.")
  }
  package var confirmingPayment: String { say("Confirm the payment", "Zahlung bestätigen") }
  package func paymentWaits(_ amount: String, _ shop: String) -> String {
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
    switch brand {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .amex: "American Express"
    case .discover: "Discover"
    case .unknown: say("Card", "Karte")
    }
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

/// Saved cards.
extension Words {
  package var savedScreen: CommandText {
    command(
      ("Saved cards", "Shows the cards from elsewhere that you keep for payments.", nil),
      ("Gespeicherte Karten", "Zeigt fremde Karten, die Sie für Zahlungen behalten.", nil))
  }
  package var saveCard: CommandText {
    command(
      ("Save a card", "Verifies a card from elsewhere and keeps it.", "save a card"),
      ("Karte speichern", "Prüft eine fremde Karte und behält sie.", "Karte speichern"))
  }
  package var removeSaved: CommandText {
    command(
      ("Remove it", "Removes this saved card.", "remove"),
      ("Entfernen", "Entfernt diese gespeicherte Karte.", "entfernen"))
  }
  package var payWithSaved: CommandText {
    command(
      ("Pay with it", "Pays in a web shop with this saved card.", "pay"),
      ("Damit zahlen", "Zahlt im Netz mit dieser gespeicherten Karte.", "zahlen"))
  }
  package func payWithButton(_ amount: Money?, _ label: PayLabel) -> String {
    let sum = amount.map(money)
    if label == .reserve {
      return form(
        sum.map { "reserve \($0)" } ?? "reserve", sum.map { "\($0) reservieren" } ?? "reservieren",
        sum.map { "reservera \($0)" } ?? "reservera", sum.map { "reservér \($0)" } ?? "reservér",
        sum.map { "reserver \($0)" } ?? "reserver", sum.map { "varaa \($0)" } ?? "varaa")
    }
    return form(
      sum.map { "pay \($0)" } ?? "pay", sum.map { "\($0) zahlen" } ?? "zahlen",
      sum.map { "betala \($0)" } ?? "betala", sum.map { "betal \($0)" } ?? "betal",
      sum.map { "betal \($0)" } ?? "betal", sum.map { "maksa \($0)" } ?? "maksa")
  }
  package var savedTab: String { say("Saved", "Gespeichert") }
  package var onlyAmongSaved: String {
    say("Only among the saved cards", "Nur bei den gespeicherten Karten")
  }
  package func noSavedCards(key: String) -> String {
    say(
      "No saved cards yet. \(key) verifies one and keeps it.",
      "Noch keine gespeicherten Karten. \(key) prüft eine und behält sie.")
  }
  package var noSavedMatches: String {
    say("No saved card matches. Esc shows all.", "Keine Karte passt. Esc zeigt alle.")
  }
  package var noSavedCard: String { say("No saved card", "Keine gespeicherte Karte") }
  package var readingSaved: String { say("Reading saved cards", "Karten werden gelesen") }
  package func savedUse(_ use: SavedCardUse) -> String {
    switch use {
    case .easy:
      form(
        "You pay, with the CVV",
        "Sie zahlen, mit Prüfziffer",
        "Du betalar, med CVV",
        "Du betaler, med CVV",
        "Du betaler, med CVV",
        "Maksat itse, CVV:llä")
    case .recurring:
      form(
        "The shop charges it",
        "Der Händler zieht ein",
        "Butiken drar beloppet",
        "Butikken trækker beløbet",
        "Butikken trekker beløpet",
        "Kauppa veloittaa")
    }
  }
  package func savedUseShort(_ use: SavedCardUse) -> String {
    switch use {
    case .easy: say("S · easy", "S · einfach")
    case .recurring: say("R · recurring", "R · laufend")
    }
  }
  package func savedUseWord(_ use: SavedCardUse) -> String {
    switch use {
    case .easy: say("easy", "einfach")
    case .recurring: say("recurring", "laufend")
    }
  }
  package var whatIsKept: String { say("What is kept", "Was behalten wird") }
  package var keptOfCard: String {
    say(
      "The masked number, the expiry, and a keyed hash of the number at the shop's service, which "
        + "knows the card again. Number and CVV are not kept.",
      "Die maskierte Nummer, das Ablaufdatum und, beim Dienst des Händlers, eine Prüfsumme der Nummer "
        + "mit Schlüssel, die die Karte wiedererkennt. Nummer und Prüfziffer werden nicht behalten."
    )
  }
  package var schemeLabel: String { say("Scheme", "Marke") }
  package var numberLabel: String { say("Number", "Nummer") }
  package var useLabel: String {
    form(
      "Use",
      "Verwendung",
      "Användning",
      "Brug",
      "Bruk",
      "Käyttö")
  }
  package var chargedUntil: String {
    form("Until", "Bis", "Till och med", "Til og med", "Til og med", "Asti")
  }
  package var everyLabel: String { form("Every", "Alle", "Var", "Hver", "Hver", "Joka") }
  package func everyDays(_ days: Int) -> String {
    days == 0
      ? say("whenever the shop wants", "wann der Händler will")
      : say(days == 1 ? "day" : "\(days) days", days == 1 ? "Tage" : "\(days) Tage")
  }
  package var funds: String { say("Funds", "Speist") }
  package var fundsNothing: String { say("no virtual card yet", "noch keine virtuelle Karte") }
  package var saveTitle: String {
    form(
      "Save a card", "Karte speichern", "Spara ett kort", "Gem et kort", "Lagre et kort",
      "Tallenna kortti")
  }
  package var saveLine: String {
    form(
      "One unit of money is held and released: nothing is paid.",
      "Eine Geldeinheit wird vorgemerkt und freigegeben: Es wird nichts bezahlt.",
      "En valutaenhet reserveras och frigörs: inget betalas.",
      "Én valutaenhed reserveres og frigives: intet betales.",
      "Én valutaenhet reserveres og frigis: ingenting betales.",
      "Yksi rahayksikkö varataan ja vapautetaan: mitään ei makseta.")
  }
  package var saveHint: String {
    form(
      "verify and save",
      "prüfen und speichern",
      "kontrollera och spara",
      "kontrollér og gem",
      "kontroller og lagre",
      "tarkista ja tallenna")
  }
  package var useChoices: [String] { [savedUse(.easy), savedUse(.recurring)] }
  package var daysHint: String {
    form(
      "days, or whenever the shop wants", "Tage, oder wann der Händler will",
      "dagar, eller när butiken vill", "dage, eller når butikken vil",
      "dager, eller når butikken vil", "päivää, tai kun kauppa haluaa")
  }
  package var dayHint: String {
    form(
      "in three years, or like 2029-12-31", "in drei Jahren, oder wie 2029-12-31",
      "om tre år, eller som 2029-12-31", "om tre år, eller som 2029-12-31",
      "om tre år, eller som 2029-12-31", "kolmen vuoden päästä, tai 2029-12-31")
  }
  package var writeDay: String {
    form(
      "A day, like 2029-12-31", "Ein Tag, wie 2029-12-31", "En dag, som 2029-12-31",
      "En dag, som 2029-12-31", "En dag, som 2029-12-31", "Päivä, esim. 2029-12-31")
  }
  /// Above the schemes of a shop.
  package var whichSchemes: String {
    form(
      "What the shop takes:", "Was der Händler nimmt:", "Vad butiken tar emot:",
      "Hvad butikken tager imod:", "Hva butikken tar imot:", "Mitä kauppa hyväksyy:")
  }
  /// As what a Dankort with a second brand counts.
  package var coBrandedDankort: String {
    form(
      "Visa Dankort is", "Visa-Dankort ist", "Visa/Dankort är", "Visa/Dankort er",
      "Visa/Dankort er", "Visa/Dankort on")
  }
  package var verifiedIn: String {
    form(
      "Verified in", "Geprüft in", "Kontrolleras i", "Kontrolleres i", "Kontrolleres i",
      "Tarkistus")
  }
  package var savingCard: String {
    form(
      "Verifying the card",
      "Karte wird geprüft",
      "Kortet kontrolleras",
      "Kortet kontrolleres",
      "Kortet kontrolleres",
      "Korttia tarkistetaan")
  }
  package func cardSaved(_ name: String) -> String {
    form(
      "\(name) is saved",
      "\(name) ist gespeichert",
      "\(name) är sparat",
      "\(name) er gemt",
      "\(name) er lagret",
      "\(name) on tallennettu")
  }
  package var cardNotSaved: String {
    form(
      "The card was not saved",
      "Die Karte wurde nicht gespeichert",
      "Kortet sparades inte",
      "Kortet blev ikke gemt",
      "Kortet ble ikke lagret",
      "Korttia ei tallennettu")
  }
  package func removeTitle(_ name: String) -> String {
    say("Remove \(name)?", "\(name) entfernen?")
  }
  package var removeLine: String {
    say("Shops can't charge it any more.", "Händler können sie nicht mehr belasten.")
  }
  package var removeHint: String { say("remove", "entfernen") }
  package var removingCard: String { say("Removing the card", "Karte wird entfernt") }
  package func savedRemoved(_ name: String) -> String {
    say("\(name) was removed", "\(name) wurde entfernt")
  }
  package func schemeName(_ scheme: CardSchemes) -> String {
    switch scheme {
    case .amex: "American Express"
    case .visa: "Visa"
    case .masterCard: "Mastercard"
    case .diners: "Diners Club"
    case .jcb: "JCB"
    case .dankort, .coBrandedDankort: "Dankort"
    case .maestro: "Maestro"
    case .sBusiness: "S-Business"
    case .forbrugsforeningen: "Forbrugsforeningen"
    default: say("Card", "Karte")
    }
  }
}
