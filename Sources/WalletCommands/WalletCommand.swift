import Arguments
import FrontEnd
import WalletAPI
import WalletModel

/// The name, arguments and options of a command. Help, the manual, completions and docs/commands
/// are made from them. `Commands.all` lists every command.
protocol CommandDeclaration: Sendable {
  /// The words of its name: `card lock`.
  var path: String { get }
  var summary: String { get }
  var arguments: [CommandArgument] { get }
  var options: [CommandOption] { get }
  /// The contents of `data` with `--json`; nil: the command has no JSON.
  var answer: String? { get }
  /// Paragraphs for its `--help`.
  var notes: [String] { get }
  var preparation: Preparation { get }
  /// Whether the command itself reports mistakes in the configuration.
  var reportsConfigurationMistakes: Bool { get }
  /// Runs the command on the main thread, where it may use the terminal. Returns the exit status.
  func start(_ invocation: Invocation) -> Int32
}

/// What is read before a command runs.
enum Preparation {
  /// The configuration, with the profile that names the wallet to open.
  case wallet
  /// The configuration. No wallet is opened, so a profile with mistakes is ignored.
  case settings
  /// Nothing. Scripts do not depend on the configuration.
  case none
}

extension CommandDeclaration {
  var arguments: [CommandArgument] { [] }
  var options: [CommandOption] { [] }
  var answer: String? { nil }
  var notes: [String] { [] }
  var preparation: Preparation { .wallet }
  var reportsConfigurationMistakes: Bool { false }
}

/// A command with an exit status of its own, such as one that checks something.
protocol StatusCommand: CommandDeclaration {
  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode
}

extension StatusCommand {
  func start(_ invocation: Invocation) -> Int32 { Program.wait(for: self, invocation) }
}

/// A command that writes its result to standard output, or fails.
protocol WalletCommand: StatusCommand {
  func run(_ invocation: Invocation) async throws(WalletError)
}

extension WalletCommand {
  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await run(invocation)
    return .ok
  }
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
  /// A name or a part of an address, as people type it.
  func name(_ option: String) -> String? { text(option).map { String(typed: $0) } }

  /// Writes an answer without secrets as JSON if that is wanted, and returns whether it is.
  func writeJSON(_ answer: some JSONWritable) throws(WalletError) -> Bool {
    if wantsJSON { try Output.json(compact: JSONWriter.bytes(answer)) }
    return wantsJSON
  }

  /// Writes JSON if that is wanted, otherwise a line.
  func write(_ json: JSON, or line: String) throws(WalletError) {
    if wantsJSON { try Output.json(json) } else { try Output.line(line) }
  }

  /// The first argument. The parser has checked that there is one.
  var cardID: CardID { CardID(arguments.first ?? "") }
}
