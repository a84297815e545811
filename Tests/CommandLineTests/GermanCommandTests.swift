import Foundation
import Testing

@testable import CommandTesting

/// Each command in German: the text contains no English, and the JSON is the same.
struct GermanCommandTests {
  /// Commands that run in a home folder with mistakes in every file, in addition to those of
  /// `CommandTests`.
  private static let inAHome: [(words: [String], status: Int32)] = [
    (["doctor"], 0), (["keys", "--check"], 14), (["keys"], 0), (["theme", "check", "mine"], 14),
    (["theme", "list"], 0), (["theme", "show", "mine"], 0), (["profiles"], 0), (["paths"], 0),
    (["--profile", "bank", "cards"], 14), (["--profile", "bnk", "cards"], 14),
    (["theme", "check", "nrd"], 2), (["demo", "check", "wrong.walletscript"], 15),
    (["demo", "check", "late.walletscript"], 15), (["demo", "check", "none"], 24),
    (["--demo", "shop", "merchants"], 0),
    (["--server", "http://127.0.0.1:1", "--insecure-loopback", "doctor"], 1), ([], 14),
    (["--demo"], 2),
    (
      ["--demo", "shop", "authorize", "cafe-lumiere", "5", "--number-file", "open"]
        + ["--expiry", "01/2030"], 3
    ),
  ]

  private static let files = [
    ".config/walletui/config.yaml": """
    them: drak
    theme: drk
    reveal-seconds: 99
    mouse: maybe
    color: sometimes
    copy: [pan, foo]
    default-profile: wrk
    theme: {dork: light}
    log: {}
    profiles:
      work: {}
      bank: {server: "http://x.example", vault: a, pn: b}
    keys:
      card.lock: [q, "g g", ctrl-i, shift-l, "a b c d e", foo, none, "Esc a"]
      revel: r
    """,
    ".config/walletui/themes/mine.yaml": """
    inherits: nodr
    appearance: drak
    roles:
      acent: red
      text: {fg: '#12', attrs: [bld]}
      danger: '#2e3440'
      muted: #333
      info: plue
    palette:
      a: a
      b: {ansi16: red}
    faces: 7
    """,
    ".config/walletui/themes/torn.yaml": "roles: [\n",
    "wrong.walletscript": """
    set size 1
    key ctrl-i foo
    typ "a"
    wait
    wait "a" 5
    caption a
    mark "a b"
    pause 9000s
    type "a
    """,
    "late.walletscript": "wait \"never there\" 1s\n", "open": "4111111111111111\n",
  ]

  private static func home() throws -> TestFolder {
    let home = try TestFolder()
    for (name, text) in files { try home.write(text + "\n", to: name) }
    chmod(home.path("open"), 0o644)
    return home
  }

  private static func run(_ words: [String], _ home: TestFolder, _ language: String) throws -> Run {
    let here = words.map { files[$0] == nil ? $0 : home.path($0) }
    return try Command.run(
      here, environment: ["HOME": home.url.path, "LC_MESSAGES": language, "TERM": "vt100"])
  }

  /// Words that are not our own, and words that are the same in both languages.
  private static let alike: Set<String> = [
    // Names of cards, merchants, people, phone wallets, systems and programs.
    "Everyday", "Groceries", "Travel", "Shopping", "New", "plastic", "Old", "Train", "Ana",
    "Petrova", "Café", "Ramen", "Tōkyō", "Mastercard", "Visa", "Apple", "Google", "Samsung", "Pay",
    "Central", "Naschmarkt", "Trenitalia", "Wizz", "Air", "Hotel", "Sacher", "Wien", "walletui",
    "xclip", "xsel", "KiB", "tour", "work", "bank", "Sofia", "Spotify", "Billa", "Shell", "Zalando",
    "Netflix", "Vodafone",
    "Refund", "Lumière", "Lidl", "Work", "agency", "Vienna", "Camping", "stove", "Music", "Trains",
    // A word of both languages.
    "Persona",
    // Words of files, libyaml and libcurl.
    "pan", "cvv", "expiry", "holder", "auto", "always", "never", "yes", "none", "bold", "color",
    "rrggbb", "appearance", "Tab", "node", "content", "Failed", "Couldn", "connect", "server",
    "port", "after",
    // Names of checks, which are in no other list.
    "clipboard", "locale", "memory", "debuggers", "terminal", "path", "home",
    // Names of brands.
    "American", "Express", "Discover",
    // Words that are German as well.
    "Name", "Status", "Code", "Wallet", "Version", "Digital", "Text", "Token", "App", "Server",
    "Terminal",
    "Codes", "Alias", "Demo", "Passphrase", "Tokens", "Export", "Budget", "Budgets",
  ]

