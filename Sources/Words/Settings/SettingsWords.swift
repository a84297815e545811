/// A setting as people read it.
package struct SettingText: Hashable, Sendable {
  package let title: String
  /// A sentence.
  package let doc: String

  package init(title: String, doc: String) {
    self.title = title
    self.doc = doc
  }
}

/// The settings on the screen.
package struct SettingsWords: FeatureWords {
  package let words: Words

  package var settings: CommandText {
    command(
      ("Settings", "Shows and changes everything that the configuration can hold.", "settings"),
      (
        "Einstellungen", "Zeigt und ändert alles, was die Konfiguration enthalten kann.",
        "Einstellungen"
      ))
  }

  package var noSettingsHere: String {
    say("this wallet keeps no settings", "diese Wallet merkt sich keine Einstellungen")
  }

  // MARK: Groups

  package var lookGroup: SettingText {
    text("Look", "theme, colours", "Aussehen", "Farben, Zeichen")
  }
  package var secretsGroup: SettingText {
    text("Secrets", "seconds, copying", "Geheimes", "Sekunden, Kopieren")
  }
  package var keysGroup: SettingText {
    text("Keys and mouse", "how you use it", "Tasten und Maus", "Bedienung")
  }
  package var languageGroup: SettingText {
    text("Language", "words and dates", "Sprache", "Texte, Datum")
  }
  package var walletsGroup: SettingText {
    text("Wallets", "where they are", "Wallets", "wo sie liegen")
  }
  package var logGroup: SettingText {
    text("Log", "for finding faults", "Protokoll", "für Fehler")
  }

  // MARK: Settings

  /// nil: there is no such setting.
  ///
  /// - Parameter part: One of the words that the setting can have.
  package func setting(_ id: String, part: String? = nil) -> SettingText? {
    if let part { return copying(part) }
    return look(id) ?? behaviour(id) ?? machine(id)
  }

  private func look(_ id: String) -> SettingText? {
    switch id {
    case "theme":
      text(
        "Theme", "All colours. T previews them.",
        "Theme", "Alle Farben. T zeigt sie vorab.")
    case "color":
      text(
        "Colour", "When to use colour at all.",
        "Farbe", "Wann überhaupt Farben benutzt werden.")
    case "colours":
      text(
        "Number of colours", "Use fewer than the terminal has.",
        "Zahl der Farben", "Weniger Farben, als das Terminal hat.")
    case "ascii":
      text(
        "Plain characters", "Draw frames and signs in ASCII.",
        "Einfache Zeichen", "Zeichnet Rahmen und Zeichen in ASCII.")
    case "title":
      text(
        "Window title", "Shows how many cards there are.",
        "Fenstertitel", "Zeigt die Zahl der Karten.")
    case "notify":
      text(
        "Notifications", "Tell of news while you look elsewhere.",
        "Hinweise", "Neues melden, wenn man nicht hinsieht.")
    case "motion":
      text(
        "Motion", "Full, or reduced: no spinners.",
        "Bewegung", "Voll, oder reduziert: nichts dreht sich.")
    default: nil
    }
  }

  private func behaviour(_ id: String) -> SettingText? {
    switch id {
    case "pan-separator":
      text(
        "Card number spacing", "What separates the groups of a card number.",
        "Nummer gliedern", "Was die Gruppen der Kartennummer trennt.")
    case "saving-switch":
      text(
        "Save when paying", "The switch for it: off, on, or hidden.",
        "Beim Zahlen speichern", "Der Schalter dafür: aus, an oder verborgen.")
    case "pay-label":
      text(
        "Payment button", "What it says: pay or reserve.",
        "Knopf beim Zahlen", "Was er sagt: zahlen oder reservieren.")
    case "reveal-seconds":
      text(
        "Hide after", "Seconds until secrets are hidden, 1 to 30.",
        "Verbergen nach", "Sekunden, bis Geheimes verschwindet, 1 bis 30.")
    case "idle-seconds":
      text(
        "Lock after", "Seconds of rest until it locks, 30 to 120.",
        "Schließen nach", "Sekunden Ruhe, bis sie schließt, 30 bis 120.")
    case "remember-code":
      text(
        "Remember code", "One for all virtual cards, for five minutes.",
        "Code merken", "Einer für alle virtuellen Karten, fünf Minuten.")
    case "mouse":
      text(
        "Mouse", "Take clicks and the wheel.",
        "Maus", "Nimmt Klicks und das Rad.")
    case "accessible":
      text(
        "Line by line", "For screen readers: lines, no screen.",
        "Zeile für Zeile", "Für Screenreader: Zeilen statt Bildschirm.")
    case "keys":
      text(
        "Your own keys", "Set them in the file, under keys:",
        "Eigene Tasten", "Stehen in der Datei unter keys:")
    case "lang":
      text(
        "Language", "Of the screen and of answers.",
        "Sprache", "Die des Bildschirms und der Antworten.")
    case "form-language":
      text(
        "Card form", "Its language, and that of the bank's questions.",
        "Kartenformular", "Seine Sprache und die der Fragen der Bank.")
    default: nil
    }
  }

  private func machine(_ id: String) -> SettingText? {
    switch id {
    case "vault":
      text(
        "Wallet file", "The file that opens without an option.",
        "Wallet-Datei", "Die Datei, die ohne Option geöffnet wird.")
    case "default-profile":
      text(
        "Default server or wallet", "The profile that opens without an option.",
        "Üblicher Server oder Wallet", "Das Profil, das ohne Option geöffnet wird.")
    case "profiles":
      text(
        "Servers and wallets", "Set them in the file, under profiles:",
        "Server und Wallets", "Stehen in der Datei unter profiles:")
    case "log":
      text(
        "Log file", "Says what happens, never a secret.",
        "Protokolldatei", "Hält fest, was geschieht, nie etwas Geheimes.")
    case "log-level":
      text(
        "Log from", "The lowest level that is written.",
        "Protokoll ab", "Die niedrigste Stufe, die geschrieben wird.")
    default: nil
    }
  }

  private func copying(_ part: String) -> SettingText? {
    switch part {
    case "pan":
      text(
        "Copy card numbers", "y copies a revealed number.",
        "Nummern kopieren", "y kopiert eine gezeigte Nummer.")
    case "cvv":
      text(
        "Copy CVVs", "y copies a revealed CVV.", "CVV kopieren", "y kopiert eine gezeigte CVV.")
    case "expiry":
      text(
        "Copy expiry dates", "y copies a revealed date.",
        "Ablaufdaten kopieren", "y kopiert ein gezeigtes Ablaufdatum.")
    case "holder":
      text(
        "Copy names", "y copies the name on a revealed card.",
        "Namen kopieren", "y kopiert den Namen einer gezeigten Karte.")
    default: nil
    }
  }

  private func text(
    _ title: String, _ doc: String, _ germanTitle: String, _ germanDoc: String
  ) -> SettingText { SettingText(title: say(title, germanTitle), doc: say(doc, germanDoc)) }

  // MARK: Values

  package var switchedOn: String { say("on", "an") }
  package var switchedOff: String { say("off", "aus") }
  /// Of colours: as many as the terminal has.
  package var allColours: String { say("all", "alle") }

  /// As the file has it.
  package func value(_ value: String) -> String { value.isEmpty ? "yes" : value }

  package func entries(_ count: Int) -> String {
    count == 0 ? say("none", "keine") : say("\(count) set", "\(count) gesetzt")
  }

  // MARK: Where a value comes from

  package var whereFrom: String { say("Where it comes from", "Woher es kommt") }

  package func fromLine(_ line: Int, _ value: String) -> String {
    say(
      "Line \(line) of the file. Without it: \(value)",
      "Zeile \(line) der Datei. Ohne sie: \(value)")
  }

  package func fromDefault(_ value: String) -> String {
    say("The default: \(value)", "Die Voreinstellung: \(value)")
  }

  package func fromVariable(_ name: String) -> String {
    say("Decided by \(name) in the environment", "Bestimmt durch \(name) in der Umgebung")
  }

  package func optionCounts(_ id: String) -> String {
    say(
      "--\(id) overrides the file until you start walletui without it",
      "--\(id) gilt statt der Datei, bis Sie walletui ohne diese Option starten")
  }

  package var changedInAnEditor: String {
    say("Change this in an editor", "Das ändern Sie in einem Editor")
  }

  package var fromTheNextStart: String { say("from the next start", "ab dem nächsten Start") }

  package var howItLooks: String { say("How it looks", "So sieht es aus") }
  package var live: String { say("live", "sofort") }

  // MARK: The file

  package var whatItWrites: String { say("What it writes", "Was es schreibt") }
  package var keptIn: String { say("Kept in", "Steht in") }

  package var commentsStay: String {
    say(
      "Your comments and the order of lines stay as they are.",
      "Ihre Kommentare und die Reihenfolge der Zeilen bleiben.")
  }

  package var checked: String { say("Checked", "Geprüft") }
  package var noMistakes: String { say("no mistakes", "keine Fehler") }

  package func mistakes(_ count: Int) -> String {
    say("\(count) \(plural(count, "mistake", "mistakes"))", "\(count) Fehler")
  }

  package var savedAtOnce: String { say("Saved at once", "Sofort gespeichert") }

  package var savedAtOnceText: String {
    say(
      "Every change is written when you make it. z takes it back.",
      "Jede Änderung wird gleich geschrieben. z nimmt sie zurück.")
  }

  package var lastChanges: String { say("Last changes", "Letzte Änderungen") }
  package var notFromHere: String { say("Not from here", "Nicht von hier") }

  package var noConfigurationYet: String {
    say(
      "There is no file yet. Your first change makes it.",
      "Noch gibt es keine Datei. Ihre erste Änderung legt sie an.")
  }

  /// The first line of a file that is made.
  package var configurationHeader: String {
    say(
      "# Settings of walletui. Press , in walletui, or see walletui-config(5).",
      "# Einstellungen von walletui. In walletui mit , oder siehe walletui-config(5).")
  }

  // MARK: What was done

  package func written(_ line: String) -> String {
    say("Written: \(line)", "Geschrieben: \(line)")
  }

  package func leftOut(_ id: String) -> String {
    say("\(id): default", "\(id): Voreinstellung")
  }

  package func takenBack(_ line: String) -> String {
    say("Taken back: \(line)", "Zurückgenommen: \(line)")
  }

  // MARK: Hints

  package var backToDefault: String { say("default", "Voreinstellung") }
  package var writeSetting: String { say("write it", "schreiben") }
  package var goThere: String { say("go there", "hingehen") }
}
