package import Arguments
package import Configuration
import Glibc
import Languages
import Log
import RemoteBackend
import TextLayout
import Themes
package import WalletModel
package import Yaml

/// Adds the values of the configuration to the command line.
package struct Setup: Sendable {
  /// The contents of the file; empty if there is no file.
  package let configuration: Configuration
  /// The path of the configuration, whether it exists or not; nil: the environment names no folder.
  package let file: String?

  /// Options that name the configuration and the profile.
  package static let options = [
    CommandOption(
      "config", .file("FILE"), "use this configuration file instead of the default one"),
    CommandOption("profile", .text("NAME"), "open the wallet of this name in the configuration"),
  ]

  /// Also a setting of the configuration and of scripts.
  package static let language = CommandOption(
    "lang", .choice("LANG", Language.allCases.map(\.rawValue)),
    "the language of the screen and of messages, instead of the locale's")

  /// The same for the form into which a card is typed (E34).
  package static let formLanguage = CommandOption(
    "form-language", .choice("LANG", FormLanguage.allCases.map(\.rawValue)),
    "the language of the form for a card, of the bank's questions and of saving a card")

  /// Options of the log. Both can be settings.
  package static let logging = [
    CommandOption("log", .file("FILE"), "write a log to this file, without secrets"),
    CommandOption(
      "log-level", .choice("LEVEL", Log.Level.allCases.map(\.rawValue)),
      "the lowest level to log (info)"),
  ]

  /// The settings: options with the same names. To add a setting, add its option here.
  package static let settings =
    ScreenOptions.options + WalletOpener.options.filter { $0.name == "vault" } + logging
    + [language, formLanguage]

  /// The options that a profile can contain.
  static let profile = WalletOpener.options + RemoteOptions.options

  /// Reads the file that was named, or the default file if it exists. A file that was named must
  /// exist. Mistakes in it do not prevent the start.
  package init(_ invocation: Invocation) throws(WalletError) {
    try self.init(file: invocation.text("config"))
  }

  /// - Parameter named: The path; nil: the default file.
  package init(file named: String?) throws(WalletError) {
    file = named.map { $0.contains("/") ? $0 : "./" + $0 } ?? StandardPaths.configurationFile
    let path = file ?? ""
    guard let bytes = SmallFile(path) else {
      if named != nil || access(path, F_OK) == 0 {
        throw WalletError(
          .configuration,
          detail: .text(
            "can't read \(Text.clean(path)) as a plain file",
            "\(Text.clean(path)) ist nicht als gewöhnliche Datei lesbar"))
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

  /// Adds values for options that were not given: first those of the profile, then the settings of
  /// the file.
  ///
  /// - Parameter opensWallet: Whether the command opens a wallet. If not, the default profile is
  ///   used as far as it is valid.
  package func fill(_ invocation: inout Invocation, opensWallet: Bool) throws(WalletError) {
    let wallets = ["server", "vault", "demo", "demo-cards"]
    let named = wallets.first(where: invocation.has)
    if let name = invocation.text("profile") {
      if let named {
        throw WalletError.together("profile", named)
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
    // `vault …` works on files. A command that opens no wallet must be able to report what is
    // wrong.
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
      // A file that is not YAML has none, for a reason that must be reported.
      let reasons = configuration.profiles.isEmpty ? self.reasons(otherProblems) : []
      throw WalletError(
        .configuration,
        .text(
          "There's no profile \"\(Text.clean(name))\"", "Es gibt kein Profil „\(Text.clean(name))“"
        ),
        details: [
          .local(
            LocalizedText("\(file) doesn't have it", "in \(file) steht es nicht")
              + hint.map(Text.clean))
        ] + reasons)
    }
    let problems = problems(of: profile)
    guard problems.isEmpty else {
      throw WalletError(
        .configuration,
        .text(
          "Can't use the profile \"\(Text.clean(name))\"",
          "Das Profil „\(Text.clean(name))“ ist nicht zu verwenden"),
        details: reasons(problems))
    }
    return profile.values.mapValues(\.text)
  }

  /// The mistakes of a profile, also those of its address and pins.
  package func problems(of profile: Profile) -> [Problem] {
    guard profile.problems.isEmpty, let server = profile.server else { return profile.problems }
    func check(_ word: YamlScalar, _ body: () throws(WalletError) -> Void) -> [Problem] {
      do throws(WalletError) {
        try body()
        return []
      } catch {
        let reasons = [error.message] + error.details
        let text = LocalizedText(
          reasons.map(\.english).joined(separator: ": "),
          reasons.map(\.german).joined(separator: ": "))
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

  /// The mistakes that are reported by every command.
  package var problems: [Problem] {
    (problemsOutsideProfiles + configuration.profiles.flatMap(problems(of:))).inOrder
  }

  /// The mistakes in settings, theme and keys.
  package var problemsOutsideProfiles: [Problem] { otherProblems + themeProblems + keys.problems }

  /// The keys of the configuration.
  package var keys: KeySettings { KeySettings(configuration) }

  private var themeProblems: [Problem] {
    guard let theme = configuration.settings["theme"] else { return [] }
    var choice = ThemeChoice(theme.text)
    return choice.replaceUnknown(
      file: configuration.file, mark: { theme.parts[$0] ?? theme.mark },
      searchFolders: StandardPaths.themeFolders)
  }

  /// The mistakes outside the profiles.
  private var otherProblems: [Problem] {
    let inProfiles = Set(configuration.profiles.flatMap(\.problems))
    return configuration.problems.filter { !inProfiles.contains($0) }
  }

  private func reasons(_ problems: [Problem]) -> [Reason] {
    problems.map { .local($0.text.map(Text.clean)) }
  }
}
