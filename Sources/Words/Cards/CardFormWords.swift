/// Forms: new cards, PINs, activating, cancelling, topping up.
package struct CardFormWords: FeatureWords {
  package let words: Words

  /// Of a field with a choice.
  package var previousOption: String { say("Previous option", "Vorige Auswahl") }

  // MARK: A new card

  package var create: String { say("create", "erstellen") }
  package var asInProfile: String { say("as in your profile", "wie in Ihrem Profil") }
  package var fourDigitsOrLater: String { say("4 digits, optional", "4 Ziffern, freiwillig") }
  package var address: String { say("Address", "Adresse") }
  package var streetAndNumber: String { say("street and number", "Straße, Hausnummer") }
  package var flatFloor: String { say("flat, floor", "Wohnung, Stock") }
  package var city: String { say("City", "Ort") }
  package var postcode: String { say("Postcode", "PLZ") }
  package var stateLabel: String { say("State", "Bundesstaat") }
  package var usOnly: String { say("2 or 3 letters, US only", "nur USA, wie CA") }
  package var country: String { say("Country", "Land") }
  package var twoLetters: String { say("two letters, like BG", "zwei Buchstaben, wie BG") }
  package var acceptTerms: String { say("I accept the terms", "AGB akzeptiert") }
  package var acceptDisclosure: String { say("I accept e-disclosure", "E-Infos akzeptiert") }

  /// How many cards of a programme can still be ordered.
  package func cardsLeft(_ count: Int) -> String {
    switch count {
    case 0: say("None left to order", "Keine mehr zu bestellen")
    case 1: say("1 more to order", "Noch 1 zu bestellen")
    default: say("\(count) more to order", "Noch \(count) zu bestellen")
    }
  }

  package var noMoreOfProgramme: String {
    say(
      "You have all the cards of this kind",
      "Mehr Karten dieser Art gibt es nicht")
  }

  // MARK: Activating, cancelling, PINs

  package func activate(_ name: String) -> String { say("Activate \(name)", "\(name) aktivieren") }

  package var activateHint: String { say("activate", "aktivieren") }
  package var lastFour: String { say("Last four", "Endziffern") }
  package var onTheFront: String { say("on the front", "auf der Vorderseite") }
  package var onTheBack: String { say("on the back", "auf der Rückseite") }
  package var cvvLabel: String { say("CVV", "Prüfziffer") }

  package func cancelTitle(_ name: String) -> String {
    say("Cancel \(name)?", "\(name) kündigen?")
  }

  package var endsForGood: String {
    say(
      "This ends the card for good. You can't undo it, and no payment will go through again.",
      "Damit endet die Karte endgültig. Das lässt sich nicht rückgängig machen, und keine Zahlung geht mehr durch."
    )
  }

  package func typeToConfirm(_ lastFour: String) -> String {
    say("Type ··\(lastFour) to confirm.", "Geben Sie zur Bestätigung ··\(lastFour) ein.")
  }

  package var cancelCardHint: String { say("cancel card", "kündigen") }

  package var typeLastFour: String {
    say("Those aren't the card's last four", "Das sind nicht die letzten vier Ziffern")
  }

  package func rename(_ name: String) -> String { say("Rename \(name)", "\(name) umbenennen") }
  package var renameHint: String { say("rename", "umbenennen") }

  package func changePin(of name: String) -> String {
    say("Change PIN of \(name)", "PIN von \(name) ändern")
  }

  package var fourDigitsAndCode: String {
    say(
      "Four digits. A one-time code comes next.",
      "Vier Ziffern. Danach kommt ein Einmalcode.")
  }

  package var change: String { say("change", "ändern") }
  package var newPin: String { say("New PIN", "Neue PIN") }

  // MARK: Topping up

  package var topUp: CommandText {
    command(
      ("Top up", "Adds simulated money to the card's account.", nil),
      ("Aufladen", "Bucht simuliertes Geld auf das Konto der Karte.", nil))
  }
  package var topUpTitle: String { say("Top up the account", "Konto aufladen") }
  package func topUpIsSimulated(_ currency: String) -> String {
    say(
      "Simulated money for the account of all your \(currency) cards.",
      "Simuliertes Geld für das Konto aller \(currency)-Karten.")
  }
  package func balanceNow(_ balance: String) -> String {
    say("Balance now: \(balance)", "Kontostand jetzt: \(balance)")
  }
  /// The last digits of the cards.
  package func draws(_ cards: [String]) -> String {
    let some = cards.prefix(4).map { "·· " + $0 }.joined(separator: ", ")
    let more = cards.count > 4 ? " + \(number(cards.count - 4))" : ""
    return say("Its cards: \(some)\(more)", "Seine Karten: \(some)\(more)")
  }
  package var addMoney: String { say("add", "aufladen") }
  package func toppedUp(_ amount: String) -> String {
    say("\(amount) added", "\(amount) aufgeladen")
  }
  package func topUpHint(_ key: String) -> String {
    say("\(key) tops up the account", "\(key) lädt das Konto auf")
  }
  package var mayHaveToppedUp: String {
    say(
      "The top-up may have gone through. Check the balance before you repeat it",
      "Vielleicht wurde doch aufgeladen. Prüfen Sie erst den Kontostand")
  }
}
