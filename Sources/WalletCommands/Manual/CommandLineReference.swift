import Arguments
import FrontEnd
import WalletModel

/// docs/commands/README.md: the list of the commands, and what they have in common.
enum CommandLineReference {
  static var text: String {
    let parser = Commands.parser
    return """
      <!-- Made by `walletui manual commands/README.md`; not written by hand. -->
      # The command line

      `walletui` without a command shows the wallet on the screen. With a command it carries that
      out and ends. Without a terminal it cannot ask questions, so options and files must give the
      answers. Results go to standard output, everything else to standard error.

      `make pages` makes this page and the pages of the commands from the declarations in
      `Sources/WalletCommands`. `--help` is made from the same declarations.

      ## Commands

      \(Commands.groups.map { group($0.title, $0.commands) }.joined(separator: "\n\n"))

      ## JSON

      With `--json` an answer is `{"data": …, "version": \(Output.formVersion)}`, and a failure
      `{"error": …, "version": \(Output.formVersion)}` on standard error, where `error` is `ErrorBody`.
      `version` is raised if a change would break programs that read the answers. Additional members do
      not raise it. Names with a capital, such as `Card`, are schemas of
      [openapi.json](../openapi.json). A command that checks something, such as `doctor`, answers what
      it found as `data`, and its status says whether that is a fault. `watch` and `--follow` write an
      object on each line.

      ## Options of every command

      \(table(parser.shared))

      ## Options of the screen

      \(table(parser.main.options))

      ## Exit statuses

      A number never changes its meaning.

      | status | meaning |
      |---|---|
      \(ExitCode.allCases.map { "| \($0.rawValue) | \($0.meaning.inTable) |\n" }.joined())
      """
  }

  private static func group(_ title: String, _ commands: [any CommandDeclaration]) -> String {
    let rows = commands.map { row(Subcommand($0)) }
    return (["### \(title)", "", "| command | |", "|---|---|"] + rows).joined(separator: "\n")
  }

  /// A line of the list. A command of several words is a section of its page.
  private static func row(_ command: Subcommand) -> String {
    let section = command.path.count == 1 ? "" : "#" + command.path.joined(separator: "-")
    let link = "[`\(command.name)`](\(command.path[0]).md\(section))"
    return "| \(link) | \(command.summary.inTable) |"
  }

  static func table(_ options: [CommandOption]) -> String {
    let rows = options.map { "| `\($0.usage)` | \($0.explanation.inTable) |" }
    return (["| option | |", "|---|---|"] + rows).joined(separator: "\n")
  }
}
