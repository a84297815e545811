import Arguments
package import FrontEnd
import Log
import ScreenApp
import Threads
import WalletModel
import Words
import Yaml

/// Runs the program, from the arguments to the exit status.
package enum Program {
  /// Carries out the arguments on the calling thread and returns the exit status.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - streams: Commands use these only. The screen, programs that commands start, and the log
  ///     belong to the process.
  package static func run(_ arguments: [String], _ streams: Streams = .process) -> Int32 {
    Streams.$current.withValue(streams) { carryOut(arguments) }
  }

  private static func carryOut(_ arguments: [String]) -> Int32 {
    if arguments.first == Completer.word {
      guard canStartThreads(threadsNeeded) else { return ExitCode.unavailable.rawValue }
      let words = Array(arguments.dropFirst())
      return wait(json: false, .english) { () throws(WalletError) in
        try await Completer.answer(words)
        return ExitCode.ok.rawValue
      }
    }
    var words = Words(arguments: arguments)
    var command: Subcommand?
    do throws(WalletError) {
      switch try Commands.parse(arguments) {
      case .version: try Output.line("walletui \(Release.version)")
      case .help(let command?): try Output.text(Help.command(command, Commands.parser))
      case .help(nil): try Output.text(Help.program(Commands.parser))
      case .groupHelp(let word): try Output.text(Help.group(word, Commands.parser))
      case .run(let invocation):
        command = invocation.command
        if !canStartThreads(threadsNeeded) { throw WalletError.noThreads }
        return try start(invocation, &words)
      }
      return ExitCode.ok.rawValue
    } catch {
      let error = explained(error, command)
      return Report.failure(error, json: arguments.contains("--json"), words).rawValue
    }
  }

  /// With fewer threads not even the cards of a demo can be listed.
  private static let threadsNeeded = 4

  /// - Parameter words: Set to the language of the configuration as soon as that was read.
  private static func start(_ invocation: Invocation, _ words: inout Words) throws(WalletError)
    -> Int32
  {
    let given = invocation
    var invocation = invocation
    let command = Commands.command(of: invocation)
    if let command, command.preparation == .none { return command.start(invocation) }
    let setup = try Setup(invocation)
    try setup.fill(&invocation, opensWallet: command?.preparation != .settings)
    words = invocation.words
    try RemoteOptions.check(invocation)
    try WalletOpener.check(invocation)
    try openLog(invocation, setup)
    guard let command else {
      return ended(
        WalletScreen.run(
          ScreenOptions(invocation, problems: setup.problems, keymap: setup.keys.keymap),
          SettingsFile(given)))
    }
    TemporaryFolder.removeAbandoned()
    if !command.reportsConfigurationMistakes {
      for problem in setup.problems { Output.note(words.line(problem)) }
    }
    return ended(command.start(invocation))
  }

  /// Runs the command and returns the exit status.
  static func wait(for command: some StatusCommand, _ invocation: Invocation) -> Int32 {
    wait(json: invocation.wantsJSON, invocation.words) { () throws(WalletError) in
      try await run(command, invocation)
    }
  }

  private static func run(_ command: some StatusCommand, _ invocation: Invocation)
    async throws(WalletError) -> Int32
  {
    do throws(WalletError) {
      return try await command.status(invocation).rawValue
    } catch {
      let error = explained(error, invocation.command)
      throw invocation.wantsJSON ? error : naming(invocation, error)
    }
  }

  /// Refers to the help of the command that was not understood.
  private static func explained(_ error: WalletError, _ command: Subcommand?) -> WalletError {
    guard error.code == .usage, error.advice == error.code.usualAdvice, let command
    else { return error }
    var error = error
    error.advice = Commands.parser.advice(command)
    return error
  }

  /// Names the option for people, and the field for programs.
  private static func naming(_ invocation: Invocation, _ error: WalletError) -> WalletError {
    var error = error
    error.fieldErrors = error.fieldErrors.map {
      guard let option = invocation.command.option(for: $0.field) else { return $0 }
      // Without an option for a file, the value was typed.
      let isTyped = option.hasSuffix("-file") && !invocation.has(option)
      return isTyped ? $0 : FieldError("--" + option, $0.error)
    }
    return error
  }

  private static func openLog(_ invocation: Invocation, _ setup: Setup) throws(WalletError) {
    guard let file = invocation.text("log") else { return }
    let level = invocation.text("log-level").flatMap { Log.Level(rawValue: $0) }
    try Log.open(file, level: level ?? .info)
    let name = invocation.command.path.isEmpty ? "the screen" : invocation.command.name
    Log.info("walletui \(Release.version) begins: \(name)")
    for problem in setup.problems { Log.warning("\(problem.description)") }
  }

  private static func ended(_ status: Int32) -> Int32 {
    Log.info("ends with \(status)")
    return status
  }

  /// Runs `body`, which returns the exit status, and reports its error.
  private static func wait(
    json: Bool, _ words: Words, _ body: @escaping @Sendable () async throws(WalletError) -> Int32
  ) -> Int32 {
    waitFor {
      do throws(WalletError) {
        return try await body()
      } catch {
        return Report.failure(error, json: json, words).rawValue
      }
    }
  }
}
