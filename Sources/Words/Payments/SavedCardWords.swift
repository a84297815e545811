package import WalletModel

/// Saved cards.
package struct SavedCardWords: FeatureWords {
  package let words: Words

  package var title: String { say("Saved card", "Gespeicherte Karte") }
  package var savedOn: String { say("Saved", "Gespeichert") }

  package var noSavedCards: String { say("No saved cards.", "Keine gespeicherten Karten.") }

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
