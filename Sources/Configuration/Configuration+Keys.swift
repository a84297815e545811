package import Yaml

/// The keys that a file gives to a command: none, or those by which it is run and no others.
package struct KeySetting: Sendable {
  package let command: Word
  /// Each one key or several, separated by spaces: `g g`.
  package let keys: [Word]

  /// What stands for no key at all.
  package static let none = "none"
}

extension Reader {
  /// `keys:`, a mapping from commands to a key, a list of keys, or none. Which commands and keys
  /// there are is for others to know.
  mutating func readKeys(_ node: Node) {
    pairs(node) { reader, command, node in
      let what = "a key, a list of keys, or \(KeySetting.none)"
      let words: [Word?] =
        if case .sequence(let items) = node.kind {
          items.map { reader.word($0, "a key") }
        } else {
          [reader.word(node, what)]
        }
      var keys = words.compactMap { $0 }
      guard keys.count == words.count else { return }
      if let none = keys.first(where: { $0.text == KeySetting.none }) {
        if keys.count > 1 {
          reader.warn(none.mark, "\"\(KeySetting.none)\" stands alone")
        }
        keys.removeAll { $0.text == KeySetting.none }
      }
      reader.result.keys.removeAll { $0.command.text == command.text }
      reader.result.keys.append(KeySetting(command: command, keys: keys))
    }
  }
}
