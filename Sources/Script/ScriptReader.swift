internal import Canvas
import Languages
internal import Spelling
import TextLayout
package import Yaml

extension Script {
  /// Reads a file. Every mistake is reported with its place. A script with a mistake is not played.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>, file: String)
    -> (script: Script, problems: [Problem])
  {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let problem = Problem(
        file: file, mark: nil, message: LocalizedText("it isn't text (UTF-8)", "kein Text (UTF-8)"))
      return (Script(file: file), [problem])
    }
    var reader = ScriptReader(file)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      reader.read(line.hasSuffix("\r") ? line.dropLast() : line, index + 1)
    }
    reader.checkWhole()
    return (reader.script, reader.problems)
  }
}

/// Reads a script line by line.
struct ScriptReader {
  var script: Script
  var problems: [Problem] = []
  private var line = 0
  private var tokens: ArraySlice<Token> = []
  private var given: Set<Setting> = []
  private static let longest = 600_000

  init(_ file: String) { script = Script(file: file) }

  mutating func read(_ text: Substring, _ number: Int) {
    line = number
    do throws(SyntaxMistake) {
      tokens = try Token.split(text)[...]
      guard let first = tokens.popFirst() else { return }
      guard let statement = Statement(rawValue: first.word ?? "") else {
        let known = Statement.allCases.map(\.rawValue)
        throw unknown(first, LocalizedText("statement", "keine Anweisung"), known)
      }
      try read(statement, first)
      if let rest = tokens.first {
        throw SyntaxMistake(
          rest.column, "nothing can follow here: `\(usage(statement))`",
          "hier kann nichts folgen: `\(usage(statement))`")
      }
    } catch {
      let mark = Mark(line: number, column: error.column)
      problems.append(Problem(file: script.file, mark: mark, message: error.message))
    }
  }

  /// Checks that need the whole script.
  mutating func checkWhole() {
    guard script.steps.isEmpty, problems.isEmpty else { return }
    problems.append(
      Problem(
        file: script.file, mark: nil, message: LocalizedText("it does nothing", "es tut nichts")))
  }

