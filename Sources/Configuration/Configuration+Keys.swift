import Languages
package import Yaml

/// The keys that a file sets for a command. They replace the built-in ones.
package struct KeySetting: Sendable {
  package let command: YamlScalar
  /// Each entry has one key or a sequence of keys, separated by spaces: `g g`.
  package let keys: [YamlScalar]

  /// The word for no key.
  package static let none = "none"
}

extension Reader {
  /// Reads `keys:`, which maps commands to a key, a list of keys, or none. The names of commands
  /// and keys are checked elsewhere.
  mutating func readKeys(_ node: Node) {
    pairs(node) { reader, command, node in
      let what = LocalizedText(
        "a key, a list of keys, or \(KeySetting.none)",
        "eine Taste, eine Liste von Tasten oder \(KeySetting.none)")
      let words: [YamlScalar?] =
        if case .sequence(let items) = node.kind {
          items.map { reader.word($0, LocalizedText("a key", "ein Schlüssel")) }
        } else {
          [reader.word(node, what)]
        }
      var keys = words.compactMap { $0 }
      guard keys.count == words.count else { return }
      if let none = keys.first(where: { $0.text == KeySetting.none }) {
        if keys.count > 1 {
          reader.warn(
            none.mark, "\"\(KeySetting.none)\" stands alone", "„\(KeySetting.none)“ steht allein")
        }
        keys.removeAll { $0.text == KeySetting.none }
      }
      reader.result.keys.removeAll { $0.command.text == command.text }
      reader.result.keys.append(KeySetting(command: command, keys: keys))
    }
  }
}
