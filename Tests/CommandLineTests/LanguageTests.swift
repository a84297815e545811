import Testing

@testable import CommandTesting

/// Texts are in the user's language. JSON does not depend on it.
@Suite struct LanguageTests {
  static let german = ["LC_ALL": "de_DE.UTF-8"]

  @Test func tablesAndErrorsUseTheLocale() throws {
    let cards = try Command.run(["--demo", "cards"], environment: LanguageTests.german)
    #expect(cards.out.contains("● Aktiv"))
    #expect(cards.out.contains("1–6 von 6"))
    #expect(!cards.out.contains("Active"))
    let failure = try Command.run(
      ["--demo", "card", "show", "none"], environment: LanguageTests.german)
    #expect(failure.err.contains("Das gibt es nicht."))
    #expect(failure.err.contains("Es gibt keine Karte mit dieser ID."))
    #expect(failure.err.contains("Code: 5269 (Exit-Status 3)"))
  }

  @Test func theOptionOverridesTheLocale() throws {
    let english = try Command.run(
      ["--demo", "--lang", "en", "cards"], environment: LanguageTests.german)
    #expect(english.out.contains("● Active"))
    let german = try Command.run(["--demo", "--lang=de", "cards"])
    #expect(german.out.contains("● Aktiv"))
    // Errors of the command line are also in the user's language.
    let wrong = try Command.run(["--lang", "de", "crads"])
    #expect(wrong.err.contains("Kein Befehl"))
  }

  @Test func jsonDoesNotDependOnTheLanguage() throws {
    let arguments = ["--demo", "programs", "--json"]
    let english = try Command.run(arguments)
    let german = try Command.run(arguments, environment: LanguageTests.german)
    #expect(english.out == german.out)
    let failure = ["--demo", "card", "show", "none", "--json"]
    #expect(
      try Command.run(failure).err
        == Command.run(failure, environment: LanguageTests.german).err)
  }
}
