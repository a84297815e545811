package import WalletModel

/// The forms and dialogs of virtual cards.
package struct VirtualFormWords: FeatureWords {
  package let words: Words

  // MARK: Commands

  package var makeVirtualCard: CommandText {
    command(
      ("New virtual card", "Makes a card for one shop or for all, within limits.", "new"),
      (
        "Neue virtuelle Karte", "Legt eine Karte für einen Händler oder für alle an, mit Grenzen.",
        "neu"
      ))
  }

  package var editVirtualCard: CommandText {
    command(
      ("Edit rules", "Changes name, holder, shop, limit and address of the card.", "edit rules"),
      (
        "Regeln ändern", "Ändert Name, Inhaber, Händler, Grenze und Adresse der Karte.",
        "Regeln ändern"
      ))
  }

  package var editMetadata: CommandText {
    command(
      ("Edit metadata", "Opens the card's metadata in your editor, $VISUAL or $EDITOR.", nil),
      (
        "Metadaten ändern", "Öffnet die Metadaten der Karte in Ihrem Editor, $VISUAL oder $EDITOR.",
        nil
      ))
  }

  package var personasCommand: CommandText {
    command(
      ("Personas", "Lists your personas, makes and deletes them.", "personas"),
      ("Personas", "Zeigt Ihre Personas, legt sie an und löscht sie.", "Personas"))
  }

  package var fundingCommand: CommandText {
    command(
      ("Funding sources", "Lists the cards that pay for virtual cards.", "funding"),
      ("Geldquellen", "Zeigt die Karten, die virtuelle Karten bezahlen.", "Geldquellen"))
  }

  package var noticesCommand: CommandText {
    command(
      ("Push messages", "Says which messages about virtual cards the phone gets.", nil),
      ("Push-Meldungen", "Sagt, welche Meldungen zu virtuellen Karten das Telefon bekommt.", nil))
  }

  package var importKeys: CommandText {
    command(
      (
        "Import keys", "Adds the keys in a file, so that their cards can be read here.",
        "import key"
      ),
      (
        "Schlüssel importieren",
        "Fügt die Schlüssel einer Datei hinzu, damit ihre Karten hier lesbar werden.",
        "importieren"
      ))
  }

  package var keysCommand: CommandText {
    command(
      ("Keys of this device", "Lists the keys that cards are sealed to, and exports them.", nil),
      (
        "Schlüssel dieses Geräts",
        "Zeigt die Schlüssel, für die Karten versiegelt sind, und exportiert sie.", nil
      ))
  }

  // MARK: Push messages

  package var rulesGroup: String {
    say("Rules, the first that matches decides", "Regeln, die erste passende gilt")
  }
  package var newRule: String { say("New rule", "Neue Regel") }
  package var ruleOrderText: String {
    say(
      "The first rule that matches decides. Without one a message is sent.",
      "Die erste passende Regel gilt. Ohne eine wird eine Meldung gesendet.")
  }
  package var changeRuleText: String {
    say("Enter moves, turns or removes it.", "Enter verschiebt, ändert oder entfernt sie.")
  }
  package var noMoreRules: String { say("There are 20 rules already", "Es gibt schon 20 Regeln") }
  package var ruleEarlier: String { say("Move up", "Nach oben") }
  package var ruleLater: String { say("Move down", "Nach unten") }
  package var isFirstRule: String { say("It is the first one", "Sie ist die erste") }
  package var isLastRule: String { say("It is the last one", "Sie ist die letzte") }
  package var removeRule: String { say("Remove the rule", "Regel entfernen") }
  package var sendThem: String { say("Send these messages", "Diese Meldungen senden") }
  package var sendThemNot: String {
    say("Do not send these messages", "Diese Meldungen nicht senden")
  }
  package var addRuleHint: String { say("add it", "hinzufügen") }
  package var ruleAbout: String { say("About", "Worüber") }
  package var allCardsChoice: String { say("All cards", "Alle Karten") }
  package var changingRules: String { say("Changing the rules", "Regeln ändern") }
  package var messagesOfAll: String { say("Every message", "Jede Meldung") }
  package var messagesOfSources: String { say("Funding sources", "Geldquellen") }
  package func messagesOf(_ type: TransactionType) -> String {
    say("Payments: \(words.cards.transaction(type))", "Zahlungen: \(words.cards.transaction(type))")
  }
  package func messagesOf(_ flag: FundingSourceFlag) -> String {
    switch flag {
    case .refresh: say("A funding source has expired", "Eine Geldquelle ist abgelaufen")
    case .unfunded: say("A funding source had no money", "Eine Geldquelle hatte kein Geld")
    case .other(let word): word
    }
  }

  // MARK: A new card

  package var orderVirtualCard: String { say("make the card", "Karte anlegen") }
  package var newPersonaChoice: String { say("A new persona", "Eine neue Persona") }
  package var personaName: String { say("Its name", "Ihr Name") }
  package var personaNameHint: String { say("For example: Shopping", "Zum Beispiel: Einkauf") }
  package var noFundingYet: String { say("nothing yet", "noch nichts") }
  package func addFunding(_ key: String) -> String {
    say("Required: \(key) adds a card that pays", "Pflichtfeld: \(key) fügt eine Karte hinzu")
  }
  package var addsFunding: String { say("add a source", "Quelle hinzufügen") }
  package var virtualNameHint: String { say("For example: Ozone.bg", "Zum Beispiel: Ozone.bg") }
  package var onlyShopLabel: String { say("Shop", "Händler") }
  package var onePaymentLabel: String { say("One payment", "Eine Zahlung") }
  package var onePaymentNote: String {
    say("Closes after its first payment.", "Schließt nach der ersten Zahlung.")
  }
  package var monthlyLimitLabel: String { say("Limit a month", "Grenze im Monat") }
  package var noLimitHint: String { say("no limit", "keine Grenze") }
  package func limitRange(_ most: String) -> String {
    say("Up to \(most)", "Höchstens \(most)")
  }
  /// What the issuer allows in any case.
  package func issuerLimits(payment: String?, day: String?) -> String {
    switch (payment, day) {
    case (let payment?, let day?):
      say(
        "At most \(payment) a payment, \(day) a day.",
        "Bis \(payment) je Zahlung, \(day) am Tag.")
    case (let payment?, nil):
      say("At most \(payment) a payment.", "Bis \(payment) je Zahlung.")
    case (nil, let day?): say("At most \(day) a day.", "Bis \(day) am Tag.")
    case (nil, nil): ""
    }
  }
  package var furtherAddress: String { say("flat, floor", "Wohnung, Etage") }

  // MARK: A card that is being made

  package var virtualCardName: String { say("Virtual card", "Virtuelle Karte") }
  package func againIn(_ seconds: Int) -> String {
    say("again in \(seconds) s", "erneut in \(seconds) s")
  }
  package func orderingCard(_ name: String) -> String {
    say("Ordering \(name)", "\(name) wird bestellt")
  }
  package func isBeingMade(_ name: String, isShort: Bool) -> String {
    isShort
      ? say("\(name) is being made", "\(name) wird angelegt")
      : say(
        "\(name) is being made, you can go on", "\(name) wird angelegt, Sie können weitermachen")
  }
  package func wasNotMade(_ name: String) -> String {
    say("\(name) was not made", "\(name) wurde nicht angelegt")
  }
  package var issuerRefused: String {
    say("The issuer refused to make it", "Der Herausgeber hat es abgelehnt")
  }
  package func tryAnotherHolder(_ key: String) -> String {
    say(
      "Check the holder's name; \(key) orders it again.",
      "Prüfen Sie den Namen des Inhabers; \(key) bestellt sie neu.")
  }

  // MARK: Changes of a card

  package func editTitle(_ name: String) -> String {
    say("Edit \(name)", "\(name) ändern")
  }
  package var editLine: String {
    say("An emptied field is taken away.", "Ein geleertes Feld wird entfernt.")
  }
  package var saveChanges: String { say("save", "sichern") }
  package var nothingChangedYet: String {
    say("Nothing is changed yet", "Noch ist nichts geändert")
  }
  package var sealedField: String {
    say("sealed: type a new one", "versiegelt: neu eingeben")
  }
  package func wasChanged(_ name: String) -> String {
    say("\(name) was changed", "\(name) wurde geändert")
  }
  package var changingCard: String { say("Changing the card", "Karte wird geändert") }
  package func changedMeanwhile(_ name: String) -> String {
    say("\(name) has changed meanwhile", "\(name) wurde inzwischen geändert")
  }
  package var changedElsewhere: String {
    say(
      "Somebody changed it while you typed. Nothing of yours was saved.",
      "Jemand hat sie geändert, während Sie tippten. Von Ihnen wurde nichts gesichert.")
  }
  package func conflictLine(_ field: String, yours: String, now: String) -> String {
    say("\(field): yours \(yours), now \(now)", "\(field): Ihres \(yours), jetzt \(now)")
  }
  package var sendMine: String { say("save yours", "Ihres sichern") }
  package var keepTheirs: String { say("keep what is there", "so lassen") }
  package var nothingThere: String { say("none", "keines") }
  /// Free JSON of a card (F13).
  package var metadataLabel: String { say("Metadata", "Metadaten") }
  package func metadataTitle(_ name: String) -> String {
    say("Metadata of \(name)", "Metadaten von \(name)")
  }
  package var metadataSame: String {
    say("The metadata are the same", "Die Metadaten sind unverändert")
  }
  package func notJSON(line: Int, column: Int) -> String {
    say(
      "This isn't JSON: line \(line), column \(column).",
      "Das ist kein JSON: Zeile \(line), Spalte \(column).")
  }
  package func notUTF8(line: Int, column: Int) -> String {
    say(
      "This isn't UTF-8: line \(line), column \(column).",
      "Das ist kein UTF-8: Zeile \(line), Spalte \(column).")
  }
  package var askEditAgain: String { say("Edit again? [Y/n] ", "Weiter ändern? [J/n] ") }
  package func metadataTooLong(_ most: String) -> String {
    say("These are more than \(most) characters.", "Das sind mehr als \(most) Zeichen.")
  }
  package var metadataKept: String {
    say("Nothing was sent, and your text is kept.", "Nichts wurde gesendet. Ihr Text ist noch da.")
  }
  package var metadataAreSent: String {
    say("What you wrote replaces the metadata.", "Was Sie schrieben, ersetzt die Metadaten.")
  }
  package var editAgain: String { say("edit again", "weiter ändern") }
}
