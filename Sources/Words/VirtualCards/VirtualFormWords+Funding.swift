package import WalletModel

/// Personas, what pays for virtual cards, and the keys that open them.
extension VirtualFormWords {
  package func cardsOf(_ count: Int) -> String {
    plural(
      count, say("1 card", "1 Karte"),
      say(
        count == 0 ? "no cards" : "\(count) cards", count == 0 ? "keine Karten" : "\(count) Karten")
    )
  }
  package var makePersona: String { say("New persona", "Neue Persona") }
  package var makePersonaText: String {
    say(
      "Somebody that shops know you as. Its cards have nothing to do with those of another.",
      "Jemand, als den Händler Sie kennen. Ihre Karten haben mit denen einer anderen nichts zu tun."
    )
  }
  package var deletesPersona: String {
    say("Enter deletes it, after a question.", "Enter löscht sie, nach einer Frage.")
  }
  package func deletePersonaTitle(_ name: String) -> String {
    say("Delete \(name)?", "\(name) löschen?")
  }
  package func deletePersonaLine(_ count: Int) -> String {
    switch count {
    case 0: say("It has no cards. You can't undo this.", "Sie hat keine Karten. Endgültig.")
    case 1:
      say(
        "Its card will be closed for good. Refunds still arrive.",
        "Ihre Karte wird endgültig geschlossen. Erstattungen kommen noch an.")
    default:
      say(
        "Its \(count) cards will be closed for good. Refunds still arrive.",
        "Ihre \(count) Karten werden endgültig geschlossen. Erstattungen kommen noch an.")
    }
  }
  package var deleteHint: String { say("delete for good", "endgültig löschen") }
  package func personaMade(_ name: String) -> String {
    say("\(name) is there", "\(name) ist da")
  }
  package func personaDeleted(_ name: String) -> String {
    say("\(name) was deleted", "\(name) wurde gelöscht")
  }
  package var deletingPersona: String { say("Deleting the persona", "Persona wird gelöscht") }

  // MARK: Funding sources

  package func fundingName(_ network: FundingNetwork, _ lastFour: String) -> String {
    "\(words.virtualCards.network(network)) ··\(lastFour)"
  }
  /// `Visa ··4242`, `First Bank ··6789`.
  package func fundingName(_ source: FundingSource) -> String {
    guard source.type == .known(.bankAccount) else {
      return fundingName(source.network, source.lastFour)
    }
    let bank = source.institutionName ?? ""
    let name = bank.isEmpty ? say("Bank account", "Bankkonto") : bank
    return source.lastFour.isEmpty ? name : "\(name) ··\(source.lastFour)"
  }
  package func fundingState(_ source: FundingSource) -> String {
    switch source.state {
    case .active where source.flags.contains(.refresh):
      say("Has expired", "Ist abgelaufen")
    case .active where source.flags.contains(.unfunded):
      say("Had no money", "Hatte kein Geld")
    case .active: say("Active", "Aktiv")
    case .inactive: say("Cancelled", "Gekündigt")
    case .other(let word): word
    }
  }
  package func provisionalFunding(_ state: ProvisionalFundingSourceState) -> String {
    switch state {
    case .pending: say("The bank asks", "Die Bank fragt")
    case .provisioning, .completed, .failed, .other: say("Not finished", "Nicht fertig")
    }
  }
  package var fundingGroup: String { say("Pay for virtual cards", "Bezahlen virtuelle Karten") }
  package var unfinishedGroup: String { say("Not finished", "Nicht fertig") }
  package var addGroup: String { say("Add", "Hinzufügen") }
  package var fundWithSaved: String { say("A saved card", "Eine gespeicherte Karte") }
  package var fundWithSavedText: String {
    say(
      "Its bank has agreed already, so nothing is asked.",
      "Ihre Bank hat schon zugestimmt, also wird nichts gefragt.")
  }
  package var fundWithTyped: String { say("A card by its number", "Eine Karte mit Nummer") }
  package var fundWithTypedText: String {
    say(
      "4242 4242 4242 4242 is taken at once; 4000 0000 0000 3220 asks for a code first.",
      "4242 4242 4242 4242 gilt sofort; 4000 0000 0000 3220 fragt zuerst nach einem Code.")
  }
  package func fundingText(_ source: FundingSource, day: String?) -> String {
    let limit = day.map { say("\($0) a day. ", "\($0) am Tag. ") } ?? ""
    if source.flags.contains(.refresh) {
      return limit
        + say(
          "Its card has expired. Enter gives it again, or cancels it.",
          "Ihre Karte ist abgelaufen. Enter gibt sie neu an oder kündigt sie.")
    }
    if source.flags.contains(.unfunded) {
      return limit
        + say(
          "Enter says that there is money again, or cancels it.",
          "Enter meldet, dass wieder Geld da ist, oder kündigt sie.")
    }
    return limit
      + say("Enter cancels it, after a question.", "Enter kündigt sie, nach einer Frage.")
  }
  package var sameCardText: String {
    say(
      "The same card with its new expiry. Another card is refused.",
      "Dieselbe Karte mit neuem Ablauf. Eine andere wird abgelehnt.")
  }
  package var giveAgainHint: String { say("give it again", "neu angeben") }
  package var refreshingFunding: String {
    say("Giving the card again", "Karte neu angeben")
  }
  package var reviewFunding: String { say("There is money again", "Es ist wieder Geld da") }
  package var reviewFundingText: String {
    say(
      "Payments with its virtual cards are tried again.",
      "Zahlungen mit ihren virtuellen Karten werden wieder versucht.")
  }
  package var cancelFunding: String { say("Cancel this source", "Diese Quelle kündigen") }
  package func fundingPaysAgain(_ name: String) -> String {
    say("\(name) pays again", "\(name) zahlt wieder")
  }
  package var isCancelledForGood: String {
    say("Cancelled for good", "Endgültig gekündigt")
  }
  package var goesOnText: String { say("Enter goes on with it.", "Enter macht damit weiter.") }
  package var noSavedToFund: String { say("You have no saved cards", "Keine gespeicherten Karten") }
  package var addCardTitle: String { say("A card that pays", "Eine Karte, die bezahlt") }
  package var addCardLine: String {
    say(
      "Payments with your virtual cards are charged to it.",
      "Zahlungen mit Ihren virtuellen Karten werden von ihr abgebucht.")
  }
  package var addCardHint: String { say("add it", "hinzufügen") }
  package var settingUp: String { say("Setting up the card", "Karte wird eingerichtet") }
  package func fundingAdded(_ name: String) -> String {
    say("\(name) pays for virtual cards", "\(name) bezahlt virtuelle Karten")
  }
  package var fundingNotAdded: String {
    say("The card was not added", "Die Karte wurde nicht hinzugefügt")
  }
  package var bankDidNotAgree: String {
    say("Its bank didn't agree", "Ihre Bank hat nicht zugestimmt")
  }
  package var cancelFundingLine: String {
    say(
      "Virtual cards that draw on it are declined from now on. You can't undo this.",
      "Virtuelle Karten, die sie belasten, werden ab jetzt abgelehnt. Das ist endgültig.")
  }
  package var cancelFundingHint: String { say("cancel for good", "endgültig kündigen") }
  package func fundingCancelled(_ name: String) -> String {
    say("\(name) pays for nothing any more", "\(name) bezahlt nichts mehr")
  }
  package var cancellingFunding: String { say("Cancelling the card", "Karte wird gekündigt") }

