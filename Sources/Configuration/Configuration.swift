package import Arguments
package import Languages
internal import Spelling
internal import WalletModel
package import Yaml

/// A user's configuration file: settings, and named wallets (profiles).
///
/// A setting is an option of the command line with the same name, so each is declared once. Invalid
/// entries are ignored and reported. The others are used.
package struct Configuration: Sendable {
  /// The path as it was given.
  package let file: String
  /// The values by the name of the option, in the form of the command line.
  package fileprivate(set) var settings: [String: YamlScalar] = [:]
  /// In the order of the file.
  package fileprivate(set) var profiles: [Profile] = []
  package fileprivate(set) var defaultProfile: YamlScalar?
  /// The keys of commands, in the order of the file.
  package internal(set) var keys: [KeySetting] = []
  /// All mistakes in the file, also those of profiles.
  package fileprivate(set) var problems: [Problem] = []

  /// Without a file nothing is set.
  package init(file: String) { self.file = file }

  /// - Parameters:
  ///   - file: The path. Relative paths in the file begin in its folder.
  ///   - home: The folder for `~/`.
  ///   - settings: The possible settings.
  ///   - profile: The possible keys of a profile.
  package init(
    file: String, bytes: UnsafeBufferPointer<UInt8>, home: String?, settings: [CommandOption],
    profile: [CommandOption]
  ) {
    var reader = Reader(file: file, home: home, known: settings, profile: profile)
    reader.read(bytes)
    self = reader.result
    problems = reader.problems
  }

  /// The profile of that name, or nil and a hint at the name that may have been meant.
  package func profile(_ name: String) -> (Profile?, hint: LocalizedText) {
    let known = profiles.map(\.name.text)
    return (
      profiles.first { $0.name.text == name }, Suggestion.hint(for: name, among: known)
    )
  }
}

/// A named wallet, on a server or in a file.
package struct Profile: Sendable {
  package let name: YamlScalar
  /// The values by the name of the option, in the form of the command line.
  package fileprivate(set) var values: [String: YamlScalar] = [:]
  /// A profile with a mistake is not used. A misspelt `pin`, for example, must not mean "no pin".
  package fileprivate(set) var problems: [Problem] = []

  package var server: YamlScalar? { values["server"] }
  package var vault: YamlScalar? { values["vault"] }
}

struct Reader: YamlFile {
  let file: String
  let home: String?
  let known: [CommandOption]
  let profile: [CommandOption]
  var result: Configuration
  var problems: [Problem] = []
  private static let profilesKey = "profiles"
  private static let defaultKey = "default-profile"
  private static let keysKey = "keys"

  init(file: String, home: String?, known: [CommandOption], profile: [CommandOption]) {
    self.file = file
    self.home = home
    self.known = known
    self.profile = profile
    result = Configuration(file: file)
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let what = LocalizedText(
      "a configuration is a mapping: \"theme: dark\", \"profiles: …\"",
      "eine Konfiguration besteht aus Einstellungen: \"theme: dark\", \"profiles: …\"")
    // Comments alone set nothing, and are no mistake.
    let parsed = Result { () throws(NotYaml) in try Node.parse(bytes) }
    if !bytes.isEmpty, case .success(nil) = parsed { return }
    guard let root = root(of: bytes, what) else { return }
    pairs(root) { reader, key, node in
      if let option = reader.known.first(where: { $0.name == key.text }) {
        reader.result.settings[key.text] = reader.value(node, option)
      } else if key.text == Self.profilesKey {
        reader.readProfiles(node)
      } else if key.text == Self.keysKey {
        reader.readKeys(node)
      } else if key.text == Self.defaultKey {
        reader.result.defaultProfile = reader.word(
          node, LocalizedText("a profile's name", "der Name eines Profils"))
      } else {
        let names = reader.known.map(\.name) + [Self.profilesKey, Self.defaultKey, Self.keysKey]
        reader.unknown(key, LocalizedText("setting", "keine Einstellung"), among: names)
      }
    }
    guard let wanted = result.defaultProfile, result.profile(wanted.text).0 == nil else { return }
    warn(
      wanted.mark,
      LocalizedText("no profile \"\(wanted.text)\"", "kein Profil „\(wanted.text)“")
        + result.profile(wanted.text).hint)
  }

