/// Commands of the screen: title, a sentence, and a word or two for the footer.
extension ScreenWords {
  // MARK: Moving

  package var cardsScreen: CommandText {
    command(
      ("Cards", "Shows all cards.", nil), ("Karten", "Zeigt alle Karten.", nil))
  }

  package var virtualScreen: CommandText {
    command(
      ("Virtual cards", "Shows the virtual cards of each persona.", nil),
      ("Virtuelle Karten", "Zeigt die virtuellen Karten jeder Persona.", nil))
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
      ("Open", "Opens the card or the payment.", nil),
      ("Öffnen", "Öffnet die Karte oder die Zahlung.", nil))
  }

  package var back: CommandText {
    command(
      ("Back", "Closes what is open and goes back.", nil),
      ("Zurück", "Schließt, was offen ist, und geht zurück.", nil))
  }

  // MARK: Wallet

  package var setUpAuthenticator: CommandText {
    command(
      (
        "Set up authenticator app",
        "Shows a QR code for your authenticator app, which then makes your codes.", nil
      ),
      (
        "Codes per App",
        "Zeigt einen QR-Code für Ihre Authenticator-App, die dann Ihre Codes erzeugt.",
        nil
      ))
  }

  package var simulatedPhone: CommandText {
    command(
      ("Simulated phone", "Opens and closes the phone, shows older messages.", nil),
      ("Simuliertes Handy", "Öffnet und schließt das Handy, zeigt ältere Nachrichten.", nil))
  }

  package var lockWallet: CommandText {
    command(
      ("Lock wallet", "Hides everything until you open it again.", nil),
      ("Wallet schließen", "Verbirgt alles, bis Sie sie wieder öffnen.", nil))
  }

  package var readAgain: CommandText {
    command(
      ("Read again", "Reads cards and payments again, and tries the server again.", nil),
      (
        "Neu laden", "Liest Karten und Zahlungen neu und versucht es beim Server noch einmal.",
        nil
      ))
  }

  // MARK: Everywhere

  package var help: CommandText {
    command(
      ("Help", "Shows all keys here. Type to filter, Enter runs one.", "help"),
      ("Hilfe", "Zeigt alle Tasten. Tippen filtert, Enter führt aus.", "Hilfe"))
  }

  package var commands: CommandText {
    command(
      ("Commands", "Finds any command by name, id, key or description.", "commands"),
      ("Befehle", "Findet jeden Befehl über Name, Kennung, Taste oder Text.", "Befehle"))
  }

  package var messages: CommandText {
    command(
      ("Messages", "Shows all news, newest first.", nil),
      ("Meldungen", "Zeigt alle Meldungen, die neuesten zuerst.", nil))
  }

  package var mouse: CommandText {
    command(
      (
        "Mouse on or off",
        "Takes clicks and the wheel, or leaves them to your terminal for selecting text.", nil
      ),
      (
        "Maus an oder aus",
        "Nimmt Klicks und Rad oder überlässt sie dem Terminal zum Markieren.", nil
      ))
  }

  package var suspend: CommandText {
    command(
      ("Suspend", "Pauses walletui. `fg` in the shell brings it back, covered.", nil),
      ("Anhalten", "Hält walletui an. `fg` in der Shell holt es verdeckt zurück.", nil))
  }

  package var quit: CommandText {
    command(("Quit", "Ends walletui.", "quit"), ("Beenden", "Beendet walletui.", "beenden"))
  }

  // MARK: Why one is not possible

  package var nothingToUndo: String {
    say("nothing to undo", "nichts rückgängig zu machen")
  }

  package var noFilter: String { say("no filter is set", "kein Filter gesetzt") }

  package var onlyAmongCards: String {
    say("press Esc for your cards first", "drücken Sie zuerst Esc für Ihre Karten")
  }

  package func onlyInActivity(key: String) -> String {
    say("press \(key) for Activity first", "drücken Sie zuerst \(key) für die Umsätze")
  }

  package var noCard: String { say("no card here", "hier ist keine Karte") }

  package var noPhoneHere: String {
    say(
      "run `walletui phone` in another terminal",
      "starten Sie `walletui phone` in einem anderen Terminal")
  }
}
