/// Forms: new cards and vaults, PINs, activating, cancelling.
extension Words {
  /// Of a field with a choice.
  package var previousOption: String { say("Previous option", "Vorige Auswahl") }
  package var yes: String { say("yes", "ja") }
  package var no: String { say("no", "nein") }

  // MARK: A new card

  package var create: String { say("create", "erstellen") }
  package var asInProfile: String { say("as in your profile", "wie in Ihrem Profil") }
  package var cardholder: String { say("Cardholder", "Karteninhaber") }
  package var ifThereAreSeveral: String { say("if there are several", "wenn es mehrere gibt") }
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
  package var readingShort: String { say("reading…", "wird gelesen…") }

  /// A programme with how many of its cards can be had still.
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

  // MARK: Vaults

  package var oneEncryptedFile: String {
    say(
      "One encrypted file on this computer. Nobody can open it without its passphrase, not even you.",
      "Eine verschlüsselte Datei auf diesem Computer. Ohne die Passphrase öffnet sie niemand, auch Sie nicht."
    )
  }

  package var file: String { say("File", "Datei") }
  package var eightCharacters: String { say("8 characters or more", "8 Zeichen oder mehr") }
  package var sampleCards: String { say("Sample cards", "Musterkarten") }
  package var yourName: String { say("Your name", "Ihr Name") }
  package var asOnCards: String { say("as on your cards", "wie auf Ihren Karten") }
  package var email: String { say("E-mail", "E-Mail") }
  package var open: String { say("open", "öffnen") }
  package var isNeeded: String { say("Required", "Pflichtfeld") }

  package func atLeast(_ characters: Int) -> String {
    say("Use at least \(characters) characters", "Mindestens \(characters) Zeichen")
  }
}
