/// How a command line that is being typed may continue.
package struct Completion: Sendable {
  /// A word and its description.
  package struct Candidate: Sendable, Equatable {
    package let word: String
    package let help: String
    package init(_ word: String, _ help: String = "") {
      self.word = word
      self.help = help
    }
  }

  package enum Kind: Sendable {
    case words([Candidate])
    case file
    /// A value or an argument. Only the program knows what is possible.
    case value(CommandOption)
    case argument(CommandArgument)
  }

  package var kind: Kind
  /// The part of the word that was typed.
  package let typed: String
  /// The text before it in the same word: `--type=`, or `active,`.
  package let lead: String
  /// The options that were given before, by name.
  package let options: [String: String]

  /// The candidates that begin with the typed part, as complete words.
  package func matching(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(typed) }.map { Candidate(lead + $0.word, $0.help) }
  }
}

extension Parser {
  /// - Parameter words: The words after the program's name. The last one is being typed.
  package func completion(of words: [String]) -> Completion {
    let current = words.last ?? ""
    var reader = Before(parser: self)
    for word in words.dropLast() { reader.take(word) }
    if let option = reader.pending { return reader.value(option, current, lead: "") }
    if !reader.optionsEnded, current.hasPrefix("-") {
      let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let option = reader.option(named: parts[0]) {
        return reader.value(option, String(parts[1]), lead: String(parts[0]) + "=")
      }
      return reader.result(.words(reader.optionWords), current)
    }
    return reader.result(reader.plainKind, current)
  }

  /// What comes before the word that is being typed.
  private struct Before {
    let parser: Parser
    var plain: [String] = []
    var given: [String: String] = [:]
    /// The option whose value comes next.
    var pending: CommandOption?
    var optionsEnded = false

    mutating func take(_ word: String) {
      if let option = pending {
        given[option.name] = word
        pending = nil
      } else if optionsEnded || word == "-" || !word.hasPrefix("-") {
        plain.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = option(named: parts[0]) else { return }
        if parts.count == 2 || option.value.isFlag {
          given[option.name] = parts.count == 2 ? String(parts[1]) : CommandOption.yes
        } else {
          pending = option
        }
      }
    }

    var command: Subcommand? { parser.commands.named(by: plain) }

    private var known: [CommandOption] {
      (command ?? parser.main).options + parser.shared
    }

    func option(named word: Substring) -> CommandOption? {
      guard word.hasPrefix("--") else { return nil }
      // Options may come before their command.
      let all = known + parser.commands.flatMap(\.options)
      return all.first { $0.name == word.dropFirst(2) }
    }

    /// The options that were not given yet.
    var optionWords: [Completion.Candidate] {
      var words: [Completion.Candidate] = []
      var seen = Set(given.keys)
      for option in known where seen.insert(option.name).inserted {
        words.append(.init("--" + option.name, option.help))
        if case .toggle = option.value {
          words.append(.init("--no-" + option.name, "not: " + option.help))
        }
      }
      return words
        + parser.ours.filter { command == nil || $0.name == "help" }.map {
          .init("--" + $0.name, $0.help)
        }
    }

    /// The next word of a command, or its next argument.
    var plainKind: Completion.Kind {
      if let command {
        let next = plain.count - command.path.count
        if next < command.arguments.count { return .argument(command.arguments[next]) }
      }
      let asksHelp = plain.first == "help"
      let path = asksHelp ? Array(plain.dropFirst()) : plain
      var words: [Completion.Candidate] = []
      for command in parser.commands where command.path.starts(with: path) {
        guard command.path.count > path.count else { continue }
        let word = command.path[path.count]
        let isWhole = command.path.count == path.count + 1
        if words.contains(where: { $0.word == word }) { continue }
        words.append(.init(word, isWhole ? command.summary : "\(word) …"))
      }
      return .words(words)
    }

    func value(_ option: CommandOption, _ typed: String, lead: String) -> Completion {
      switch option.value {
      case .choice(_, let words): return result(.words(words.map { .init($0) }), typed, lead)
      case .choices(_, let words):
        let cut = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
        let before = typed[..<cut].split(separator: ",")
        let rest = words.filter { word in !before.contains { $0 == word } }
        return result(
          .words(rest.map { .init($0) }), String(typed[cut...]), lead + typed[..<cut])
      case .file: return result(.file, typed, lead)
      case .text, .textOrParts, .amounts, .list: return result(.value(option), typed, lead)
      case .none, .toggle, .number: return result(.words([]), typed, lead)
      }
    }

    func result(_ kind: Completion.Kind, _ typed: String, _ lead: String = "") -> Completion {
      Completion(kind: kind, typed: typed, lead: lead, options: given)
    }
  }
}
