/// The folders of the XDG Base Directory Specification. A relative path in the environment is
/// ignored.
package enum StandardPaths {
  /// The folder for configuration and themes; nil: the environment names none.
  package static var configuration: String? { folder("XDG_CONFIG_HOME", "/.config") }
  /// The folder of the wallet's file; nil: the environment names none.
  static var data: String? { folder("XDG_DATA_HOME", "/.local/share") }
  /// The folder for other data that is kept; nil: the environment names none.
  static var state: String? { folder("XDG_STATE_HOME", "/.local/state") }
  static var home: String? { Streams.variable("HOME") }

  /// The path of the configuration, whether it exists or not.
  package static var configurationFile: String? { configuration.map { $0 + "/config.yaml" } }
  /// The default path of the vault, whether it exists or not.
  package static var vault: String? { data.map { $0 + "/wallet.vault" } }
  /// The folder that records the last commit to each vault.
  package static var commits: String? { state.map { $0 + "/commits" } }
  /// The folder for changes on servers that have no answer yet.
  package static var changes: String? { state.map { $0 + "/changes" } }
  /// The folder for this device's keys of wallets on servers, and for what is cached of them.
  package static var keys: String? { state.map { $0 + "/keys" } }
  /// The file with the id of this installation.
  package static var device: String? { state.map { $0 + "/device-id" } }
  /// The file with the simulated devices of this installation.
  package static var phones: String? { state.map { $0 + "/phones" } }
  /// The folder of the user's own themes, which replace built-in ones of the same name.
  package static var themes: String? { configuration.map { $0 + "/themes" } }
  /// The folders that are searched before the built-in themes.
  package static var themeFolders: [String] { [themes].compactMap { $0 } }

  /// The path with `~` in place of the home folder.
  package static func abbreviated(_ path: String?) -> String? {
    guard let path, let home, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// The path with the home folder in place of `~`.
  package static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private static func folder(_ name: String, _ usual: String) -> String? {
    if let named = Streams.variable(name), named.hasPrefix("/") { return named + "/walletui" }
    return home.map { $0 + usual + "/walletui" }
  }
}
