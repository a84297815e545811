package import Languages

/// What several features say: columns of tables, answers, and hints of a word or two.
extension Words {
  // MARK: Answers

  package var yes: String { say("yes", "ja") }
  package var no: String { say("no", "nein") }
  package var open: String { say("open", "öffnen") }
  package var isNeeded: String { say("Required", "Pflichtfeld") }
  package var readingShort: String { say("reading…", "wird gelesen…") }

  // MARK: Labels

  package var name: String { say("Name", "Name") }
  package var card: String { say("Card", "Karte") }
  package var statusLabel: String { say("Status", "Status") }
  package var when: String { say("When", "Wann") }
  package var since: String { say("Since", "Seit") }
  package var set: String { say("set", "gesetzt") }
  package var notSet: String { say("not set", "nicht gesetzt") }
  package var created: String { say("Created", "Erstellt") }
  package var currency: String { say("Currency", "Währung") }
  package var mobile: String { say("Mobile", "Handy") }

  // MARK: Columns of tables

  package var expiryColumn: String { say("Expiry", "Ablauf") }
  package var typeColumn: String { say("Type", "Art") }
  package var schemeColumn: String { say("Scheme", "System") }
  package var currencyShort: String { say("Cur", "Whg") }
  package var date: String { say("Date", "Datum") }
  package var merchant: String { say("Merchant", "Händler") }
  package var amount: String { say("Amount", "Betrag") }
  package var currencies: String { say("Currencies", "Währungen") }
  package var left: String { say("Left", "Übrig") }
  package var digital: String { say("Digital", "Digital") }
  package var reason: String { say("Reason", "Grund") }
  package var holder: String { say("Holder", "Inhaber") }
  package var phone: String { say("Phone", "Handy") }
  package var possible: String { say("Possible", "Möglich") }
  package var nothing: String { say("nothing", "nichts") }
  package var reference: String { say("Reference", "Kennung") }
  package var wallet: String { say("Wallet", "Wallet") }
  package var what: String { say("What", "Was") }
  package var path: String { say("Path", "Pfad") }
  package var there: String { say("There", "Da") }

  // MARK: Hints in a word or two

  package var keep: String { say("keep", "behalten") }
  package var showAll: String { say("show all", "alle zeigen") }
  package var move: String { say("move", "bewegen") }
  package var cancel: String { say("cancel", "abbrechen") }
  package var closeHint: String { say("close", "schließen") }
  package var backHint: String { say("back", "zurück") }
  package var nextHint: String { say("next", "weiter") }
  package var clear: String { say("clear", "leeren") }
  package var choose: String { say("choose", "wählen") }
  package var run: String { say("run", "ausführen") }
  package var quitHint: String { say("quit", "beenden") }
  package var confirm: String { say("confirm", "bestätigen") }
  package var tryAgain: String { say("try again", "neu versuchen") }
  package var signIn: String { say("sign in", "anmelden") }
  package var unlock: String { say("unlock", "öffnen") }

  // MARK: Lists

  /// `3 of 100,000`.
  package func position(_ here: Int, of all: Int) -> String {
    say("\(number(here)) of \(number(all))", "\(number(here)) von \(number(all))")
  }

  package var damagedRecord: String { say("Damaged record", "Beschädigter Eintrag") }
  package var damaged: String { say("Damaged", "Defekt") }
  /// In place of what cannot be read.
  package var damagedEntry: String { "(\(damaged.lowercased()))" }

  /// In every language: what is searched for may be written in any.
  package static let all = Language.allCases.map(Words.init)

  package func text(_ text: LocalizedText) -> String { text[language] }
}
