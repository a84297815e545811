package import Languages

/// Why a text names no key.
package enum BadKeyName: Error, Equatable, Sendable {
  /// There is no such key.
  case unknown
  /// It can be written, but no terminal ever sends it; what to write instead.
  case unreachable(LocalizedText)
}

// Names of keys as people write them in a file: `l`, `ctrl-l`, `shift-up`, `space`, `f1`.
extension Key {
  /// The first name of each is the one that is printed.
  private static let names: [(words: [String], code: Code)] =
    [
      (["space"], .character(0x20)), (["enter", "return"], .enter), (["tab"], .tab),
      (["shift-tab", "backtab"], .backtab), (["esc", "escape"], .escape),
      (["backspace"], .backspace), (["del", "delete"], .delete), (["ins", "insert"], .insert),
      (["up"], .up), (["down"], .down), (["left"], .left), (["right"], .right),
      (["home"], .home), (["end"], .end), (["pgup", "pageup"], .pageUp),
      (["pgdn", "pagedown"], .pageDown),
    ] + (1...20).map { (["f\($0)"], .function($0)) }

  private static let codes = Dictionary(
    uniqueKeysWithValues: names.flatMap { entry in entry.words.map { ($0, entry.code) } })

  private static let modifierWords: [(word: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  /// All names of keys and modifiers, for suggestions after a misspelling.
  package static let words = names.flatMap(\.words) + modifierWords.map(\.word)

  /// The name as written in a configuration. `init(named:)` reads it.
  package var name: String {
    let prefix = Key.modifierWords.filter { modifiers.contains($0.modifier) }.map(\.word).joined()
    if let entry = Key.names.first(where: { $0.code == code }) { return prefix + entry.words[0] }
    guard case .character(let value) = code, let scalar = Unicode.Scalar(value) else { return "?" }
    return prefix + String(scalar)
  }

  /// The key of that name. `^l` is `ctrl-l`.
  package init(named text: String) throws(BadKeyName) {
    var rest = text.count == 2 && text.first == "^" ? "ctrl-" + text.dropFirst() : text
    var modifiers: Modifiers = []
    if rest.lowercased() == "shift-tab" { rest = "backtab" }
    while let (word, modifier) = Key.modifierWords.first(where: {
      rest.lowercased().hasPrefix($0.word) && rest.count > $0.word.count
    }) {
      rest = String(rest.dropFirst(word.count))
      modifiers.insert(modifier)
    }
    if let code = Key.codes[rest.lowercased()] {
      self.init(code, modifiers)
    } else if rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first,
      scalar.value > 0x20, scalar.value != 0x7f, !(0x80..<0xa0).contains(scalar.value)
    {
      let lower = modifiers.contains(.control) ? rest.lowercased().unicodeScalars.first : nil
      self.init(.character((lower ?? scalar).value), modifiers)
    } else {
      throw .unknown
    }
    if let instead { throw .unreachable(instead) }
  }

  /// What to write for a key that terminals send as another one, or not at all.
  private var instead: LocalizedText? {
    if modifiers.contains(.shift), case .character = code {
      return LocalizedText(
        "write the character that it makes, such as L for shift-l",
        "schreiben Sie das Zeichen, das dabei entsteht, etwa L für shift-l")
    }
    guard modifiers.contains(.control) else { return nil }
    switch code {
    case .character(0x20): return nil
    case .character(0x69):
      return LocalizedText(
        "terminals send Tab for it: write tab", "Terminals senden dafür Tab: schreiben Sie tab")
    case .character(0x6d):
      return LocalizedText(
        "terminals send Enter for it: write enter",
        "Terminals senden dafür Enter: schreiben Sie enter")
    case .character(0x68):
      return LocalizedText(
        "terminals send Backspace for it: write backspace",
        "Terminals senden dafür Backspace: schreiben Sie backspace")
    case .character(0x5b):
      return LocalizedText("terminals send Esc for it", "Terminals senden dafür Esc")
    case .character(0x2f):
      return LocalizedText("terminals send ctrl-_ for it", "Terminals senden dafür ctrl-_")
    case .character(0x61...0x7a), .character(0x5c...0x5f): return nil
    case .character, .enter, .tab, .backtab, .escape, .backspace:
      return LocalizedText(
        "terminals can't tell it from the key without ctrl",
        "Terminals unterscheiden sie nicht von der Taste ohne ctrl")
    default: return nil
    }
  }
}