  // MARK: Keys

  package var exportKeys: String { say("Export keys", "Schlüssel exportieren") }
  package var exportKeysText: String {
    say(
      "Writes all keys of this device into a file, under a passphrase. With it another device can read your cards.",
      "Schreibt alle Schlüssel dieses Geräts in eine Datei, mit einer Passphrase. Damit kann ein anderes Gerät Ihre Karten lesen."
    )
  }
  package var importKeysLine: String {
    say(
      "The file comes from the device that made the cards.",
      "Die Datei kommt vom Gerät, das die Karten angelegt hat.")
  }
  package var keyFileGroup: String { say("Files", "Dateien") }
  package var keysOfDevice: String { say("On this device", "Auf diesem Gerät") }
  package var newestKey: String { say("for new cards", "für neue Karten") }
  package var keyText: String {
    say(
      "Cards that were sealed to this key can be read here.",
      "Karten, die für diesen Schlüssel versiegelt sind, sind hier lesbar.")
  }
  package var noKeysYet: String {
    say("The first card makes one", "Die erste Karte legt einen an")
  }
  package var keyFileName: String { "~/walletui.keys" }
  package var fileIsThere: String {
    say("There is such a file already", "Eine solche Datei gibt es schon")
  }
  package var replaceFile: String { say("Replace it", "Ersetzen") }
  package var exportHint: String { say("export", "exportieren") }
  package var importHint: String { say("import", "importieren") }
  package var sealingKeys: String { say("Working on the keys", "Schlüssel werden bearbeitet") }
  package func keysExported(_ count: Int) -> String {
    plural(
      count, say("1 key exported", "1 Schlüssel exportiert"),
      say("\(count) keys exported", "\(count) Schlüssel exportiert"))
  }
  package func keysImported(_ count: Int) -> String {
    switch count {
    case 0: say("You have all keys of this file", "Sie haben alle Schlüssel dieser Datei")
    case 1: say("1 key is new here", "1 Schlüssel ist hier neu")
    default: say("\(count) keys are new here", "\(count) Schlüssel sind hier neu")
    }
  }
}
