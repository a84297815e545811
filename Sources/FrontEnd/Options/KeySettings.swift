import Canvas
import Configuration
package import Languages
package import WalletUI
import Yaml

/// The keys of a configuration, and the mistakes in them.
package struct KeySettings {
  /// The built-in keys with the configuration's changes; nil: it changes none.
  package let keymap: Keymap?
  /// In the order of the file. Invalid entries are ignored, the others are used.
  let problems: [Problem]

  /// The most keys of a sequence.
  static let maxSequence = 4

  init(_ configuration: Configuration) {
    var reader = KeyReader(file: configuration.file)
    let changes = configuration.keys.compactMap { reader.change($0) }
    keymap = changes.isEmpty ? nil : Keymap(changes)
    for conflict in keymap?.conflicts ?? [] { reader.report(conflict) }
    problems = reader.problems.sorted { $0.place < $1.place }
  }
}

private struct KeyReader: YamlFile {
  let file: String
  var problems: [Problem] = []

  /// nil: the setting is invalid, and the command keeps its keys.
  mutating func change(_ setting: KeySetting) -> Keymap.Change? {
    guard let command = CommandRegistry.command(setting.command.text) else {
      unknown(
        setting.command, LocalizedText("command", "kein Befehl"),
        among: CommandRegistry.all.map(\.id))
      return nil
    }
    let bindings = setting.keys.compactMap { word in
      keys(word).map {
        Keymap.Binding($0, command.id, .file(line: word.mark.line, column: word.mark.column))
      }
    }
    if bindings.isEmpty && !setting.keys.isEmpty { return nil }
    return Keymap.Change(command.id, bindings)
  }

  /// The keys that a text names, in their order. If the text is invalid, reports it and returns
  /// nil.
  private mutating func keys(_ word: YamlScalar) -> [Key]? {
    var keys: [Key] = []
    for part in word.text.split(separator: " ").map(String.init) {
      do throws(BadKeyName) {
        keys.append(try Key(named: part))
      } catch {
        switch error {
        case .unknown:
          unknown(
            YamlScalar(text: part, mark: word.mark), LocalizedText("key", "unbekannt:"),
            among: Key.words)
        case .unreachable(let why):
          warn(
            word.mark,
            LocalizedText("\"\(part)\" is never sent: ", "„\(part)“ wird nie gesendet: ") + why)
        }
        return nil
      }
    }
    if keys.isEmpty || keys.count > KeySettings.maxSequence {
      warn(
        word.mark, "expected one to \(KeySettings.maxSequence) keys",
        "erwartet: eine bis \(KeySettings.maxSequence) Tasten")
      return nil
    }
    if keys.count > 1, let fixed = keys.first(where: { Keymap.fixed[$0] != nil }) {
      warn(
        word.mark, "\"\(fixed.name)\" can't be part of a sequence: it leaves one",
        "„\(fixed.name)“ kann nicht Teil einer Folge sein: Die Taste bricht sie ab")
      return nil
    }
    return keys
  }

  /// Reports which of two bindings is used, where both come from, and why.
  mutating func report(_ conflict: Keymap.Conflict) {
    let (kept, dropped) = (conflict.kept, conflict.dropped)
    let isOurs = dropped.origin == .builtIn
    let lost = LocalizedText(
      "\"\(dropped.name)\" for \(dropped.command)\(isOurs ? " (built in)" : "")",
      "„\(dropped.name)“ für \(dropped.command)\(isOurs ? " (eingebaut)" : "")")
    let won = LocalizedText(verbatim: kept.command) + kept.origin.text(file).map { " (\($0))" }
    let why =
      if kept.keys == dropped.keys {
        Keymap.fixed[kept.keys[0]] == kept.command
          ? LocalizedText("it always runs ", "sie führt immer zu ") + won
          : won + LocalizedText(" has the same key", " hat dieselbe Taste")
      } else if kept.keys.count > dropped.keys.count {
        LocalizedText(
          "\"\(kept.name)\" for \(won.english) begins with it",
          "„\(kept.name)“ für \(won.german) beginnt damit")
      } else {
        LocalizedText(
          "\"\(kept.name)\" for \(won.english) acts at once",
          "„\(kept.name)“ für \(won.german) wirkt sofort")
      }
    // The mistake is in the file, so the binding of the file is named.
    let mark = mark(dropped.origin) ?? mark(kept.origin)
    problems.append(
      Problem(
        file: file, mark: mark,
        message: lost + LocalizedText(" isn't used: ", " gilt nicht: ") + why))
  }

  private func mark(_ origin: Keymap.Origin) -> Mark? {
    guard case .file(let line, let column) = origin else { return nil }
    return Mark(line: line, column: column)
  }
}

extension Keymap.Origin {
  /// `built in`, or the position in the file: `file:line:column`.
  package func text(_ file: String) -> LocalizedText {
    switch self {
    case .builtIn: LocalizedText("built in", "eingebaut")
    case .file(let line, let column): LocalizedText(verbatim: "\(file):\(line):\(column)")
    }
  }
}

extension Problem {
  fileprivate var place: (Int, Int) { (mark?.line ?? 0, mark?.column ?? 0) }
}
