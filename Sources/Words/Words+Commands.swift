import Languages

/// Commands of the screen: title, a sentence, and a word or two for the footer.
extension Words {
  typealias Parts = (title: String, doc: String, hint: String?)

  func command(_ english: Parts, _ german: Parts) -> CommandText {
    let parts =
      switch language {
      case .english: english
      case .german: german
      }
    return CommandText(title: parts.title, doc: parts.doc, hint: parts.hint)
  }

  // MARK: Cards

  package var lockCard: CommandText {
    command(
      ("Lock card", "Blocks every use of the card until it is unlocked.", "lock"),
      ("Karte sperren", "Sperrt die Karte, bis sie wieder entsperrt wird.", "sperren"))
  }

  package var unlockCard: CommandText {
    command(
      ("Unlock card", "Makes a locked card usable again.", "unlock"),
      ("Karte entsperren", "Macht eine gesperrte Karte wieder nutzbar.", "entsperren"))
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
      ("Activate card", "Activates a new physical card with its last four and CVV.", "activate"),
      (
        "Karte aktivieren",
        "Aktiviert eine neue Plastikkarte mit letzten vier Ziffern und Prüfziffer (CVV).",
        "aktivieren"
      ))
  }

  package var newCard: CommandText {
    command(
      ("New card", "Creates a virtual or physical card of a programme.", "new card"),
      ("Neue Karte", "Erstellt eine virtuelle oder physische Karte.", "neue Karte"))
  }

  package var renameCard: CommandText {
    command(
      ("Rename card", "Gives the card a name of your own, or takes it away.", nil),
      ("Karte umbenennen", "Gibt der Karte einen eigenen Namen oder nimmt ihn weg.", nil))
  }

  package var cancelCard: CommandText {
    command(
      ("Cancel card", "Ends a card for good. This cannot be undone.", nil),
      ("Karte kündigen", "Beendet eine Karte für immer. Das ist endgültig.", nil))
  }

  package var undo: CommandText {
    command(
      ("Undo", "Takes the last lock, unlock or rename back.", "undo"),
      ("Rückgängig", "Nimmt das letzte Sperren, Entsperren oder Umbenennen zurück.", "rückgängig"))
  }

  package var filterCards: CommandText {
    command(
      (
        "Filter cards", "Shows only cards whose name, programme, last four or status match.",
        "filter"
      ),
      (
        "Karten filtern",
        "Zeigt nur Karten, deren Name, Programm, letzte vier Ziffern oder Status passen.",
        "filtern"
      ))
  }

  // MARK: Moving

  package var cardsScreen: CommandText {
    command(
      ("Cards", "Shows all cards.", nil), ("Karten", "Zeigt alle Karten.", nil))
  }

  package var virtualScreen: CommandText {
    command(
      ("Virtual cards", "Shows virtual cards only.", nil),
      ("Virtuelle Karten", "Zeigt nur virtuelle Karten.", nil))
  }

  package var nextLine: CommandText {
    command(
      ("Next line", "Goes one line down.", nil), ("Nächste Zeile", "Geht eine Zeile tiefer.", nil))
  }

  package var previousLine: CommandText {
    command(
      ("Previous line", "Goes one line up.", nil),
      ("Vorige Zeile", "Geht eine Zeile höher.", nil))
  }

  package var pageDown: CommandText {
    command(
      ("Page down", "Goes one page down.", nil), ("Seite tiefer", "Geht eine Seite tiefer.", nil))
  }

  package var pageUp: CommandText {
    command(
      ("Page up", "Goes one page up.", nil), ("Seite höher", "Geht eine Seite höher.", nil))
  }

  package var firstLine: CommandText {
    command(
      ("First line", "Goes to the first line.", nil),
      ("Erste Zeile", "Geht zur ersten Zeile.", nil))
  }

  package var lastLine: CommandText {
    command(
      ("Last line", "Goes to the last line.", nil),
      ("Letzte Zeile", "Geht zur letzten Zeile.", nil))
  }

  package var nextMatch: CommandText {
    command(
      ("Next match", "Goes to the next card that matches the filter.", nil),
      ("Nächster Treffer", "Geht zur nächsten Karte, auf die der Filter passt.", nil))
  }

  package var previousMatch: CommandText {
    command(
      ("Previous match", "Goes to the previous card that matches the filter.", nil),
      ("Voriger Treffer", "Geht zur vorigen Karte, auf die der Filter passt.", nil))
  }

  package var nextPane: CommandText {
    command(
      ("Next pane", "Goes to the other pane.", nil),
      ("Anderer Bereich", "Wechselt zwischen Liste und Karte.", nil))
  }

  package var openFocused: CommandText {
    command(
      ("Open", "Goes to the details of the card, or of the payment.", nil),
      ("Öffnen", "Geht zu den Angaben der Karte oder der Zahlung.", nil))
  }

  package var back: CommandText {
    command(
      ("Back", "Closes what is open and goes back; never quits.", nil),
      ("Zurück", "Schließt, was offen ist, und geht zurück; beendet nie.", nil))
  }

  // MARK: Wallet

  package var setUpAuthenticator: CommandText {
    command(
      (
        "Set up authenticator app",
        "Shows a QR code that an authenticator app reads; its codes then confirm actions.", nil
      ),
      (
        "Codes per App",
        "Zeigt einen QR-Code für eine Authenticator-App; deren Codes bestätigen dann Vorgänge.",
        nil
      ))
  }

  package var simulatedPhone: CommandText {
    command(
      ("Simulated phone", "Opens or closes the simulated phone.", nil),
      ("Simuliertes Handy", "Öffnet oder schließt das simulierte Handy.", nil))
  }

  package var lockWallet: CommandText {
    command(
      ("Lock wallet", "Forgets all it has read until it is opened again.", nil),
      ("Wallet schließen", "Vergisst alles Gelesene, bis sie wieder geöffnet wird.", nil))
  }

  package var readAgain: CommandText {
    command(
      ("Read again", "Reads cards and payments again, and tries a server that was lost.", nil),
      (
        "Neu laden", "Liest Karten und Zahlungen neu und versucht einen verlorenen Server wieder.",
        nil
      ))
  }

  // MARK: Everywhere

  package var help: CommandText {
    command(
      ("Help", "All keys of this place; type to filter, Enter runs one.", "help"),
      ("Hilfe", "Alle Tasten; Tippen filtert, Enter führt aus.", "Hilfe"))
  }

  package var commands: CommandText {
    command(
      ("Commands", "Finds any command by its name, id, key or description.", "commands"),
      ("Befehle", "Findet jeden Befehl über Name, Kennung, Taste oder Text.", "Befehle"))
  }

  package var messages: CommandText {
    command(
      ("Messages", "The news so far, newest first.", nil),
      ("Meldungen", "Was bisher geschah, Neuestes zuerst.", nil))
  }

  package var mouse: CommandText {
    command(
      (
        "Mouse on or off",
        "Takes clicks and the wheel, or leaves them to the terminal, to select text with.", nil
      ),
      (
        "Maus an oder aus",
        "Nimmt Klicks und Rad, oder lässt sie dem Terminal, um Text zu markieren.", nil
      ))
  }

  package var suspend: CommandText {
    command(
      ("Suspend", "Stops walletui; `fg` in the shell brings it back, concealed.", nil),
      ("Anhalten", "Hält walletui an; `fg` in der Shell holt es verdeckt zurück.", nil))
  }

  package var quit: CommandText {
    command(("Quit", "Ends walletui.", "quit"), ("Beenden", "Beendet walletui.", "beenden"))
  }

  // MARK: Why one is not possible

  package func notNow(_ title: String) -> String {
    say("\(title): not now", "\(title): jetzt nicht möglich")
  }

  package func notNow(because reason: String) -> String {
    say("not now: \(reason)", "jetzt nicht: \(reason)")
  }

  package var nothingToUndo: String {
    say("there is nothing to undo", "es gibt nichts rückgängig zu machen")
  }

  package var noFilter: String { say("there is no filter", "es gibt keinen Filter") }

  package var noPayment: String { say("there is no payment", "es gibt keine Zahlung") }

  package var onlyAmongCards: String {
    say("only among the cards; Esc goes there", "nur bei den Karten; Esc führt dorthin")
  }

  package func onlyInActivity(key: String) -> String {
    say("only in Activity; \(key) goes there", "nur bei den Umsätzen; \(key) führt dorthin")
  }

  package var noCard: String { say("there is no card", "es gibt keine Karte") }

  package var noPhoneHere: String {
    say(
      "only the demo draws a phone here; `walletui phone` shows one that is simulated",
      "nur die Demo zeichnet hier ein Handy; `walletui phone` zeigt ein simuliertes")
  }
}
