package import Languages
internal import Spelling

/// A text and its position in a file.
package struct YamlScalar: Sendable {
  package let text: String
  package let mark: Mark
  /// If the text was composed of several parts: the position of each.
  package var parts: [String: Mark] = [:]
  package init(text: String, mark: Mark) {
    self.text = text
    self.mark = mark
  }
}

/// The contents of one file. Invalid entries are ignored, and their problems are collected.
package protocol YamlFile {
  /// The path as given, for the problems.
  var file: String { get }
  var problems: [Problem] { get set }
}

extension YamlFile {
  package mutating func warn(_ mark: Mark, _ message: LocalizedText) {
    problems.append(Problem(file: file, mark: mark, message: message))
  }

  package mutating func warn(_ mark: Mark, _ english: String, _ german: String) {
    warn(mark, LocalizedText(english, german))
  }

  /// The mapping that makes up the whole file. If it is something else, reports it and returns nil.
  ///
  /// - Parameter what: Says what the file should be.
  package mutating func root(of bytes: UnsafeBufferPointer<UInt8>, _ what: LocalizedText) -> Node? {
    do throws(NotYaml) {
      guard let root = try Node.parse(bytes) else {
        warn(Mark(line: 1, column: 1), "the file is empty", "die Datei ist leer")
        return nil
      }
      if case .mapping = root.kind { return root }
      warn(root.mark, what)
    } catch {
      warn(error.mark, LocalizedText("not YAML: ", "kein YAML: ") + error.message)
    }
    return nil
  }

  package mutating func word(_ node: Node, _ what: LocalizedText) -> YamlScalar? {
    if let text = node.text { return YamlScalar(text: text, mark: node.mark) }
    warn(node.mark, "expected \(what.english)", "erwartet: \(what.german)")
    return nil
  }

  /// Visits the pairs of a mapping. Reports duplicate keys.
  package mutating func pairs(_ node: Node, _ body: (inout Self, YamlScalar, Node) -> Void) {
    guard case .mapping(let pairs) = node.kind else {
      return warn(
        node.mark, "expected a mapping (key: value)", "erwartet: eine Zuordnung (Schlüssel: Wert)")
    }
    var seen: Set<String> = []
    for (key, value) in pairs {
      guard let word = word(key, LocalizedText("a key", "ein Schlüssel")) else { continue }
      if !seen.insert(word.text).inserted {
        warn(
          word.mark, "\"\(word.text)\" is given twice; the last one counts",
          "„\(word.text)“ steht zweimal da; das letzte gilt")
      }
      body(&self, word, value)
    }
  }

  /// Visits the pairs of a mapping whose keys are the cases of `Name`. Reports unknown and
  /// duplicate keys.
  package mutating func each<Name: RawRepresentable<String> & CaseIterable>(
    _ node: Node, _ what: LocalizedText, _ names: Name.Type,
    _ body: (inout Self, Name, Node) -> Void
  ) {
    pairs(node) { file, key, value in
      if let name = Name(rawValue: key.text) { return body(&file, name, value) }
      file.unknown(key, what, among: Name.allCases.map(\.rawValue))
    }
  }

  /// Says that there is no such thing, and which may have been meant.
  ///
  /// - Parameter what: What there is none of: `setting`, `keine Einstellung`.
  package mutating func unknown(
    _ word: YamlScalar, _ what: LocalizedText, among known: some Sequence<String>
  ) {
    warn(
      word.mark,
      LocalizedText("no \(what.english) \"\(word.text)\"", "\(what.german) „\(word.text)“")
        + Suggestion.hint(for: word.text, among: known))
  }
}
