package import WalletModel

/// The form into which a card is typed (D16), and what can be wrong with it.
package struct CardEntryWords: FeatureWords {
  package let words: Words

  // MARK: Labels

  package var payWithLabel: String {
    form(
      "Pay with",
      "Zahlen mit",
      "Betala med",
      "Betal med",
      "Betal med",
      "Maksutapa")
  }
  package var cardLabel: String {
    form(
      "Card",
      "Karte",
      "Kort",
      "Kort",
      "Kort",
      "Kortti")
  }
  package var anotherCard: String {
    form(
      "New card",
      "Neue Karte",
      "Nytt kort",
      "Nyt kort",
      "Nytt kort",
      "Uusi kortti")
  }
  package var cardNumberLabel: String {
    form(
      "Card number",
      "Kartennummer",
      "Kortnummer",
      "Kortnummer",
      "Kortnummer",
      "Kortin numero")
  }
  package var expiryLabel: String {
    form(
      "Valid until",
      "Gültig bis",
      "Giltigt till",
      "Udløber",
      "Utløper",
      "Voimassa")
  }
  package var nameOnCard: String {
    form(
      "Name on card",
      "Karteninhaber",
      "Namn på kortet",
      "Navn på kortet",
      "Navn på kortet",
      "Kortin haltija")
  }
  package var securityCode: String {
    form("CVV", "Prüfziffer", "CVV", "CVV", "CVV", "CVV")
  }

  // MARK: Hints

  package func digitsLeft(_ count: Int) -> String {
    form(
      plural(count, "1 digit left", "\(count) digits left"),
      plural(count, "noch 1 Ziffer", "noch \(count) Ziffern"),
      plural(count, "1 siffra kvar", "\(count) siffror kvar"), "\(count) cifre tilbage",
      plural(count, "1 siffer igjen", "\(count) sifre igjen"), "vielä \(count)")
  }
  /// Where the CVV is.
  package var cvvInFront: String {
    form(
      "on the front", "auf der Vorderseite", "på framsidan", "på forsiden", "på forsiden",
      "kortin edessä")
  }
  package var cvvBehind: String {
    form(
      "on the back", "auf der Rückseite", "på baksidan", "på bagsiden", "på baksiden",
      "kortin takana")
  }

  package var expiryPlaceholder: String {
    form(
      "MM / YY",
      "MM / JJ",
      "MM / ÅÅ",
      "MM / ÅÅ",
      "MM / ÅÅ",
      "KK / VV")
  }
  package var asOnTheCard: String {
    form(
      "as on the card",
      "wie auf der Karte",
      "som på kortet",
      "som på kortet",
      "som på kortet",
      "kuten kortissa")
  }
  package func onTheBack(_ digits: Int) -> String {
    form(
      "\(digits) on the back",
      "\(digits) hinten",
      "\(digits) på baksidan",
      "\(digits) på bagsiden",
      "\(digits) på baksiden",
      "\(digits) kortin takana")
  }
  package func onTheFront(_ digits: Int) -> String {
    form(
      "\(digits) on the front",
      "\(digits) vorne",
      "\(digits) på framsidan",
      "\(digits) på forsiden",
      "\(digits) på forsiden",
      "\(digits) kortin edessä")
  }
  package var oneOfYours: String {
    form(
      "one of your cards",
      "eine eigene Karte",
      "ett av dina kort",
      "et af dine kort",
      "et av dine kort",
      "oma kortti")
  }
  /// Behind the key that opens all months.
  package var orFromAList: String { form("list", "Liste", "lista", "liste", "liste", "lista") }
  /// What Enter does in the list of months.
  package var takeMonth: String {
    form("take it", "übernehmen", "använd", "brug", "bruk", "käytä")
  }

  /// A card that is neither typed nor known yet, on its face.
  package var yourCard: String {
    form(
      "Your card",
      "Ihre Karte",
      "Ditt kort",
      "Dit kort",
      "Ditt kort",
      "Korttisi")
  }
  package var nameHere: String {
    form(
      "NAME ON CARD",
      "NAME AUF DER KARTE",
      "NAMN PÅ KORTET",
      "NAVN PÅ KORTET",
      "NAVN PÅ KORTET",
      "KORTIN HALTIJA")
  }

  // MARK: Brands

  /// Empty: it is not known.
  package func brand(_ brand: CardBrand) -> String {
    switch brand {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .amex: "American Express"
    case .discover: "Discover"
    case .unknown: ""
    }
  }

  /// The name in a corner of the card; empty: it is not known.
  package func brandShort(_ brand: CardBrand) -> String {
    switch brand {
    case .visa: "VISA"
    case .mastercard: "MC"
    case .amex: "AMEX"
    case .discover: "DISC"
    case .unknown: ""
    }
  }

  package var dinersClub: String { "Diners Club" }
  package var jcb: String { "JCB" }
  package var dankort: String { "Dankort" }
  package var maestro: String { "Maestro" }
  package var sBusiness: String { "S-Business" }
  package var forbrugsforeningen: String { "Forbrugsforeningen" }

  /// Which brands can be used, beside a form.
  package var takenHere: String {
    form(
      "Taken here",
      "Hier möglich",
      "Går här",
      "Modtages her",
      "Godtas her",
      "Käy täällä")
  }
  package var yours: String {
    form(
      "yours",
      "Ihre",
      "ditt",
      "dit",
      "ditt",
      "sinun")
  }

  // MARK: What is wrong

  package var cardFieldNeeded: String {
    form("Required", "Pflichtfeld", "Obligatoriskt", "Skal udfyldes", "Må fylles ut", "Pakollinen")
  }

  package var cardNotSupported: String {
    form(
      "This card is not supported",
      "Diese Karte wird nicht unterstützt",
      "Kortet stöds inte",
      "Kortet understøttes ikke",
      "Kortet støttes ikke",
      "Tätä korttia ei tueta")
  }

  package var checkFirstDigits: String {
    form(
      "Check the first digits of the number",
      "Prüfen Sie den Anfang der Nummer",
      "Kontrollera numrets första siffror",
      "Kontrollér nummerets første cifre",
      "Kontroller de første sifrene",
      "Tarkista numeron alku")
  }

  /// - Parameter counts: One number or several, in ascending order.
  package func numberHas(digits counts: [Int]) -> String {
    form(
      "The number of this card has \(either(counts)) digits",
      "Diese Nummer hat \(either(counts)) Ziffern",
      "Numret har \(either(counts)) siffror",
      "Nummeret har \(either(counts)) cifre",
      "Nummeret har \(either(counts)) sifre",
      "Numerossa on \(either(counts)) merkkiä")
  }

  package var compareDigits: String {
    form(
      "A digit is wrong: compare it with your card",
      "Eine Ziffer stimmt nicht, bitte vergleichen",
      "En siffra är fel: jämför med kortet",
      "Et ciffer er forkert: se på kortet",
      "Et siffer er feil: se på kortet",
      "Numero on väärin: vertaa korttiin")
  }

  package var writeExpiry: String {
    form(
      "Month and year, like 09 / 29",
      "Monat und Jahr, wie 09 / 29",
      "Månad och år, som 09 / 29",
      "Måned og år, som 09 / 29",
      "Måned og år, som 09 / 29",
      "Kuukausi ja vuosi, kuten 09 / 29")
  }

  package var monthIsOneToTwelve: String {
    form(
      "The month is 01 to 12",
      "Der Monat ist 01 bis 12",
      "Månaden är 01 till 12",
      "Måneden er 01 til 12",
      "Måneden er 01 til 12",
      "Kuukausi on 01–12")
  }

  package func ranOut(_ month: CalendarMonth) -> String {
    form(
      "This card ran out in \(words.monthName(month)) \(month.year)",
      "Diese Karte ist im \(words.monthName(month)) \(month.year) abgelaufen",
      "Kortet gick ut \(numeric(month))",
      "Kortet udløb \(numeric(month))",
      "Kortet utløp \(numeric(month))",
      "Kortti vanheni \(numeric(month))")
  }

  package func latestYear(_ year: Int) -> String {
    form(
      "The year can be \(year) at the latest",
      "Das Jahr ist höchstens \(year)",
      "Året är senast \(year)",
      "Året er senest \(year)",
      "Året er senest \(year)",
      "Vuosi on enintään \(year)")
  }

  package func cvvHas(digits counts: [Int]) -> String {
    form(
      "The CVV has \(either(counts)) digits",
      "Die Prüfziffer hat \(either(counts)) Ziffern",
      "CVV har \(either(counts)) siffror",
      "CVV har \(either(counts)) cifre",
      "CVV har \(either(counts)) sifre",
      "CVV:ssä on \(either(counts)) numeroa")
  }

  /// `09/2024`.
  private func numeric(_ month: CalendarMonth) -> String {
    (month.month < 10 ? "0" : "") + "\(month.month)/\(month.year)"
  }

  /// `16`; `13, 16 or 19`; `12 to 19`.
  private func either(_ counts: [Int]) -> String {
    guard let first = counts.first, let last = counts.last, first != last else {
      return counts.first.map(String.init) ?? ""
    }
    if counts.count > 2, last - first == counts.count - 1 {
      return form(
        "\(first) to \(last)",
        "\(first) bis \(last)",
        "\(first) till \(last)",
        "\(first) til \(last)",
        "\(first) til \(last)",
        "\(first)–\(last)")
    }
    let start = counts.dropLast().map(String.init).joined(separator: ", ")
    return form(
      "\(start) or \(last)",
      "\(start) oder \(last)",
      "\(start) eller \(last)",
      "\(start) eller \(last)",
      "\(start) eller \(last)",
      "\(start) tai \(last)")
  }
}