  /// The words of sentences, without quoted texts, paths, options, ids and words with a capital
  /// letter inside.
  private static func tokens(_ text: String) -> Set<String> {
    // The screen of a script has the language of the script.
    let own = text.split(separator: "\n").filter { !$0.hasPrefix("  |") }.joined(separator: "\n")
    let quotes = own.replacing(/`[^`]*`|"[^"]*"|„[^“]*“|“[^”]*”|\{[^}]*\}|\[[^\]]*\]/, with: " ")
    let words = quotes.split(whereSeparator: \.isWhitespace).filter { word in
      !word.dropLast().contains { "/._=@-:0123456789".contains($0) }
    }
    return Set(
      words.flatMap { $0.split { !$0.isLetter } }.map(String.init).filter {
        $0.count > 2 && $0 != $0.uppercased()
      })
  }

  private static func english(_ a: Run, _ b: Run) -> Set<String> {
    tokens(a.out + a.err).intersection(tokens(b.out + b.err)).subtracting(alike)
  }

  /// Identifiers: roles of themes, commands, and names of themes and checks.
  private static let identifiers = (try? identifiers(of: home())) ?? []

  private static func identifiers(of home: TestFolder) throws -> Set<String> {
    // The same in German.
    var all: Set<String> = ["Personas"]
    let show = try run(["theme", "show", "mine", "--json"], home, "C.UTF-8").object()
    for part in ["roles", "faces"] { all.formUnion((show[part] as? [String: Any] ?? [:]).keys) }
    for row in try run(["theme", "list", "--json"], home, "C.UTF-8").list() {
      all.formUnion([row["name"], row["appearance"]].compactMap { $0 as? String })
    }
    for row in try run(["keys", "--json"], home, "C.UTF-8").list() {
      let keys = row["keys"] as? [[String: Any]] ?? []
      all.formUnion([row["command"] as? String ?? ""])
      all.formUnion(keys.compactMap { $0["key"] as? String })
    }
    for row in try run(["--demo", "shop", "merchants", "--json"], home, "C.UTF-8").list() {
      for name in ["id", "name", "city"] { all.formUnion(tokens(row[name] as? String ?? "")) }
      all.formUnion(tokens((row["id"] as? String ?? "").replacing("-", with: " ")))
    }
    for row in try run(["paths", "--json"], home, "C.UTF-8").list() {
      all.formUnion([row["name"] as? String ?? ""])
    }
    let checks = try run(["doctor", "--json"], home, "C.UTF-8").object()["checks"]
    for check in checks as? [[String: Any]] ?? [] {
      all.formUnion([check["name"] as? String ?? ""])
    }
    return all
  }

  @Test(arguments: inAHome.indices)
  func errorsAreInGerman(_ index: Int) throws {
    let (words, status) = GermanCommandTests.inAHome[index]
    let home = try GermanCommandTests.home()
    let english = try GermanCommandTests.run(words, home, "C.UTF-8")
    let german = try GermanCommandTests.run(words, home, "de_DE.UTF-8")
    #expect(english.status == status, "\(english.out)\(english.err)")
    #expect(german.status == status)
    let left = GermanCommandTests.english(english, german)
      .subtracting(GermanCommandTests.identifiers)
    #expect(left == [], "\(german.out)\(german.err)")
    // Control: the comparison can fail.
    #expect(!GermanCommandTests.english(english, english).isEmpty)
  }

  @Test(
    arguments: [
      "shop authorize", "tokens add", "pay create", "pay list", "saved list", "saved remove",
      "vault passwd", "vault backup", "vault restore", "vault export", "vault import",
    ]
      + onTheDemo.map(\.command))
  func noEnglishIsLeftInAnswers(_ command: String) throws {
    let scenario = try #require(CommandTests.scenarios.first { $0.command == command })
    let english = try CommandTests.text(scenario)
    let german = try Binary.$language.withValue("de_DE.UTF-8") { try scenario.run([]) }
    #expect(german.status == scenario.status, "\(german.err)")
    #expect(GermanCommandTests.english(english, german) == [], "\(german.out)\(german.err)")
  }

  @Test(arguments: ["shop authorize", "doctor", "keys"] + onTheDemo.map(\.command))
  func jsonDoesNotDependOnTheLanguage(_ command: String) throws {
    let scenario = try #require(CommandTests.scenarios.first { $0.command == command })
    let english = try CommandTests.answer(scenario)
    let german = try Binary.$language.withValue("de_DE.UTF-8") { try scenario.run(["--json"]) }
    #expect(
      GermanCommandTests.withoutChance(english.out) == GermanCommandTests.withoutChance(german.out))
    #expect(english.err == german.err)
  }

  /// Commands that need no vault of their own, which takes seconds. Not the commands of the list
  /// above, the references for programmers (in English like the manual) and the bank's messages.
  private static let onTheDemo = CommandTests.scenarios.filter {
    $0.own == nil && $0.key != nil
      && !["exit-codes", "phone", "keys", "doctor", "demo list", "paths"].contains($0.command)
      && !$0.command.hasPrefix("theme") && !$0.command.hasPrefix("shop")
  }

  /// The JSON without ids, keys and times, which differ each time.
  private static func withoutChance(_ json: String) -> String {
    json.replacing(/"[^" ]*[0-9][^" ]*"|"[^" ]{16,}"/, with: "\"…\"").replacing(/[0-9]+/, with: "0")
  }

  @Test(arguments: ["doctor", "keys", "theme list", "theme check mine", "profiles", "paths"])
  func mistakesInJSONDoNotDependOnTheLanguage(_ command: String) throws {
    let home = try GermanCommandTests.home()
    let words = command.split(separator: " ").map(String.init) + ["--json"]
    let english = try GermanCommandTests.run(words, home, "C.UTF-8")
    let german = try GermanCommandTests.run(words, home, "de_DE.UTF-8")
    #expect(english.out.count > 20)
    #expect(english.out == german.out)
  }
}
