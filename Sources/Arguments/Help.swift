import TextLayout

/// The texts that describe a program.
package struct ProgramText: Sendable {
  package let name: String
  package let version: String
  package let summary: String
  /// The ways to call it, each with a short description.
  package let usages: [(String, String)]
  /// Paragraphs at the end of its help.
  package let notes: [String]

  package init(
    name: String, version: String, summary: String, usages: [(String, String)], notes: [String]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.usages = usages
    self.notes = notes
  }
}

/// Help texts, made from the declarations.
package enum Help {
  package static func program(_ parser: Parser) -> String {
    let program = parser.program
    var text = "\(program.name) \(program.version): \(program.summary)\n\n"
    let left = program.usages.map { $0.1.isEmpty ? 0 : Text.width(of: $0.0) }.max() ?? 0
    for (index, (usage, what)) in program.usages.enumerated() {
      text += index == 0 ? "Usage: " : "       "
      let line = what.isEmpty ? usage : "\(Text.pad(usage, to: left))  \(what)"
      text += Text.wrap(line, to: 72).joined(separator: "\n         ") + "\n"
    }
    if !parser.commands.isEmpty {
      text += "\nCommands:\n\n" + table(parser.commands.map { ($0.usageLine, $0.summary) })
    }
    text += "\nOptions:\n" + table((parser.shared + parser.main.options + parser.ours).map(row))
    return text + paragraphs(program.notes)
  }

  package static func command(_ command: Subcommand, _ parser: Parser) -> String {
    var text = "Usage: \(parser.program.name) \(command.usageLine)"
    if !command.options.isEmpty { text += " [options]" }
    text += "\n\n\(command.summary)\n"
    if !command.arguments.isEmpty {
      text += "\nArguments:\n" + table(command.arguments.map { ($0.name, $0.help) })
    }
    if !command.options.isEmpty { text += "\nOptions:\n" + table(command.options.map(row)) }
    text += "\nEverywhere:\n" + table(parser.shared.map(row) + [("--help", "this help")])
    return text + paragraphs(command.notes)
  }

  /// The help for all commands that begin with `words`.
  package static func group(_ words: String, _ parser: Parser) -> String {
    let start = words.split(separator: " ").map(String.init)
    let commands = parser.commands.filter { $0.path.starts(with: start) }
    let name = parser.program.name
    return "Usage: \(name) \(words) COMMAND …\n\nCommands:\n"
      + table(commands.map { ($0.usageLine, $0.summary) })
      + "\nSee `\(name) \(words) COMMAND --help`.\n"
  }

  private static func paragraphs(_ notes: [String]) -> String {
    notes.map { "\n" + Text.wrap($0, to: 80).joined(separator: "\n") + "\n" }.joined()
  }

  private static func row(_ option: CommandOption) -> (String, String) {
    (option.usage, option.explanation)
  }

  /// Two columns. The second one is wrapped at 80 columns.
  private static func table(_ rows: [(String, String)]) -> String {
    let left = min(30, rows.map { Text.width(of: $0.0) }.max() ?? 0)
    return rows.map { name, help in
      let lines = Text.wrap(help, to: 76 - left)
      let indent = "\n" + String(repeating: " ", count: left + 4)
      let first = Text.width(of: name) > left ? name + indent : Text.pad(name, to: left) + "  "
      return "  " + first + lines.joined(separator: indent) + "\n"
    }.joined()
  }
}

extension Parser {
  /// The options that every program has.
  var ours: [CommandOption] {
    let own = commands.isEmpty ? "this help" : "show this, or a command's own help"
    return [CommandOption("version", "print the version"), CommandOption("help", own)]
  }
}

extension CommandOption {
  /// The description, with the words that the option accepts.
  package var explanation: String {
    switch value {
    case .choice(_, let words), .choices(_, let words):
      help + ": " + words.joined(separator: ", ")
    case .none, .toggle, .text, .textOrParts, .file, .list, .number: help
    }
  }
}

extension Subcommand {
  /// `card lock ID`.
  package var usageLine: String {
    (path + arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }).joined(separator: " ")
  }
}
