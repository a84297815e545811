import Arguments
import FrontEnd
import WalletModel

/// What a command is called and takes: help, the manual, completions and docs/cli.md are made from it.
/// `Commands.all` lists every command.
protocol CommandDeclaration: Sendable {
  /// The words that name it: `card lock`.
  var path: String { get }
  var summary: String { get }
  var arguments: [CommandArgument] { get }
  var options: [CommandOption] { get }
  /// What `data` holds with `--json`; nil: the command has no JSON.
  var answer: String? { get }
  /// Paragraphs for its own `--help`.
  var notes: [String] { get }
  var preparation: Preparation { get }
  /// Whether it tells of mistakes in the configuration itself.
  var tellsMistakes: Bool { get }
  /// Runs it on the main thread, whose terminal it may take; answers the exit status.
  func start(_ invocation: Invocation) -> Int32
}

/// What is read before a command runs.
enum Preparation {
  /// The configuration, with the profile that says which wallet the command opens.
  case wallet
  /// The configuration; a profile that cannot be used is passed over, as no wallet is opened.
  case settings
  /// Nothing: scripts are the same everywhere, whatever is configured.
  case none
}

extension CommandDeclaration {
  var arguments: [CommandArgument] { [] }
  var options: [CommandOption] { [] }
  var answer: String? { nil }
  var notes: [String] { [] }
  var preparation: Preparation { .wallet }
  var tellsMistakes: Bool { false }
}

/// A command that answers on standard output.
protocol WalletCommand: CommandDeclaration {
  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode
}

extension WalletCommand {
  func start(_ invocation: Invocation) -> Int32 { Program.wait(for: self, invocation) }
}

extension Subcommand {
  init(_ command: any CommandDeclaration) {
    self.init(
      command.path, command.summary, arguments: command.arguments,
      options: command.options + (command.answer == nil ? [] : [.json]), answer: command.answer,
      notes: command.notes)
  }
}

extension CommandOption {
  static let json = CommandOption("json", "print JSON")
}

extension Invocation {
  /// The first argument, which parsing has made sure of.
  var cardID: CardID { CardID(arguments.first ?? "") }
}