  private mutating func readProfiles(_ node: Node) {
    pairs(node) { reader, name, node in
      let before = reader.problems.count
      var profile = Profile(name: name)
      reader.pairs(node) { reader, key, node in
        if let option = reader.profile.first(where: { $0.name == key.text }) {
          profile.values[key.text] = reader.value(node, option)
        } else {
          reader.unknown(key, LocalizedText("key", "unbekannt:"), among: reader.profile.map(\.name))
        }
      }
      if reader.problems.count == before { reader.check(profile) }
      profile.problems = Array(reader.problems[before...])
      reader.result.profiles.removeAll { $0.name.text == name.text }
      reader.result.profiles.append(profile)
    }
  }

  private mutating func check(_ profile: Profile) {
    guard profile.server != nil else {
      if profile.vault == nil {
        warn(
          profile.name.mark, "a profile needs a server or a vault",
          "ein Profil braucht einen Server oder einen Tresor")
      }
      for (name, value) in profile.values where name != "vault" && name != "passphrase-file" {
        warn(value.mark, "\"\(name)\" goes with a server", "„\(name)“ gehört zu einem Server")
      }
      return
    }
    for name in ["vault", "passphrase-file"] {
      guard let value = profile.values[name] else { continue }
      warn(
        value.mark, "\"\(name)\" and a server don't go together",
        "„\(name)“ und ein Server gehen nicht zusammen")
    }
  }

  /// The value in the form of the command line. If it is invalid, reports it and returns nil.
  private mutating func value(_ node: Node, _ option: CommandOption) -> YamlScalar? {
    switch (option.value, node.kind) {
    case (.list, .sequence(let items)), (.choices, .sequence(let items)):
      let words = items.compactMap { word($0, LocalizedText("a text", "ein Text")) }
      guard words.count == items.count else { return nil }
      return checked(words.map(\.text).joined(separator: ","), node.mark, option)
    case (.textOrParts(_, let words), .mapping):
      var parts: [String] = []
      var marks: [String: Mark] = [:]
      pairs(node) { reader, key, value in
        guard words.contains(key.text) else {
          return reader.unknown(key, LocalizedText("key", "unbekannt:"), among: words)
        }
        guard let word = reader.word(value, LocalizedText("a text", "ein Text")) else { return }
        parts.append("\(key.text)=\(word.text)")
        marks[word.text] = word.mark
      }
      if parts.isEmpty { return nil }
      var whole = checked(parts.joined(separator: ","), node.mark, option)
      whole?.parts = marks
      return whole
    default:  // All other values are one word: a node of another kind is reported.
      guard
        let word = word(
          node, LocalizedText("a value for \"\(option.name)\"", "ein Wert für „\(option.name)“"))
      else { return nil }
      return checked(word.text, word.mark, option)
    }
  }

  private mutating func checked(_ text: String, _ mark: Mark, _ option: CommandOption)
    -> YamlScalar?
  {
    var text = text
    switch option.value {
    case .none, .toggle:
      guard let isOn = Self.switches[text.lowercased()] else {
        warn(mark, "\"\(option.name)\" must be yes or no", "„\(option.name)“ muss yes oder no sein")
        return nil
      }
      text = isOn ? CommandOption.yes : CommandOption.no
    case .file: text = path(text)
    case .text, .textOrParts, .list, .number, .choice, .choices:
      if let problem = option.value.problem(text) {
        var hint = LocalizedText(verbatim: "")
        if case .choice(_, let words) = option.value {
          hint = Suggestion.hint(for: text, among: words)
        }
        warn(
          mark,
          LocalizedText(
            "\"\(option.name)\" \(problem.english)", "„\(option.name)“ \(problem.german)") + hint)
        return nil
      }
      text = option.value.canonical(text)
    }
    return YamlScalar(text: text, mark: mark)
  }

  private static let switches = [
    "yes": true, "true": true, "on": true, "no": false, "false": false, "off": false,
  ]

  /// `~/` is the home folder. A relative path begins in the file's folder. `-` is standard input.
  private func path(_ text: String) -> String {
    if text == "-" || text.hasPrefix("/") { return text }
    if text.hasPrefix("~/"), let home { return home + text.dropFirst() }
    guard let cut = file.lastIndex(of: "/") else { return text }
    return file[...cut] + text
  }
}
