/// Commands for a card, and what the page of a card says of them.
extension CardWords {
  // MARK: Commands

  package var lockCard: CommandText {
    command(
      ("Lock card", "Freezes it: blocks every payment until you unlock it.", "lock"),
      (
        "Karte sperren", "Einfrieren: Sperrt jede Zahlung, bis Sie die Karte entsperren.", "sperren"
      ))
  }

  package var unlockCard: CommandText {
    command(
      ("Unlock card", "Lets a locked card pay again.", "unlock"),
      ("Karte entsperren", "Gibt eine gesperrte Karte wieder frei.", "entsperren"))
  }

  package var revealDetails: CommandText {
    command(
      (
        "Reveal details", "Shows number, CVV and expiry for a short time, after a one-time code.",
        "reveal"
      ),
      (
        "Kartendaten anzeigen",
        "Zeigt nach einem Einmalcode kurz Nummer, Prüfziffer (CVV) und Ablauf.", "anzeigen"
      ))
  }

  package var showPin: CommandText {
    command(
      ("Show PIN", "Shows the PIN for a short time, after a one-time code.", "PIN"),
      ("PIN anzeigen", "Zeigt nach einem Einmalcode kurz die PIN.", "PIN"))
  }

  package var changePin: CommandText {
    command(
      ("Change PIN", "Sets a new PIN, after a one-time code.", nil),
      ("PIN ändern", "Setzt nach einem Einmalcode eine neue PIN.", nil))
  }

  package var activateCard: CommandText {
    command(
      ("Activate card", "Activates a new card with its last four digits and CVV.", "activate"),
      (
        "Karte aktivieren",
        "Aktiviert eine neue Karte mit den letzten vier Ziffern und der Prüfziffer (CVV).",
        "aktivieren"
      ))
  }

  package var newCard: CommandText {
    command(
      ("New card", "Orders a virtual or physical card.", "new card"),
      ("Neue Karte", "Bestellt eine virtuelle oder physische Karte.", "neue Karte"))
  }

  package var renameCard: CommandText {
    command(
      ("Rename card", "Gives the card a name of your own, or takes it away.", nil),
      ("Karte umbenennen", "Gibt der Karte einen eigenen Namen oder nimmt ihn weg.", nil))
  }

  package var cancelCard: CommandText {
    command(
      ("Cancel card for good", "Ends the card. You can't undo this.", nil),
      (
        "Karte endgültig kündigen", "Beendet die Karte. Das lässt sich nicht rückgängig machen.",
        nil
      ))
  }

  package var undo: CommandText {
    command(
      ("Undo", "Takes back the last lock, unlock, rename or setting.", nil),
      (
        "Rückgängig",
        "Nimmt das letzte Sperren, Entsperren, Umbenennen oder Einstellen zurück.", nil
      ))
  }

  package var filterCards: CommandText {
    command(
      (
        "Find", "Shows only what matches: cards by name or status, payments by >50 or yesterday.",
        "find"
      ),
      (
        "Suchen",
        "Grenzt die Liste ein: Karten nach Name oder Status, Zahlungen nach >50 oder gestern.",
        "suchen"
      ))
  }

  // MARK: The page of a card

  package var phones: String { say("Phones", "Handys") }
  package var onNoPhone: String { say("Not on a phone", "Auf keinem Handy") }
  package var aboutCard: String { say("About this card", "Über diese Karte") }
  package var paymentsTitle: String { say("Payments", "Zahlungen") }
  package var setPin: String { say("Set PIN", "PIN setzen") }

  package func readAt(_ time: String) -> String { say("read at \(time)", "gelesen \(time)") }

  /// `20 % of €822.17`.
  package func share(_ percent: Int, of amount: String) -> String {
    say("\(percent) % of \(amount)", "\(percent) % von \(amount)")
  }

  package func lastPayment(_ day: String) -> String { say("last on \(day)", "zuletzt \(day)") }

  // MARK: Hints

  package var showNumber: String { say("show number and CVV", "Nummer und CVV zeigen") }
  package var allOfIt: String { say("all of it", "alles") }
  package var openCard: String { say("open card", "Karte öffnen") }
  package var openHint: String { say("open", "öffnen") }
  package var nextSection: String { say("next section", "weiter") }
  package var otherCards: String { say("other cards", "andere Karten") }
  package var nothingToOpen: String { say("nothing to open here", "hier gibt es nichts zu öffnen") }
  package var noOtherCard: String { say("no other card", "keine andere Karte") }

  package var nextCard: CommandText {
    command(
      ("Next card", "Goes to the next card; its page stays open.", nil),
      ("Nächste Karte", "Geht zur nächsten Karte; ihre Seite bleibt offen.", nil))
  }

  package var previousCard: CommandText {
    command(
      ("Previous card", "Goes to the previous card; its page stays open.", nil),
      ("Vorige Karte", "Geht zur vorigen Karte; ihre Seite bleibt offen.", nil))
  }

  // MARK: What an action comes to, in a few words

  package var lockNote: String {
    say("Payments are declined until you unlock it", "Bis zum Entsperren wird abgelehnt")
  }
  package var unlockNote: String { say("Payments go through again", "Zahlungen gehen wieder") }
  package var revealNote: String { say("For a short time, after a code", "Kurz, nach einem Code") }
  package var pinNote: String {
    say("For a few seconds, after a code", "Einige Sekunden, nach einem Code")
  }
  package var changePinNote: String { say("After a code", "Nach einem Code") }
  package var activateNote: String {
    say("With the details printed on it", "Mit den Daten auf der Karte")
  }
  package var limitsNote: String {
    say("How much, where and for what it may pay", "Wie viel, wo und wofür sie zahlt")
  }
  package var replaceNote: String {
    say("Lost, stolen or damaged: a new number", "Verloren, gestohlen, beschädigt: neue Nummer")
  }
  package var renameNote: String { say("A name of your own", "Ein eigener Name") }
  package var phoneNote: String {
    say("Apple, Google or Samsung Pay", "Apple, Google oder Samsung Pay")
  }
  package var finalNote: String { say("Can't be undone", "Lässt sich nicht rückgängig machen") }
  package var payNote: String { say("No real money moves", "Kein echtes Geld") }
}
