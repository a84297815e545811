import Arguments
import Glibc
import Languages
import Testing
import Themes
import WalletModel
import WalletUI
import Words

@testable import FrontEnd

/// The configuration as the settings of the screen read and change it.
@Suite struct SettingsFileTests {
  /// A file in a folder of its own.
  private final class File {
    let path: String
    private let folder: String

    init(_ text: String?) throws {
      var name = Array("/tmp/walletui-settings-XXXXXX".utf8CString)
      folder = String(cString: try #require(mkdtemp(&name)))
      path = folder + "/config.yaml"
      if let text { try write(text) }
    }

    deinit {
      unlink(path)
      rmdir(folder)
    }

    func write(_ text: String) throws {
      let file = try #require(fopen(path, "w"))
      defer { fclose(file) }
      fputs(text, file)
    }

    func settings(_ options: [String: String] = [:]) -> SettingsFile {
      var invocation = Invocation(command: Subcommand("", ""))
      invocation.options = options.merging(["config": path]) { given, _ in given }
      return SettingsFile(invocation)
    }
  }

  private static func details(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      let error = error as? WalletError
      return ([error?.message].compactMap { $0 } + (error?.details ?? [])).map(\.english)
    }
  }

  @Test func everySettingHasTextsAndAValue() throws {
    let file = try File("# none\n")
    let items = try file.settings().perform(.read).items
    for option in Setup.settings { #expect(items.contains { $0.id == option.name }) }
    for language in Language.allCases {
      for item in items {
        if case .choices(let parts) = item.kind {
          for part in parts {
            #expect(Words(language).settings.setting(item.id, part: part) != nil)
          }
        } else {
          #expect(Words(language).settings.setting(item.id) != nil, "\(item.id)")
        }
      }
    }
  }

  /// `watch` and the screen have the same option.
  @Test(arguments: [("notify: yes", true), ("notify: no", false), ("", false)])
  func notificationsAreASetting(_ text: String, _ isOn: Bool) throws {
    let file = try File(text + "\n")
    #expect(try file.settings().perform(.read).settings.notifies == isOn)
    #expect(try !file.settings(["notify": CommandOption.no]).perform(.read).settings.notifies)
  }

  @Test func theWalletsThatItNames() throws {
    let file = try File(
      """
      profiles:
        work:
          server: https://wallet.example
          login: ana
          pin: [AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=]
        home:
          vault: /tmp/home.vault
        broken:
          serfer: https://x

      """)
    let settings = file.settings()
    let wallets = try settings.wallets()
    #expect(wallets.map(\.name) == ["work", "home", "broken"])
    #expect(wallets[0].server == "https://wallet.example" && wallets[0].login == "ana")
    #expect(wallets[1].vault == "/tmp/home.vault" && wallets[1].server == nil)
    #expect(wallets.map { $0.problem == nil } == [true, true, false])
    let server = try #require(try settings.server(of: "work"))
    #expect(server.server == "https://wallet.example" && server.user == "ana")
    #expect(try settings.server(of: "home") == nil)
    #expect(!Self.details { _ = try settings.server(of: "broken") }.isEmpty)
  }

  @Test func aChangeIsWrittenReadAndTakenBack() throws {
    let text = "# mine\nmouse: no  # tmux\ncopy: [pan]\n"
    let file = try File(text)
    let settings = file.settings()
    let changed = try settings.perform(.set("copy", "pan,cvv"))
    #expect(changed.before == text)
    #expect(changed.text == "# mine\nmouse: no  # tmux\ncopy: [pan, cvv]\n")
    #expect(changed.settings.copy == [.pan, .cvv])
    #expect(changed["copy"]?.inFile == "pan,cvv" && changed["copy"]?.line == 3)
    let mouse = try settings.perform(.set("mouse", ""))
    #expect(mouse.mouse && mouse.text.contains("mouse: yes  # tmux"))
    let back = try settings.perform(.restore("mouse", before: mouse.before, after: mouse.text))
    #expect(back.text == changed.text && !back.mouse)
    #expect(
      Self.details {
        _ = try settings.perform(.restore("mouse", before: "x", after: "y"))
      } == ["The file has changed since, so nothing was taken back"])
    #expect(try settings.perform(.read).text == back.text)
  }

  @Test func aCodeIsRememberedOnlyIfSomebodySaysSo() throws {
    let file = try File("mouse: no\n")
    #expect(try !file.settings().perform(.read).settings.remembersCode)
    let on = try file.settings().perform(.set("remember-code", ""))
    #expect(on.settings.remembersCode && on.text.contains("remember-code: yes"))
    #expect(try !file.settings().perform(.set("remember-code", "no")).settings.remembersCode)
  }

  @Test func whatTheReaderRefusesIsRefused() throws {
    let file = try File("mouse: no\n")
    #expect(
      Self.details { _ = try file.settings().perform(.set("reveal-seconds", "31")) }.last?
        .contains("from 1 to 30") == true)
    #expect(try file.settings().perform(.read).text == "mouse: no\n")
  }

  @Test func anOptionCountsInsteadOfTheFile() throws {
    let file = try File("theme: nord\nidle-seconds: 60\n")
    let snapshot = try file.settings(["theme": "light"]).perform(.set("theme", "gruvbox"))
    #expect(snapshot["theme"]?.option == "light" && snapshot["theme"]?.inFile == "gruvbox")
    #expect(snapshot.theme.dark == "light" && snapshot.settings.idleSeconds == 60)
  }

  @Test func profilesCanBeChosenAndKeysAreCounted() throws {
    let file = try File(
      "profiles:\n  home: {vault: /v}\n  work: {vault: /w}\nkeys:\n  card.lock: [L]\n")
    let snapshot = try file.settings(["demo": ""]).perform(.set("default-profile", "work"))
    #expect(snapshot.text.hasSuffix("default-profile: work\n"))
    #expect(snapshot["default-profile"]?.kind == .choice(["home", "work"]))
    #expect(snapshot["keys"]?.inFile == "1" && snapshot["profiles"]?.inFile == "2")
    #expect(
      !Self.details { _ = try file.settings().perform(.set("default-profile", "x")) }.isEmpty)
  }
}
