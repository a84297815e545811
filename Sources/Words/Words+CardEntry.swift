package import WalletModel

/// The form into which a card is typed (D16), and what can be wrong with it.
extension Words {
  // MARK: Labels

  package var payWithLabel: String { say("Pay with", "Zahlen mit") }
  package var cardLabel: String { say("Card", "Karte") }
  package var anotherCard: String { say("New card", "Neue Karte") }
  package var cardNumberLabel: String { say("Card number", "Kartennummer") }
  package var expiryLabel: String { say("Valid until", "Gültig bis") }
  package var nameOnCard: String { say("Name on card", "Karteninhaber") }

  // MARK: Hints

  package var expiryPlaceholder: String { say("MM / YY", "MM / JJ") }
  package var asOnTheCard: String { say("as on the card", "wie auf der Karte") }
  package func onTheBack(_ digits: Int) -> String {
    say("\(digits) on the back", "\(digits) hinten")
  }
  package func onTheFront(_ digits: Int) -> String {
    say("\(digits) on the front", "\(digits) vorne")
  }
  /// Behind the key that opens all months.
  package var orFromAList: String { say("list", "Liste") }
  /// What Enter does in the list of months.
  package var takeMonth: String { say("take it", "übernehmen") }
  package var oneOfYours: String { say("one of your cards", "eine eigene Karte") }

  /// A card that is neither typed nor known yet, on its face.
  package var yourCard: String { say("Your card", "Ihre Karte") }
  package var nameHere: String { say("NAME ON CARD", "NAME AUF DER KARTE") }

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
  package var takenHere: String { say("Taken here", "Hier möglich") }
  package var yours: String { say("yours", "Ihre") }

  // MARK: What is wrong

  package var cardNotSupported: String {
    say("This card is not supported", "Diese Karte wird nicht unterstützt")
  }

  package var checkFirstDigits: String {
    say("Check the first digits of the number", "Prüfen Sie den Anfang der Nummer")
  }

  /// - Parameter counts: One number or several, in ascending order.
  package func numberHas(digits counts: [Int]) -> String {
    say(
      "The number of this card has \(either(counts)) digits",
      "Diese Nummer hat \(either(counts)) Ziffern")
  }

  package var compareDigits: String {
    say(
      "A digit is wrong: compare it with your card",
      "Eine Ziffer stimmt nicht, bitte vergleichen")
  }

  package var writeExpiry: String {
    say("Month and year, like 09 / 29", "Monat und Jahr, wie 09 / 29")
  }

  package var monthIsOneToTwelve: String {
    say("The month is 01 to 12", "Der Monat ist 01 bis 12")
  }

  package func ranOut(_ month: CalendarMonth) -> String {
    say(
      "This card ran out in \(monthName(month)) \(month.year)",
      "Diese Karte ist im \(monthName(month)) \(month.year) abgelaufen")
  }

  package func latestYear(_ year: Int) -> String {
    say("The year can be \(year) at the latest", "Das Jahr ist höchstens \(year)")
  }

  package func cvvHas(digits counts: [Int]) -> String {
    say("The CVV has \(either(counts)) digits", "Die Prüfziffer hat \(either(counts)) Ziffern")
  }

  /// `16`; `13, 16 or 19`; `12 to 19`.
  private func either(_ counts: [Int]) -> String {
    guard let first = counts.first, let last = counts.last, first != last else {
      return counts.first.map(String.init) ?? ""
    }
    if counts.count > 2, last - first == counts.count - 1 {
      return say("\(first) to \(last)", "\(first) bis \(last)")
    }
    let start = counts.dropLast().map(String.init).joined(separator: ", ")
    return say("\(start) or \(last)", "\(start) oder \(last)")
  }
}