  private mutating func read(_ statement: Statement, _ first: Token) throws(SyntaxMistake) {
    switch statement {
    case .set: try set(first)
    case .caption: try caption()
    case .key: try keys(first)
    case .type: try type(first)
    case .wait:
      let wanted = try wanted(first, statement)
      add(.wait(wanted, try tokens.isEmpty ? Playback.defaultTimeout : time(first, statement)))
    case .expect: add(.expect(try wanted(first, statement)))
    case .pause: add(.pause(try time(first, statement)))
    case .mark:
      let name = try word(first, statement)
      let isPlain = name.text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || Unicode.Scalar(byte).properties.isAlphabetic || Unicode.Scalar(byte).isDigit
      }
      guard isPlain else {
        throw SyntaxMistake(
          name.column, "a name is letters, digits, - and _",
          "ein Name besteht aus Buchstaben, Ziffern, - und _")
      }
      guard script.part(to: name.text) == nil else {
        throw SyntaxMistake(
          name.column, "there's already a mark \"\(name.text)\"",
          "es gibt schon eine Marke „\(name.text)“")
      }
      add(.mark(name.text))
    case .reset: add(.reset)
    }
  }

  private mutating func add(_ action: Script.Action) {
    script.steps.append(Script.Step(line: line, action: action))
  }

  // MARK: Statements

  private mutating func caption() throws(SyntaxMistake) {
    guard let next = tokens.popFirst() else { return add(.caption("")) }
    guard case .text(let text) = next.kind else {
      throw SyntaxMistake(
        next.column, "expected a text in quotes: `\(usage(.caption))`",
        "erwartet: ein Text in Anführungszeichen: `\(usage(.caption))`")
    }
    let width = (script.size ?? Script.defaultSize).width - 2
    guard Text.wrap(text, to: width).count <= Playback.captionRows else {
      throw SyntaxMistake(
        next.column, "it doesn't fit into \(Playback.captionRows) rows of \(width) columns",
        "es passt nicht in \(Playback.captionRows) Zeilen zu \(width) Spalten")
    }
    add(.caption(text))
  }

  private mutating func keys(_ first: Token) throws(SyntaxMistake) {
    guard !tokens.isEmpty else { throw missing(first, .key) }
    while let token = tokens.popFirst() {
      let name = token.plain
      do throws(BadKeyName) {
        add(.key(try Key(named: name)))
      } catch {
        switch error {
        case .unknown: throw unknown(token, LocalizedText("key", "unbekannt:"), Key.words)
        case .unreachable(let why):
          throw SyntaxMistake(
            token.column,
            LocalizedText("\"\(name)\" is never sent: ", "„\(name)“ wird nie gesendet: ") + why)
        }
      }
    }
  }

  private mutating func type(_ first: Token) throws(SyntaxMistake) {
    guard let next = tokens.popFirst() else { throw missing(first, .type) }
    switch next.kind {
    case .text(let text) where !text.isEmpty: add(.type(text))
    case .word(let word):
      guard let source = Script.Source(rawValue: word) else {
        throw unknown(
          next, LocalizedText("word to type", "nichts, was zu tippen wäre:"),
          Script.Source.allCases.map(\.rawValue))
      }
      add(.take(source))
    case .text, .regex:
      throw SyntaxMistake(
        next.column, "expected a text in quotes: `\(usage(.type))`",
        "erwartet: ein Text in Anführungszeichen: `\(usage(.type))`")
    }
  }

  private mutating func wanted(_ first: Token, _ statement: Statement) throws(SyntaxMistake)
    -> ScreenCondition
  {
    let isPresent = tokens.first?.word != "not"
    if !isPresent { tokens.removeFirst() }
    guard let next = tokens.popFirst() else { throw missing(first, statement) }
    switch next.kind {
    case .text(let text) where !text.isEmpty:
      return ScreenCondition(.text(text), isPresent: isPresent)
    case .regex(let text) where !text.isEmpty:
      if let mistake = ScreenCondition.mistake(in: text) {
        throw SyntaxMistake(next.column, mistake)
      }
      return ScreenCondition(.regex(text), isPresent: isPresent)
    case .word, .text, .regex:
      throw SyntaxMistake(
        next.column, "expected \"TEXT\" or /REGEX/: `\(usage(statement))`",
        "erwartet: \"TEXT\" oder /REGEX/: `\(usage(statement))`")
    }
  }

  private mutating func time(_ first: Token, _ statement: Statement) throws(SyntaxMistake) -> Int {
    let token = try word(first, statement)
    let text = token.text
    let (number, unit) = text.hasSuffix("ms") ? (text.dropLast(2), 1) : (text.dropLast(), 1000)
    guard text.hasSuffix("s"), let value = Double(number), value >= 0 else {
      throw SyntaxMistake(
        token.column, "expected a time such as 500ms or 2s", "erwartet: eine Zeit wie 500ms oder 2s"
      )
    }
    guard value * Double(unit) <= Double(Self.longest) else {
      throw SyntaxMistake(
        token.column, "more than \(Self.longest / 1000) s", "mehr als \(Self.longest / 1000) s")
    }
    return Int(value * Double(unit))
  }

  // MARK: Settings

  private mutating func set(_ first: Token) throws(SyntaxMistake) {
    let name = try word(first, .set)
    guard let setting = Setting(rawValue: name.text) else {
      throw unknown(
        Token(.word(name.text), name.column), LocalizedText("setting", "keine Einstellung"),
        Setting.allCases.map(\.rawValue))
    }
    guard script.steps.isEmpty else {
      throw SyntaxMistake(
        first.column, "settings stand before the first step",
        "Einstellungen stehen vor dem ersten Schritt")
    }
    guard given.insert(setting).inserted else {
      throw SyntaxMistake(
        name.column, "\"\(setting.rawValue)\" is already set",
        "„\(setting.rawValue)“ ist schon gesetzt")
    }
    guard let value = tokens.popFirst() else {
      throw SyntaxMistake(
        name.column, "expected `set \(setting.form)`", "erwartet: `set \(setting.form)`")
    }
    guard take(setting, value) else {
      throw SyntaxMistake(
        value.column,
        LocalizedText("expected `set \(setting.form)`: ", "erwartet: `set \(setting.form)`: ")
          + setting.help)
    }
  }

  /// Returns false if the value is invalid for this setting.
  private mutating func take(_ setting: Setting, _ value: Token) -> Bool {
    let text = value.plain
    switch setting {
    case .size:
      script.grows = text.hasSuffix("+")
      guard let size = Script.size(script.grows ? String(text.dropLast()) : text) else {
        return false
      }
      script.size = size
    case .theme: script.theme = YamlScalar(text: text, mark: Mark(line: line, column: value.column))
    case .lang:
      guard ["en", "de"].contains(text) else { return false }
      script.language = text
    case .speed:
      guard let factor = Double(text), (0.1...100).contains(factor) else { return false }
      script.speed = factor
    case .seed:
      guard let seed = UInt64(text) else { return false }
      script.seed = seed
    case .kiosk:
      guard ["yes", "no"].contains(text) else { return false }
      script.isForKiosks = text == "yes"
    }
    return true
  }

  // MARK: Mistakes

  private mutating func word(_ first: Token, _ statement: Statement) throws(SyntaxMistake)
    -> (text: String, column: Int)
  {
    guard let next = tokens.popFirst() else { throw missing(first, statement) }
    guard let word = next.word else {
      throw SyntaxMistake(
        next.column, "no quotes here: `\(usage(statement))`",
        "hier keine Anführungszeichen: `\(usage(statement))`")
    }
    return (word, next.column)
  }

  private func usage(_ statement: Statement) -> String { statement.forms[0].form }

  private func missing(_ first: Token, _ statement: Statement) -> SyntaxMistake {
    SyntaxMistake(
      first.column, "something is missing: `\(usage(statement))`",
      "etwas fehlt: `\(usage(statement))`")
  }

  private func unknown(_ token: Token, _ what: LocalizedText, _ known: [String]) -> SyntaxMistake {
    let text = token.plain
    return SyntaxMistake(
      token.column,
      LocalizedText(
        "no \(what.english) \"\(Text.clean(text))\"", "\(what.german) „\(Text.clean(text))“")
        + Suggestion.hint(for: text, among: known))
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
