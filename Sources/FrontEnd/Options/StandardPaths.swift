import Glibc

/// The folders of the XDG rules. A relative path in the environment counts as unset.
package enum StandardPaths {
  /// Configuration and themes; nil when the environment names none.
  package static var configuration: String? { folder("XDG_CONFIG_HOME", "/.config") }
  /// The wallet's file; nil when the environment names none.
  static var data: String? { folder("XDG_DATA_HOME", "/.local/share") }
  /// What is to be remembered but is no data; nil when the environment names none.
  static var state: String? { folder("XDG_STATE_HOME", "/.local/state") }
  static var home: String? { variable("HOME") }

  /// The configuration, there or not.
  package static var configurationFile: String? { configuration.map { $0 + "/config.yaml" } }
  /// The usual vault, there or not.
  package static var vault: String? { data.map { $0 + "/wallet.vault" } }
  /// What was committed last to each vault.
  package static var commits: String? { state.map { $0 + "/commits" } }
  /// Changes on servers whose answers are waited for.
  package static var changes: String? { state.map { $0 + "/changes" } }
  /// What servers know this installation by.
  package static var device: String? { state.map { $0 + "/device-id" } }
  /// A person's own themes shadow the built-in ones.
  package static var themes: String? { configuration.map { $0 + "/themes" } }
  /// Where themes are looked for before the built-in ones.
  package static var themeFolders: [String] { [themes].compactMap { $0 } }

  /// A path as people write it, with `~` for their home.
  package static func abbreviated(_ path: String?) -> String? {
    guard let path, let home, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private static func folder(_ name: String, _ usual: String) -> String? {
    if let named = variable(name), named.hasPrefix("/") { return named + "/walletui" }
    return home.map { $0 + usual + "/walletui" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }
}
