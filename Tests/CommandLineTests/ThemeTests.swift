import Foundation
import Synchronization
import Testing

@testable import CommandTesting

/// Themes on the command line, and the use of colours.
struct ThemeTests {
  /// A home folder with the user's own themes.
  private func home(_ files: [String: String]) throws -> TestFolder {
    let folder = try TestFolder()
    let themes = folder.path("walletui/themes")
    try FileManager.default.createDirectory(
      atPath: themes, withIntermediateDirectories: true)
    for (name, text) in files { try folder.write(text, to: "walletui/" + name) }
    return folder
  }

  private static let faint = """
    inherits: nord
    roles:
      acent: red
      danger: '#2e3440'
    """

  @Test func themeCheckReportsMistakesAndContrastWithPositions() throws {
    let home = try home(["themes/mine.yaml": Self.faint])
    let environment = ["XDG_CONFIG_HOME": home.path("")]
    for word in ["mine", home.path("walletui/themes/mine.yaml")] {
      let run = try Command.run(["theme", "check", word], environment: environment)
      #expect(run.status == 14)
      #expect(run.out.contains("mine.yaml:3:3: no role \"acent\" (did you mean \"accent\"?)\n"))
      #expect(run.out.contains("mine.yaml:4:11: danger has 1:1 but needs 4.5:1 (24-bit"))
    }
    let json = try Command.run(["theme", "check", "mine", "--json"], environment: environment)
    #expect(json.status == 14)
    let problems = try #require(try json.object()["problems"] as? [[String: Any]])
    #expect(problems.first?["line"] as? Int == 3)
    #expect(try Command.run(["theme", "check"], environment: environment).status == 14)
    #expect(try Command.run(["theme", "check", "nord"], environment: environment).status == 0)
  }

  @Test func aUsersThemeReplacesABuiltInOneAndIsListed() throws {
    let home = try home([
      "themes/nord.yaml": "inherits: nord\nroles: {accent: '#00ff00'}\n",
      "themes/mine.yaml": Self.faint, "config.yaml": "theme: {light: mine}\n",
    ])
    let environment = ["XDG_CONFIG_HOME": home.path("")]
    let list = try Command.run(["theme", "list", "--json"], environment: environment).list()
    func row(_ name: String) throws -> [String: Any] {
      try #require(list.first { $0["name"] as? String == name })
    }
    #expect(try row("mine")["mistakes"] as? Int == 1)
    #expect(try row("mine")["isUsed"] as? Bool == true)
    #expect(try row("dark")["isUsed"] as? Bool == true)
    #expect(try row("light")["isUsed"] as? Bool == false)
    #expect(try row("nord")["file"] as? String == home.path("walletui/themes/nord.yaml"))
    #expect(try row("gruvbox")["file"] == nil)
    let shown = try Command.run(["theme", "show", "nord", "--json"], environment: environment)
    let roles = try #require(try shown.object()["roles"] as? [String: [String: Any]])
    #expect(roles["accent"]?["fg"] as? String == "#00ff00")
  }

  @Test(arguments: [
    (["--color", "always"], [:], true), (["--color", "always"], ["NO_COLOR": "1"], true),
    (["--color", "never"], [:], false), ([], [:], false), ([], ["NO_COLOR": "1"], false),
  ])
  func colours(_ words: [String], _ environment: [String: String], _ hasColours: Bool) throws {
    let run = try Command.run(["theme", "show", "nord"] + words, environment: environment)
    #expect(run.status == 0)
    #expect(run.out.contains("\u{1b}[0;1;38;2;") == hasColours)
    #expect(run.out.contains("statusLocked"))
  }

  /// ncurses has one state for the process, so commands that run in it must not look at the terminal.
  @Test func colouredThemesCanBeShownAtTheSameTime() throws {
    let coloured = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let run = try? Command.run(["theme", "show", "nord", "--color", "always"])
      if run?.out.contains("\u{1b}[0;1;38;2;") == true { coloured.withLock { $0 += 1 } }
    }
    #expect(coloured.withLock { $0 } == 16)
  }

  @Test(arguments: [
    (["theme", "show", "nrod"], "no theme \"nrod\" (did you mean \"nord\"?)"),
    (["theme", "check", "/nowhere/x.yaml"], "as a file NAME.yaml"),
    (["--theme", "darkk=nord"], "is one text, or dark=…,light=…"),
  ])
  func refused(_ words: [String], _ part: String) throws {
    let run = try Command.run(words)
    #expect(run.status == 2)
    #expect(
      run.err.contains(part.prefix(1).uppercased() + part.dropFirst()) || run.err.contains(part))
  }

  @Test func aFileKeepsItsName() throws {
    let run = try Command.run(["theme", "check", "nowhere.yaml"])
    #expect(run.err.contains("  nowhere.yaml can't be read"))
  }

  @Test func anUnknownThemeOfTheConfigurationIsReportedWithItsPosition() throws {
    let home = try home(["config.yaml": "theme:\n  light: lihgt\n  dark: nrod\n"])
    let run = try Command.run(["exit-codes"], environment: ["XDG_CONFIG_HOME": home.path("")])
    #expect(run.err.contains("config.yaml:2:10: no theme \"lihgt\""))
    #expect(run.err.contains("config.yaml:3:9: no theme \"nrod\""))
  }
}
