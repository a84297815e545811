import Arguments
import FrontEnd
import WalletModel

/// docs/cli.md: all commands, their JSON and the exit statuses.
enum CommandLineReference {
  static var text: String {
    let parser = Commands.parser
    return """
      <!-- Made by `walletui manual cli.md`; not written by hand. -->
      # The command line

      `walletui` without a command shows the wallet on the screen. With a command it carries that
      out and ends. Without a terminal it cannot ask questions, so files have to be named. Results go
      to standard output, everything else to standard error.

      ## JSON

      With `--json` an answer is `{"data": …, "version": \(Output.formVersion)}`, and a failure
      `{"error": …, "version": \(Output.formVersion)}` on standard error, where `error` is `ErrorBody`.
      `version` is raised if a change would break programs that read the answers. Additional members do
      not raise it. Names with a capital, such as `Card`, are schemas of
      [openapi.json](openapi.json).

      ## Commands

      \(parser.commands.map(section).joined())
      ## Options of every command

      \(table(parser.shared))
      ## Options of the screen

      \(table(parser.main.options))
      ## Exit statuses

      A number never changes its meaning.

      | status | meaning |
      |---|---|
      \(ExitCode.allCases.map { "| \($0.rawValue) | \(cell($0.meaning)) |\n" }.joined())
      """
  }

  private static func section(_ command: Subcommand) -> String {
    var text = "### `\(command.usageLine)`\n\n\(command.summary)\n\n"
    let rows = command.arguments.map { ($0.name, $0.help) }
    if !rows.isEmpty { text += rows.map { "`\($0)`: \($1).\n\n" }.joined() }
    if !command.options.isEmpty { text += table(command.options) + "\n" }
    if let answer = command.answer { text += "`data` with `--json`: \(answer).\n\n" }
    return text + command.notes.map { $0 + "\n\n" }.joined()
  }

  private static func table(_ options: [CommandOption]) -> String {
    "| option | |\n|---|---|\n"
      + options.map { "| `\($0.usage)` | \(cell($0.explanation)) |\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
