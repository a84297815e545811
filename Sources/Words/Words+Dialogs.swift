/// Forms: new cards and vaults, PINs, activating, cancelling.
extension Words {
  package var yes: String { say("yes", "ja") }
  package var no: String { say("no", "nein") }

  // MARK: A new card

  package var create: String { say("create", "erstellen") }
  package var whatYouCallIt: String { say("what you call it", "wie Sie sie nennen") }
  package var asInProfile: String { say("as in your profile", "wie in Ihrem Profil") }
  package var fourDigitsOrLater: String { say("4 digits, or later", "4 Ziffern, optional") }
  package var address: String { say("Address", "Adresse") }
  package var streetAndNumber: String { say("street and number", "Straße, Hausnummer") }
  package var flatFloor: String { say("flat, floor", "Wohnung, Stock") }
  package var city: String { say("City", "Ort") }
  package var postcode: String { say("Postcode", "PLZ") }
  package var stateLabel: String { say("State", "Staat") }
  package var usOnly: String { say("2 or 3 letters, US only", "nur USA, wie CA") }
  package var country: String { say("Country", "Land") }
  package var twoLetters: String { say("two letters, like BG", "zwei Buchstaben, wie BG") }
  package var acceptTerms: String { say("I accept the terms", "AGB akzeptiert") }
  package var acceptDisclosure: String { say("I accept e-disclosure", "E-Infos akzeptiert") }
  package var readingShort: String { say("reading…", "wird gelesen…") }

  /// A programme with how many of its cards can be had still.
  package func programme(_ name: String, left: Int) -> String {
    left == 0
      ? say("\(name) (none left)", "\(name) (keine mehr)")
      : say("\(name) (\(left) left)", "\(name) (noch \(left))")
  }

  package var noMoreOfProgramme: String {
    say(
      "no more cards of this programme can be issued",
      "von diesem Programm gibt es keine Karten mehr")
  }

  // MARK: Activating, cancelling, PINs

  package func activate(_ name: String) -> String { say("Activate \(name)", "\(name) aktivieren") }

  package var typeWhatStands: String {
    say(
      "Type what stands on the card that you hold. Wrong data can suspend the card.",
      "Geben Sie ein, was auf Ihrer Karte steht. Falsche Angaben können die Karte aussetzen.")
  }

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
      "This ends the card for good. It cannot be undone, and no payment will work again.",
      "Das beendet die Karte für immer. Es ist endgültig, und keine Zahlung geht mehr durch.")
  }

  package func typeToConfirm(_ lastFour: String) -> String {
    say("Type ··\(lastFour) to confirm.", "Zur Bestätigung ··\(lastFour) eingeben.")
  }

  package var cancelCardHint: String { say("cancel card", "kündigen") }

  package var typeLastFour: String {
    say("type the card's last four to confirm", "zur Bestätigung die letzten vier Ziffern eingeben")
  }

  package func rename(_ name: String) -> String { say("Rename \(name)", "\(name) umbenennen") }
  package var renameHint: String { say("rename", "umbenennen") }

  package func changePin(of name: String) -> String {
    say("Change PIN of \(name)", "PIN von \(name) ändern")
  }

  package var fourDigitsAndCode: String {
    say(
      "Four digits. You will be asked for a one-time code.",
      "Vier Ziffern. Sie werden nach einem Einmalcode gefragt.")
  }

  package var change: String { say("change", "ändern") }
  package var newPin: String { say("New PIN", "Neue PIN") }
  package var again: String { say("Again", "Nochmals") }

  package var notTheSame: String {
    say("is not the same as the first", "ist nicht gleich wie oben")
  }

  // MARK: Vaults

  package var oneEncryptedFile: String {
    say(
      "One encrypted file. Without its passphrase nobody can open it, you included.",
      "Eine verschlüsselte Datei. Ohne ihre Passphrase öffnet sie niemand, auch Sie nicht.")
  }

  package var file: String { say("File", "Datei") }
  package var eightCharacters: String { say("8 characters or more", "8 Zeichen oder mehr") }
  package var sampleCards: String { say("Sample cards", "Musterkarten") }
  package var yourName: String { say("Your name", "Ihr Name") }
  package var asOnCards: String { say("as on your cards", "wie auf Ihren Karten") }
  package var email: String { say("E-mail", "E-Mail") }
  package var open: String { say("open", "öffnen") }
  package var isNeeded: String { say("is needed", "wird gebraucht") }

  package func atLeast(_ characters: Int) -> String {
    say("must have at least \(characters) characters", "braucht mindestens \(characters) Zeichen")
  }
}
