package import Arguments
import Configuration
import Glibc
import Languages
package import WalletModel
package import WalletUI
import Words
import Yaml

/// The configuration as the settings of the screen read and change it.
package struct SettingsFile: Sendable {
  /// The command line, without what the configuration added.
  private let given: Invocation

  package init(_ given: Invocation) { self.given = given }

  /// Carries out a request, and returns what the configuration then is.
  package func perform(_ request: ConfigurationRequest) throws(WalletError)
    -> ConfigurationSnapshot
  {
    guard let path = try Setup(given).file else {
      throw WalletError(
        .configuration,
        .text(
          "The environment names no folder for settings",
          "Die Umgebung nennt keinen Ordner für Einstellungen"))
    }
    let disk = ConfigurationDisk(path)
    let old = try disk.read()
    var new = old
    switch request {
    case .read: break
    case .set(let id, let value): new = try changed(id, value, old, path)
    case .restore(_, let before, let after):
      guard String(decoding: old ?? [], as: UTF8.self) == after else {
        throw WalletError(
          .configuration,
          .text(
            "The file has changed since, so nothing was taken back",
            "Die Datei wurde seitdem geändert; nichts wurde zurückgenommen"))
      }
      new = Array((before.isEmpty ? header : before).utf8)
    }
    if let new, new != old { try disk.write(new, replacing: old) }
    return try snapshot(text: new ?? [], before: old ?? [])
  }

  // MARK: The wallets that it names

  /// In the order of the file.
  package func wallets() throws(WalletError) -> [NamedWallet] {
    let setup = try Setup(given)
    return setup.configuration.profiles.map { profile in
      NamedWallet(
        name: profile.name.text, server: profile.server?.text,
        login: profile.values["login"]?.text, vault: profile.vault?.text,
        problem: setup.problems(of: profile).first.map(given.words.line))
    }
  }

  /// The server of a profile, with all that the profile says of it.
  package func server(of profile: String) throws(WalletError) -> RemoteOptions? {
    var invocation = given
    invocation.fill(["profile": profile])
    try Setup(given).fill(&invocation, opensWallet: true)
    return RemoteOptions(invocation)
  }

  private var header: String { given.words.settings.configurationHeader + "\n" }

  private func changed(_ id: String, _ value: String?, _ old: [UInt8]?, _ path: String)
    throws(WalletError) -> [UInt8]
  {
    let setup = try Setup(given)
    guard let option = options(setup).first(where: { $0.name == id }) else {
      throw WalletError(.configuration)
    }
    return try ConfigurationEdit(file: path, old ?? Array(header.utf8)) { bytes in
      Configuration(
        file: path, bytes: bytes, home: StandardPaths.home, settings: Setup.settings,
        profile: Setup.profile)
    }
    .setting(option, to: value)
  }

  private static let defaultProfile = "default-profile"

  /// What can be changed.
  private func options(_ setup: Setup) -> [CommandOption] {
    let profiles = setup.configuration.profiles.map(\.name.text)
    return Setup.settings
      + (profiles.isEmpty
        ? [] : [CommandOption(Self.defaultProfile, .choice("NAME", profiles), "")])
  }

  // MARK: What the configuration is

  private func snapshot(text: [UInt8], before: [UInt8]) throws(WalletError)
    -> ConfigurationSnapshot
  {
    let setup = try Setup(given)
    var invocation = given
    try setup.fill(&invocation, opensWallet: false)
    let options = ScreenOptions(invocation, problems: setup.problems)
    return ConfigurationSnapshot(
      items: items(setup), text: String(decoding: text, as: UTF8.self),
      before: String(decoding: before, as: UTF8.self),
      problems: setup.problems.map(invocation.words.line), settings: options.settings,
      theme: options.theme, mouse: options.mouse)
  }

  private func items(_ setup: Setup) -> [SettingItem] {
    let configuration = setup.configuration
    var items = options(setup).map { option in
      var item = SettingItem(option.name, option.settingKind, usual: usual(option.name))
      let word =
        option.name == Self.defaultProfile
        ? configuration.defaultProfile : configuration.settings[option.name]
      item.inFile = word?.text
      item.line = word?.mark.line
      item.option = given.options[option.name]
      item.variable = variable(option.name)
      return item
    }
    for (id, count) in [
      ("keys", configuration.keys.count), ("profiles", configuration.profiles.count),
    ] {
      var item = SettingItem(id, .elsewhere, usual: "0")
      item.inFile = "\(count)"
      items.append(item)
    }
    return items
  }

  /// What counts without the file.
  private func usual(_ id: String) -> String {
    switch id {
    case "theme", "color": "auto"
    case "colours": given.words.settings.allColours
    case "motion": "full"
    case "title": CommandOption.yes
    case "accessible", "ascii", "mouse", "remember-code", "notify": CommandOption.no
    case "pan-separator": "space"
    case "saving-switch": SavingSwitch.off.rawValue
    case "pay-label": PayLabel.pay.rawValue
    case "reveal-seconds": "\(Settings().detailsSeconds)"
    case "idle-seconds": "\(Settings().idleSeconds)"
    case "vault": StandardPaths.abbreviated(StandardPaths.vault) ?? ""
    case "log-level": "info"
    case "lang":
      Language(asked: nil, environment: Streams.current.environment).rawValue
    case "form-language":
      FormLanguage(asked: nil, program: nil, environment: Streams.current.environment).rawValue
    default: ""
    }
  }

  /// The variable of the environment that decides a value that the file does not have.
  private func variable(_ id: String) -> String? {
    switch id {
    case "color" where ColorWhen.environmentForbids: "NO_COLOR"
    case "lang", "form-language":
      ["LC_ALL", "LC_MESSAGES", "LANG"].first { Streams.variable($0) != nil }
    default: nil
    }
  }
}

extension CommandOption {
  /// How it is changed on the screen.
  fileprivate var settingKind: SettingItem.Kind {
    switch value {
    case .none, .toggle: .toggle
    case .choice(_, let words): .choice(words)
    case .choices(_, let words): .choices(words)
    case .number(_, let range): .number(range)
    case .textOrParts: .theme
    case .text, .file, .list: .text
    }
  }
}
