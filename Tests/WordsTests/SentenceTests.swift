import FoundationEssentials
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
  ])
  func sentencesWithParts(_ english: String, _ german: String) {
    #expect(SentenceTests.german.translated(english) == german)
    #expect(Words.english.translated(english) == english)
  }

  @Test(arguments: ErrorCode.allCases)
  func everyCodeHasWords(_ code: ErrorCode) {
    let german = SentenceTests.german
    #expect(german.message(code) != code.message)
    #expect(code.advice.isEmpty == german.advice(code).isEmpty)
    #expect(code.advice.isEmpty || german.advice(code) != code.advice)
    #expect(Words.english.message(code) == code.message)
  }

  /// Texts of failures below the screen and the command line, as their sources have them: each is
  /// in the table.
  @Test(arguments: [
    "WalletModel/Requests+Validation.swift", "WalletModel/CustomerDetails.swift",
    "Issuer", "VaultLedger", "RemoteBackend", "WalletService", "Log", "walletui/Commands",
    "walletui/Setup", "walletui/Terminal",
  ])
  func whatFailuresSayIsTranslated(_ place: String) throws {
    let texts = try SentenceTests.texts(in: place)
    #expect(!texts.isEmpty)
    for text in texts { #expect(SentenceTests.german.translated(text) != text, "\(place)") }
  }

  private static func texts(in place: String) throws -> [String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let manager = FileManager.default
    let path = sources.appending(path: place).path
    let files =
      place.hasSuffix(".swift")
      ? [path] : try manager.contentsOfDirectory(atPath: path).map { path + "/" + $0 }
    return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try literals(String(contentsOfFile: file, encoding: .utf8), isModel: place.hasSuffix("swift"))
    }
  }

  /// What stands behind `details: [`, `advice:` and the like; parts become a letter.
  private static func literals(_ source: String, isModel: Bool) -> [String] {
    let marks =
      isModel
      ? ["return \"", "nil : \"", "FieldError(\"", ", \"", "= \""]
      : ["details: [\"", "advice: \"", "message = \"", "advice = \"", "refuse(\"", "badAddress(\""]
    return source.split(separator: "\n").flatMap { line -> [String] in
      marks.compactMap { mark in
        guard let start = line.firstRange(of: mark) else { return nil }
        return literal(line[start.upperBound...])
      }
    }.filter { $0.contains(" ") && $0.contains { $0.isLowercase } && !untold.contains($0) }
  }

  /// What a person meets only by a mistake of ours; it stays as it is.
  private static let untold: Set = ["SQLite gave nothing.", "sign-in: X X"]

  /// Up to the quote that ends it; `\(…)` as `X`.
  private static func literal(_ text: Substring) -> String? {
    var result = ""
    var depth = 0
    var isEscaped = false
    for character in text {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if isEscaped {
        isEscaped = false
        if character == "(" {
          depth = 1
          result += "X"
        } else {
          result.append(character)
        }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return result
      } else {
        result.append(character)
      }
    }
    return nil
  }
}
