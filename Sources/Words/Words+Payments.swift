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
  package func paymentsNotRead(key: String) -> String {
    say(
      "The payments could not be read. \(key) tries again.",
      "Die Zahlungen waren nicht zu lesen. \(key) versucht es neu.")
  }
  package var noWebPaymentMatches: String { say("No payment matches.", "Keine Zahlung passt.") }
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

  package var orderLabel: String { say("Order", "Bestellung") }
  package var payerCard: String { say("Paid with", "Zahlt mit") }
  package var shopReceives: String { say("Shop gets", "Händler erhält") }
  package var aTokenOnce: String {
    say("a token that works once", "ein Token, das einmal gilt")
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

  package var payTitle: String { say("New payment", "Neue Zahlung") }
  package var payFormLine: String {
    say(
      "A simulated shop. Your bank may ask for a code.",
      "Ein simuliertes Geschäft. Ihre Bank fragt vielleicht nach einem Code.")
  }
  /// A switch: the card that is typed is kept.
  package var saveToo: String { say("Save it, too", "Auch speichern") }
  /// A switch that shows further fields.
  package var moreOptions: String { say("More options", "Mehr Optionen") }
  package var firstName: String { say("First name", "Vorname") }
  package var lastName: String { say("Last name", "Nachname") }
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
  package var yourBank: String { say("Your bank", "Ihre Bank") }
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
  package var savedTab: String { say("Saved", "Gespeichert") }
  package var onlyAmongSaved: String {
    say("Only among the saved cards", "Nur bei den gespeicherten Karten")
  }
  package func noSavedCards(key: String) -> String {
    say(
      "No saved cards yet. \(key) verifies one and keeps it.",
      "Noch keine gespeicherten Karten. \(key) prüft eine und behält sie.")
  }
  package var noSavedCard: String { say("No saved card", "Keine gespeicherte Karte") }
  package var readingSaved: String { say("Reading saved cards", "Karten werden gelesen") }
  package func savedUse(_ use: SavedCardUse) -> String {
    switch use {
    case .easy: say("You pay, with the CVV", "Sie zahlen, mit Prüfziffer")
    case .recurring: say("The shop charges it", "Der Händler zieht ein")
    }
  }
  package func savedUseShort(_ use: SavedCardUse) -> String {
    switch use {
    case .easy: say("S · easy", "S · einfach")
    case .recurring: say("R · recurring", "R · laufend")
    }
  }
  package var schemeLabel: String { say("Scheme", "Marke") }
  package var numberLabel: String { say("Number", "Nummer") }
  package var useLabel: String { say("Use", "Verwendung") }
  package var chargedUntil: String { say("Until", "Bis") }
  package var everyLabel: String { say("Every", "Alle") }
  package func everyDays(_ days: Int) -> String {
    days == 0
      ? say("whenever the shop wants", "wann der Händler will")
      : say(days == 1 ? "day" : "\(days) days", days == 1 ? "Tage" : "\(days) Tage")
  }
  package var funds: String { say("Funds", "Speist") }
  package var fundsNothing: String { say("no virtual card yet", "noch keine virtuelle Karte") }
  package var saveTitle: String { say("Save a card", "Karte speichern") }
  package var saveLine: String {
    say(
      "One unit of money is held and released: nothing is paid.",
      "Eine Geldeinheit wird vorgemerkt und freigegeben: Es wird nichts bezahlt.")
  }
  package var saveHint: String { say("verify and save", "prüfen und speichern") }
  package var useChoices: [String] { [savedUse(.easy), savedUse(.recurring)] }
  package var daysHint: String {
    say("days, or whenever the shop wants", "Tage, oder wann der Händler will")
  }
  package var dayHint: String {
    say("in three years, or like 2029-12-31", "in drei Jahren, oder wie 2029-12-31")
  }
  package var writeDay: String {
    say("A day, like 2029-12-31", "Ein Tag, wie 2029-12-31")
  }
  /// Above the schemes of a shop.
  package var whichSchemes: String {
    say("What the shop takes:", "Was der Händler nimmt:")
  }
  /// As what a Dankort with a second brand counts.
  package var coBrandedDankort: String { say("Visa Dankort is", "Visa-Dankort ist") }
  package var verifiedIn: String { say("Verified in", "Geprüft in") }
  package var savingCard: String { say("Verifying the card", "Karte wird geprüft") }
  package func cardSaved(_ name: String) -> String {
    say("\(name) is saved", "\(name) ist gespeichert")
  }
  package var cardNotSaved: String {
    say("The card was not saved", "Die Karte wurde nicht gespeichert")
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
