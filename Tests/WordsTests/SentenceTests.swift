import Languages
import Testing
import WalletModel
import Words

@Suite struct SentenceTests {
  private static let german = Words(.german)

  @Test(arguments: [
    ("is needed", "wird gebraucht"),
    ("must have 4 to 40 characters", "muss 4 bis 40 Zeichen haben"),
    ("It is locked.", "Sie ist gesperrt."),
    ("Lock pending", "Sperrung offen"),
    (
      "there is no command `card lok`; did you mean `card lock`?",
      "es gibt keinen Befehl `card lok`; meinen Sie `card lock`?"
    ),
    ("What no table has", "What no table has"),
    (
      "it asks for a confirmation and does not say which",
      "er verlangt eine Bestätigung und sagt nicht, welche"
    ),
    (
      "Try again; if it stays, ask who runs the server.",
      "Versuchen Sie es neu; bleibt es so, fragen Sie, wer den Server betreibt."
    ),
  ])
  func sentencesWithParts(_ english: String, _ german: String) {
    #expect(SentenceTests.german.translated(english) == german)
    #expect(Words.english.translated(english) == english)
  }

  /// Statuses have names on the wire. People read words, in English too.
  @Test(arguments: [
    ("CANCELLED", "CANCELLED", "It is cancelled already.", "Sie ist schon gekündigt."),
    (
      "EXPIRED", "LOCKED", "A card that is expired cannot become locked.",
      "Eine Karte im Status „Abgelaufen“ kann nicht „Gesperrt“ werden."
    ),
  ])
  func aRefusedChangeNamesNoRawStatus(
    _ from: String, _ to: String, _ english: String, _ german: String
  ) {
    let text = "A card that is \(from) cannot become \(to)."
    #expect(Words.english.translated(text) == english)
    #expect(SentenceTests.german.translated(text) == german)
  }

  @Test(arguments: ErrorCode.all)
  func everyCodeHasATranslation(_ code: ErrorCode) {
    let german = SentenceTests.german
    #expect(german.message(code) == code.message.german)
    #expect(german.advice(code) == code.advice?.german ?? "")
    #expect(Words.english.message(code) == code.englishMessage)
  }

  /// Texts of errors in the sources below the screen and the command line: each is translated.
  @Test(arguments: [
    "WalletModel/Requests+Validation.swift", "WalletModel/CustomerDetails.swift",
    "WalletModel/ScaEvent.swift",
    "Issuer", "VaultLedger", "RemoteBackend", "WalletService", "Log", "FrontEnd",
    "WalletCommands",
    "KioskApp",
  ])
  func whatFailuresSayIsTranslated(_ place: String) throws {
    let texts = try SentenceTests.texts(in: place)
    #expect(!texts.isEmpty)
    for text in texts { #expect(SentenceTests.german.translated(text) != text, "\(place)") }
  }

  /// Texts about files, keys, scripts and the terminal, and those of `doctor`: all texts of these
  /// files.
  @Test(arguments: [
    "WalletCommands/Doctor", "FrontEnd/Options/KeySettings.swift", "Yaml", "Themes",
    "Configuration",
    "Script/ScriptReader.swift", "Script/Token.swift", "Canvas/Key+Names.swift",
    "TerminalRuntime/TerminalProgram.swift",
  ])
  func whatIsWrongWithFilesIsTranslated(_ place: String) throws {
    let texts = try Literals.texts(in: place).filter(SentenceTests.isProse)
    #expect(texts.contains { !SentenceTests.pieces.contains($0) })
    for text in texts where !SentenceTests.pieces.contains(text) {
      // A suggestion may follow.
      let whole = text.hasSuffix("X") && !text.hasSuffix(" X") ? String(text.dropLast()) : text
      let isThere = [text, whole].contains { SentenceTests.german.translated($0) != $0 }
      #expect(isThere, "\(place): \(text)")
    }
  }

  /// Pieces of texts. Their combinations are translated, and names of commands stay.
  private static let pieces: Set = [
    "\"X\" for X", "X does not count: X", " on X", "X on the face X",
    "X has X:1, and X:1 is needed",
    "X is not X", "a folder", "a plain file", "`chmod X X`", "`chmod go-w X`", "no X \"X\"X",
    "card face", "word to type", "X s X this machine's",
  ]

  private static func isProse(_ text: String) -> Bool {
    text.contains(" ") && text.contains { $0.isLowercase }
  }

  @Test(arguments: [
    (
      "/a/b.yaml:3:3: no role \"acent\" (did you mean \"accent\"?)",
      "/a/b.yaml:3:3: keine Rolle „acent“ (meinen Sie „accent“?)"
    ),
    // Names are not translated, even if they are words.
    ("there is no theme \"password\"", "es gibt kein Theme „password“"),
    ("no setting \"code\"", "keine Einstellung „code“"),
    ("\"color\" must be one of: auto, always", "„color“ muss eines davon sein: auto, always"),
    (
      "\"q\" for quit (built in) does not count: card.lock (c.yaml:9:5) has the same key",
      "„q“ für quit (eingebaut) zählt nicht: card.lock (c.yaml:9:5) hat dieselbe Taste"
    ),
    (
      "muted on selection has 2.9:1, and 3.5:1 is needed (256 colours)",
      "muted auf selection hat 2.9:1, nötig ist 3.5:1 (256 Farben)"
    ),
    (
      "https://wallet.example: The server cannot be reached",
      "https://wallet.example: Der Server ist nicht erreichbar"
    ),
    ("Nobody has put: this in", "Nobody has put: this in"),
  ])
  func mistakesWithTheirPlaces(_ english: String, _ german: String) {
    #expect(SentenceTests.german.translated(english) == german)
  }

  private static func texts(in place: String) throws -> [String] {
    try Literals.sources(in: place).flatMap { literals($0, isModel: place.hasSuffix("swift")) }
  }

  /// The texts after `details: [`, `advice:` and so on. Interpolated parts become a letter.
  private static func literals(_ source: String, isModel: Bool) -> [String] {
    let marks =
      isModel
      ? ["return \"", "nil : \"", "FieldError(\"", ", \"", "= \""]
      : ["details: [\"", "advice: \"", "message = \"", "advice = \"", "refuse(\"", "badAddress(\""]
    return source.split(separator: "\n").flatMap { line -> [String] in
      marks.compactMap { mark in
        guard let start = line.firstRange(of: mark) else { return nil }
        return Literals.text(line[start.upperBound...])?.0
      }
    }.filter { $0.contains(" ") && $0.contains { $0.isLowercase } && !untold.contains($0) }
  }

  /// Texts that appear only after a mistake in the program. They are not translated.
  private static let untold: Set = ["SQLite gave nothing.", "sign-in: X X"]
}
