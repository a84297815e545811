import Canvas

/// Help texts, made from the declarations.
enum Help {
  static func program(_ parser: Parser) -> String {
    var text = """
      walletui \(version): a wallet for payment cards in the terminal

      Usage: walletui [options]              the wallet on screen
             walletui [options] COMMAND …    without a screen

      Commands:

      """
    text += table(parser.commands.map { ($0.usageLine, $0.summary) })
    let ours = [("--version", "print the version"), ("--help", "this, or a command's own help")]
    text += "\nOptions:\n" + table((parser.shared + parser.screen.options).map(row) + ours)
    text += "\nPassphrases, PINs, CVVs and codes are asked for on the terminal or read from files,"
    text += "\nnever taken from arguments or the environment.\n"
    return text
  }

  static func command(_ command: Subcommand, shared: [CommandOption]) -> String {
    var text = "Usage: walletui \(command.usageLine)"
    if !command.options.isEmpty { text += " [options]" }
    text += "\n\n\(command.summary)\n"
    if !command.arguments.isEmpty {
      text += "\nArguments:\n" + table(command.arguments.map { ($0.name, $0.help) })
    }
    if !command.options.isEmpty { text += "\nOptions:\n" + table(command.options.map(row)) }
    text += "\nEverywhere:\n" + table(shared.map(row) + [("--help", "this help")])
    for note in command.notes {
      text += "\n" + Text.wrap(note, to: 80).joined(separator: "\n") + "\n"
    }
    return text
  }

  /// What begins with `word`.
  static func group(_ word: String, _ parser: Parser) -> String {
    let commands = parser.commands.filter { $0.path[0] == word }
    return "Usage: walletui \(word) COMMAND …\n\nCommands:\n"
      + table(commands.map { ($0.usageLine, $0.summary) })
      + "\nSee `walletui \(word) COMMAND --help`.\n"
  }

  private static func row(_ option: CommandOption) -> (String, String) {
    var help = option.help
    switch option.value {
    case .choice(_, let words), .choices(_, let words):
      help += ": " + words.joined(separator: ", ")
    default: break
    }
    return (option.usage, help)
  }

  /// Two columns; the second one wrapped at 80 columns.
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

extension Subcommand {
  /// `card lock ID`.
  var usageLine: String { (path + arguments.map(\.name)).joined(separator: " ") }
}
