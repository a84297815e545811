package import Arguments
import Canvas
package import Configuration
import Glibc
import Log
import RemoteBackend
import TextLayout
import Themes
package import WalletModel
import Words
package import Yaml

/// What the configuration adds to the command line.
package struct Setup: Sendable {
  /// What the file says; empty where there is none.
  package let configuration: Configuration
  /// The configuration's file, there or not; nil when the environment names no folder.
  package let file: String?

  /// Options that say which configuration and profile are used.
  package static let options = [
    CommandOption("config", .file("FILE"), "the configuration instead of the usual one"),
    CommandOption("profile", .text("NAME"), "the wallet of that name in the configuration"),
  ]

  /// Also a setting, and a setting of scripts.
  package static let language = CommandOption(
    "lang", .choice("LANG", Language.allCases.map(\.rawValue)),
    "the language on screen and in answers to people, instead of the locale's")

  /// Options of the log; both can be settings.
  package static let logging = [
    CommandOption("log", .file("FILE"), "write there what is done; never a secret"),
    CommandOption(
      "log-level", .choice("LEVEL", Log.Level.allCases.map(\.word)),
      "leave out of it what is less (info)"),
  ]

  /// What can be set: options under their own names. One line more is one setting more.
  package static let settings =
    ScreenOptions.options + WalletOpener.options.filter { $0.name == "vault" } + logging
    + [language]

  /// What a profile can say.
  static let profile = WalletOpener.options + RemoteOptions.options

  /// Reads the file that was named, or the usual one where there is one. A file that was named
  /// must be there; mistakes in it refuse nothing.
  package init(_ invocation: Invocation) throws(WalletError) {
    try self.init(file: invocation.text("config"))
  }

  /// - Parameter named: nil: the usual one.
  package init(file named: String?) throws(WalletError) {
    file = named.map { $0.contains("/") ? $0 : "./" + $0 } ?? StandardPaths.configurationFile
    let path = file ?? ""
    guard let bytes = SmallFile(path) else {
      if named != nil || access(path, F_OK) == 0 {
        throw WalletError(
          .configuration, details: ["\(Text.clean(path)) cannot be read as a plain file"])
      }
      configuration = Configuration(file: path)
      return
    }
    configuration = bytes.use {
      Configuration(
        file: path, bytes: $0, home: StandardPaths.home, settings: Setup.settings,
        profile: Setup.profile)
    }
  }

  /// Fills in what was not given: first from the profile, then from the settings of the file.
  ///
  /// - Parameter opensWallet: Whether the command opens one; where it does not, the default profile is
  ///   used as far as it can be.
  package func fill(_ invocation: inout Invocation, opensWallet: Bool) throws(WalletError) {
    let wallets = ["server", "vault", "demo", "demo-cards"]
    let named = wallets.first(where: invocation.has)
    if let name = invocation.text("profile") {
      if let named {
        throw WalletError(.usage, details: ["--profile and --\(named) do not go together"])
      }
      invocation.fill(try usable(name))
    } else if named == nil, let name = configuration.defaultProfile?.text {
      try fill(&invocation, withDefault: name, opensWallet: opensWallet)
    }
    let hasWallet = wallets.contains(where: invocation.has)
    for (name, value) in configuration.settings where !(name == "vault" && hasWallet) {
      invocation.fill([name: value.text])
    }
  }

  private func fill(
    _ invocation: inout Invocation, withDefault name: String, opensWallet: Bool
  ) throws(WalletError) {
    let isServer = configuration.profile(name).0?.server != nil
    // `vault …` is about files, and what opens no wallet must say what is wrong with one.
    if isServer && invocation.command.path.first == "vault" { return }
    if opensWallet {
      invocation.fill(try usable(name))
    } else if let values = try? usable(name) {
      invocation.fill(values)
    }
  }

  private func usable(_ name: String) throws(WalletError) -> [String: String] {
    let (found, hint) = configuration.profile(name)
    guard let profile = found else {
      let file = Text.clean(configuration.file)
      // A file that is not YAML has none, for a reason that must be told.
      let reasons = configuration.profiles.isEmpty ? texts(otherProblems) : []
      throw WalletError(
        .configuration, "There is no profile \"\(Text.clean(name))\"",
        details: ["\(file) has none of that name" + Text.clean(hint)] + reasons)
    }
    let problems = problems(of: profile)
    guard problems.isEmpty else {
      throw WalletError(
        .configuration, "The profile \"\(Text.clean(name))\" cannot be used",
        details: texts(problems))
    }
    return profile.values.mapValues(\.text)
  }

  /// What is wrong with a profile, the address and the pins included.
  package func problems(of profile: Profile) -> [Problem] {
    guard profile.problems.isEmpty, let server = profile.server else { return profile.problems }
    func check(_ word: Word, _ body: () throws(WalletError) -> Void) -> [Problem] {
      do throws(WalletError) {
        try body()
        return []
      } catch {
        let text = ([error.message] + error.details).joined(separator: ": ")
        return [Problem(file: configuration.file, mark: word.mark, message: text)]
      }
    }
    let loopback = profile.values["insecure-loopback"]?.text == CommandOption.yes
    let address = check(server) { () throws(WalletError) in
      _ = try RemoteProfile(server: server.text, insecureLoopback: loopback)
    }
    guard address.isEmpty, let pins = profile.values["pin"] else { return address }
    return check(pins) { () throws(WalletError) in
      var remote = try RemoteProfile(server: server.text, insecureLoopback: loopback)
      for pin in pins.text.split(separator: ",") { try remote.pin(String(pin)) }
    }
  }

  /// Mistakes that are told whatever is asked for.
  package var problems: [Problem] {
    (problemsOutsideProfiles + configuration.profiles.flatMap(problems(of:))).inOrder
  }

  /// Mistakes in settings, theme and keys.
  package var problemsOutsideProfiles: [Problem] { otherProblems + themeProblems + keys.problems }

  /// The keys that the configuration asks for.
  package var keys: KeySettings { KeySettings(configuration) }

  private var themeProblems: [Problem] {
    guard let theme = configuration.settings["theme"] else { return [] }
    var choice = ThemeChoice(theme.text)
    return choice.leaveOutUnknown(
      file: configuration.file, mark: { theme.parts[$0] ?? theme.mark },
      searchFolders: StandardPaths.themeFolders)
  }

  /// Those outside the profiles.
  private var otherProblems: [Problem] {
    let inProfiles = Set(configuration.profiles.flatMap(\.problems))
    return configuration.problems.filter { !inProfiles.contains($0) }
  }

  private func texts(_ problems: [Problem]) -> [String] {
    problems.map { Text.clean($0.description) }
  }
}
