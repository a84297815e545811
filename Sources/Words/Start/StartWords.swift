import Languages
package import WalletModel

/// The first minutes with a wallet, and what all forms say.
package struct StartWords: FeatureWords {
  package let words: Words

  // MARK: The start screen

  package var cardsInTerminal: String {
    say("Your cards, in the terminal.", "Ihre Karten, im Terminal.")
  }

  package var whatItDoes: [String] {
    [
      say(
        "Lock a card before your finger has left the key.",
        "Eine Karte sperren: mit einer einzigen Taste."),
      say(
        "Look at a number, and it is gone seconds later.",
        "Eine Nummer ansehen: Sekunden später ist sie weg."),
    ]
  }

  package var startWith: String { say("Start with", "Womit beginnen?") }
  package var lookAround: String { say("Look around", "Umsehen") }
  package var lookAroundOutcome: String {
    say(
      "A demo wallet with six cards. Nothing is real, nothing is kept, no passphrase.",
      "Eine Demo-Wallet mit sechs Karten: nichts ist echt, nichts bleibt, keine Passphrase.")
  }
  package var readyAtOnce: String { say("ready at once", "sofort bereit") }
  package var makeWallet: String { say("Make my own wallet", "Eigene Wallet anlegen") }
  package var makeWalletOutcome: String {
    say(
      "One encrypted file on this computer. You choose a passphrase, and sample cards if you like.",
      "Eine verschlüsselte Datei auf diesem Computer. Sie wählen die Passphrase, auf Wunsch mit Musterkarten."
    )
  }
  package var halfAMinute: String { say("30 seconds", "30 Sekunden") }
  package var connectToServer: String { say("Connect to a server", "Mit einem Server verbinden") }
  package var connectOutcome: String {
    say(
      "Use the cards a wallet server keeps for you. You need its address and your sign-in.",
      "Nutzen Sie Karten, die ein Server für Sie führt. Sie brauchen seine Adresse und Ihre Anmeldung."
    )
  }
  package var oneMinute: String { say("1 minute", "1 Minute") }
  package var openExisting: String {
    say("Open an existing wallet file", "Eine vorhandene Wallet-Datei öffnen")
  }
  package var openNamed: String {
    say("Open a wallet from my settings", "Eine Wallet aus den Einstellungen öffnen")
  }
  package var namedWallets: String {
    say("Wallets in your settings", "Wallets in den Einstellungen")
  }
  package var serversGroup: String { say("On a server", "Auf einem Server") }
  package var filesGroup: String { say("On this computer", "Auf diesem Rechner") }
  package var themesHint: String { say("themes", "Farben") }
  package var inOtherLanguage: Words { Words(language == .english ? .german : .english) }
  /// In the other language.
  package var otherLanguage: String { say("Deutsch", "English") }
  package var goodToKnow: String { say("Good to know", "Gut zu wissen") }

  /// Keys with what they do.
  package var firstKeys: [(command: String, does: String)] {
    [
      ("card.lock", say("locks a card, z takes it back", "sperrt eine Karte, z nimmt es zurück")),
      ("card.reveal", say("shows a number, after a code", "zeigt eine Nummer, nach einem Code")),
      (
        "shop.pay",
        say("pays in a simulated shop", "zahlt in einem simulierten Geschäft")
      ),
      (
        "palette",
        say("finds every command by its name", "findet jeden Befehl beim Namen")
      ),
      ("help", say("shows all keys, anywhere", "zeigt überall alle Tasten")),
    ]
  }

  package var onThisComputer: String { say("On this computer", "Auf diesem Computer") }
  package func noneYet(_ path: String) -> String {
    say("none yet · \(path)", "noch keine · \(path)")
  }
  package var languageLabel: String { say("Language", "Sprache") }
  package var languageName: String { say("English", "Deutsch") }
  package var terminalLabel: String { say("Terminal", "Terminal") }
  package func terminalSize(_ width: Int, _ height: Int, mouse: Bool) -> String {
    say(
      "\(width) × \(height), mouse \(mouse ? "on" : "off")",
      "\(width) × \(height), Maus \(mouse ? "an" : "aus")")
  }
  package var settingsLabel: String { say("Settings", "Einstellungen") }
  package var yourCardsOnIt: String { say("YOUR CARDS", "IHRE KARTEN") }
  package var validOnIt: String { say("Valid 11/29    CVV •••", "Gültig 11/29    CVV •••") }
  package var serverExample: String { "https://wallet.example" }

  /// On the cards of the picture.
  package var stackNames: [(title: String, kind: String)] {
    let virtual = say("VIRTUAL", "VIRTUELL")
    return [
      (say("Streaming", "Streaming"), virtual), (say("Pocket money", "Taschengeld"), virtual),
      (say("Shopping", "Einkauf"), virtual), (say("Travel", "Reisen"), virtual),
      (say("Groceries", "Lebensmittel"), say("PHYSICAL", "PHYSISCH")),
    ]
  }
  package var yourNameOnIt: String { say("YOUR NAME", "IHR NAME") }

  // MARK: Connecting

  package var server: String { say("Server", "Server") }
  package var loginName: String { say("Sign-in name", "Anmeldename") }
  package var connect: String { say("connect", "verbinden") }
  package var connectLine: String {
    say(
      "For this session only. Put a profile into the configuration to keep it.",
      "Nur für diese Sitzung. Mit einem Profil in der Konfiguration bleibt es.")
  }

  // MARK: The passphrase

  package var repeatPassphrase: String { say("Repeat it", "Wiederholen") }
  package var repeatPin: String { say("Repeat PIN", "PIN erneut") }
  package var notTheSame: String { say("Doesn't match", "Stimmt nicht überein") }
  package var makeIt: String { say("make it", "anlegen") }

  package func moreCharacters(_ count: Int) -> String {
    say(
      plural(count, "1 more character", "\(count) more characters"),
      plural(count, "noch 1 Zeichen", "noch \(count) Zeichen"))
  }

  package func strength(_ strength: PassphraseStrength) -> String {
    switch strength {
    case .weak: say("weak · longer is better", "schwach · länger ist besser")
    case .fair: say("fair · one more word makes it strong", "gut · ein Wort mehr macht sie stark")
    case .strong: say("strong", "stark")
    }
  }

  package func opensWith(_ balance: String) -> String {
    say(
      "New cards come with \(balance) of simulated money.",
      "Neue Karten haben \(balance) simuliertes Geld.")
  }

  // MARK: The first keys in a new wallet

  /// One after the other, a key each.
  /// Where the selected card is: beside the list, below it, or behind a key.
  package enum SelectedCard: Sendable {
    case beside
    case below
    case opens(key: String)
  }

  package func firstHints(
    _ selected: SelectedCard, reveal: String, themes: String, help: String
  ) -> [String] {
    let place =
      switch selected {
      case .beside:
        say(
          "Your cards are on the left, the selected one on the right.",
          "Ihre Karten stehen links, die gewählte rechts.")
      case .below:
        say(
          "Your cards are above, the selected one below.",
          "Oben stehen Ihre Karten, unten die gewählte.")
      case .opens(let key):
        say("\(key) opens the selected card.", "\(key) öffnet die gewählte Karte.")
      }
    if case .opens = selected {
      return [
        place,
        say(
          "\(reveal) shows its number, after a code.", "\(reveal) zeigt ihre Nummer, mit Code."),
        say("\(help) shows all keys.", "\(help) zeigt alle Tasten."),
      ]
    }
    return [
      place,
      say(
        "\(reveal) shows a card's number, after a one-time code.",
        "\(reveal) zeigt die Nummer einer Karte, nach einem Einmalcode."),
      say(
        "\(themes) previews themes. \(help) shows all keys.",
        "\(themes) zeigt Farben zur Auswahl, \(help) alle Tasten."),
    ]
  }

  package func firstHintsWhenEmpty(create: String, help: String) -> [String] {
    [
      say(
        "No cards yet. \(create) orders one, with simulated money on it.",
        "Noch keine Karten. \(create) bestellt eine, mit simuliertem Geld darauf."),
      say("\(help) shows all keys.", "\(help) zeigt alle Tasten."),
    ]
  }

  // MARK: Forms

  package var nameExample: String { say("For example: Travel", "Zum Beispiel: Reisen") }
  package var enterDetails: String {
    say(
      "Enter the details printed on your card. Three wrong tries suspend it.",
      "Geben Sie ein, was auf Ihrer Karte steht. Nach drei Fehlversuchen wird sie ausgesetzt.")
  }

  package var discardTyped: String {
    say("Discard what you typed?", "Eingaben verwerfen?")
  }
  package var quitAndDiscard: String {
    say("Quit and discard what you typed?", "Beenden und Eingaben verwerfen?")
  }
  package var discard: String { say("discard", "verwerfen") }
  package var typedIsBack: String {
    say("What you typed is back, except for secrets", "Ihre Eingaben sind wieder da, ohne Geheimes")
  }
}
