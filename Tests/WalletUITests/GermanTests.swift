import Canvas
import Languages
import ScreenKit
import Testing
import Themes
import WalletModel
import Words

@testable import WalletUI

@Suite struct GermanTests {
  private static let theme = ThemeLibrary.load(named: "dark", depth: .indexed256).0

  private static func canvas(_ scene: Scene, _ size: Size, _ language: Language) -> Canvas {
    Fixture.$language.withValue(language) { render(scene.state(size), theme) }
  }

  /// German texts are longer. These goldens show what is cut.
  @Test(arguments: Scene.withGoldens)
  func everySceneMatchesItsGermanGolden(_ scene: Scene) {
    let frames = [Size(80, 24), Size(40, 15)].map { GermanTests.canvas(scene, $0, .german) }
    Golden.check(characters: frames, "de-\(scene.rawValue)")
  }

  /// Words that are not our own, and words that are the same in both languages.
  private static let alike: Set<String> = [
    // The sample cards, their programmes, payments and owner, and the bank's message.
    "Everyday", "Groceries", "Travel", "Shopping", "New", "plastic", "Old", "SKRILL", "Skrill",
    "PHYSICAL",
    "VIRTUAL", "VISA", "MC", "EEA", "ANA", "PETROVA", "Ana", "Petrova", "Lidl", "Sofia", "Café",
    "Lumière", "ÖBB", "Ramen", "Tōkyō", "Refund", "Zalando", "Spotify", "Shell", "Billa", "EUR",
    "Your", "bank", "Code", "to", "show", "the", "PIN", "of", "card", "Do", "not", "share",
    "Apple", "Pay", "SMS", "example", "com", "https", "wallet", "ana", "at", "cards", "vault",
    "Duolingo", "Humble", "Bundle", "GitHub", "Hotel", "Vienna", "Ozone", "Work",
    "local", "walletui", "demo", "visa", "pin", "config", "yaml", "Streaming", "NAME",
    // Months.
    "Jun", "Jul", "Aug", "Sep", "November", "April", "August",
    // Names of themes.
    "dark", "light", "terminal", "high", "contrast", "colour", "blind", "nord",
    "gruvbox", "dracula", "catppuccin", "everforest", "solarized", "rose", "pine", "dawn", "auto",
    // The beginning of a title below a dialog.
    "Vir",
    // Keys and codes.
    "Enter", "Esc", "Tab", "WUI", "VERSION", "NET", "OFFLINE", "PgDn", "PgUp", "Home", "End",
    // German as well.
    "Visa", "Mastercard", "Terminal", "Status",
    // The key that changes the language says so in the other one.
    "English", "Deutsch",
    // German as well.
    "App", "Name", "Persona", "Personas", "Wallets", "CVV", "Version", "Digital",
    "DIGITAL", "offline", "min", "Passphrase", "Codes", "Demo", "Wallet", "Nov", "Authenticator",
    "Filter", "check", "November", "was", "September", "Programm", "Online", "online", "Budget",
    "Budgets",
    // Brands of cards, and the place of a digit.
    "American", "Express", "Discover", "Secure", "XXXX", "Diners", "Club", "JCB", "Dankort",
    "Maestro", "Forbrugsforeningen", "Business", "ECI",
  ]
  /// What settings and commands are called in files.
  private static let inFiles: Set<String> = [
    "space", "full", "yes", "quit", "copy", "keys", "looks", "mouse", "cvv", "idle", "seconds",
    "lock", "unlock", "theme", "state", "ISSUED", "config", "yaml", "reveal", "log", "Theme",
    "ASCII",
  ]

  private static func tokens(_ canvas: Canvas) -> Set<String> {
    let text = (0..<canvas.size.height).map { canvas.text(row: $0) }.joined(separator: "\n")
    return Set(text.split { !$0.isLetter }.map(String.init).filter { $0.count > 2 })
  }

  /// Words that are on the screen in both languages and are not exceptions, complete or cut.
  private static func untranslated(_ scene: Scene, _ size: Size) -> Set<String> {
    tokens(canvas(scene, size, .english)).intersection(tokens(canvas(scene, size, .german)))
      .filter { word in !alike.union(inFiles).contains { $0.contains(word) } }
  }

  @Test(arguments: Scene.allCases)
  func noEnglishIsLeftOnTheScreen(_ scene: Scene) {
    for size in [Size(120, 40), Size(80, 24), Size(40, 15)] {
      #expect(GermanTests.untranslated(scene, size) == [], "\(size)")
    }
  }

  /// Control: the exceptions do not hide the table.
  @Test func theControlFindsEnglish() {
    let english = Scene.allCases.map { scene in
      GermanTests.tokens(GermanTests.canvas(scene, Size(120, 40), .english))
        .subtracting(GermanTests.alike)
    }
    #expect(english.allSatisfy { $0.count > 2 })
  }

  /// Each command has different words in both languages.
  @Test func commandsDiffer() {
    for command in CommandRegistry.all {
      let english = command.text(.english)
      let german = command.text(Words(.german))
      #expect(english.doc != german.doc)
      #expect((english.hint == nil) == (german.hint == nil), "\(command.id)")
      #expect(german.doc.hasSuffix("."))
    }
  }

  @Test func theFilterFindsTranslatedStatuses() {
    var state = Fixture.$language.withValue(.german) { Fixture.state() }
    state.type("/gesperrt")
    #expect(state.cards.list.count == 1)
    #expect(state.focusedRow?.status == .locked)
  }
}
