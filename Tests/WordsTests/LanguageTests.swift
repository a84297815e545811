import Languages
import Testing

@Suite struct LanguageTests {
  @Test(arguments: [
    ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german),
    (["LANG": "de_AT@euro"], .german), (["LANG": "C.UTF-8"], .english),
    (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "den_CA"], .english),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], .english),
    (["LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], .german),
    (["LANG": "de_DE", "LC_MESSAGES": "de_DE", "LC_ALL": "POSIX"], .english),
    (["LANG": "de_DE", "LC_ALL": ""], .german),
  ])
  func localeNamesTheLanguage(_ environment: [String: String], _ language: Language) {
    #expect(Language(asked: nil) { environment[$0] } == language)
  }

  @Test func theRequestedLanguageComesFirst() {
    #expect(Language(asked: "de") { _ in "en_US.UTF-8" } == .german)
    #expect(Language(asked: "en") { _ in "de_DE.UTF-8" } == .english)
  }
}
