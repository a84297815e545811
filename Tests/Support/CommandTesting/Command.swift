import Dispatch
import Glibc
import Secrets
import Testing
import TextOutput
import Threads
import VaultLedger
import WalletCommands

@testable import FrontEnd

/// Runs commands in the process of the test, without a terminal.
enum Command {
  /// The product waits three seconds for vaults that are being closed, and shows a PIN for ten. Here
  /// all of this takes a hundred times as long.
  private static let slow = MonotonicClock {
    .init(nanoseconds: MonotonicClock.system.now.nanoseconds / 100)
  }

  /// - Parameters:
  ///   - input: What the command can read from standard input.
  ///   - environment: Variables besides those of `Binary.environment`.
  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    // It looks at how the program has started.
    if arguments.contains("doctor") {
      return try Binary.run(arguments, input: input, environment: environment)
    }
    let variables = Binary.environment(arguments, environment)
    let (given, out, err) = (try OutputFile(), try OutputFile(), try OutputFile())
    try given.write(input ?? "")
    let streams = Streams(
      input: given.descriptor, output: TextOutput(out.descriptor),
      error: TextOutput(err.descriptor), hasTerminal: false, clock: slow
    ) { variables[$0] }
    let status = TestSettings.$current.withValue(TestSettings { variables[$0] }) {
      OpenVaults.closingAll(clock: slow) { Program.run(arguments, streams) }
    }
    return Run(status: status, out: try out.text(), err: try err.text())
  }

  /// What a part of a command writes to standard output.
  static func output(_ part: () throws -> Void) throws -> String {
    let out = try OutputFile()
    var streams = Streams.process
    streams.output = TextOutput(out.descriptor)
    try Streams.$current.withValue(streams, operation: part)
    return try out.text()
  }
}

extension Run {
  /// Runs a command that reads a named pipe, which is made here.
  ///
  /// - Parameters:
  ///   - command: Runs the command, on a thread of its own.
  ///   - line: Called when the command opens the pipe. Returns the line that it reads.
  static func reading(
    _ pipe: String, _ command: @escaping @Sendable () throws -> Run, line: () throws -> String
  ) throws -> Run {
    try #require(mkfifo(pipe, 0o600) == 0)
    let language = Binary.language
    let (end, hasEnded) = (Locked<Result<Run, any Error>?>(nil), DispatchSemaphore(value: 0))
    let reader = Locked<Int32>(-1)
    startThread {
      let run = Result { try Binary.$language.withValue(language, operation: command) }
      end.withLock { $0 = run }
      // A command that has ended without opening the pipe must not block the test.
      reader.withLock { $0 = open(pipe, O_RDONLY | O_NONBLOCK) }
      hasEnded.signal()
    }
    let writer = open(pipe, O_WRONLY)
    let line = Result { try line() + "\n" }
    if let line = try? line.get() { _ = write(writer, line, line.utf8.count) }
    close(writer)
    hasEnded.wait()
    close(reader.withLock { $0 })
    _ = try line.get()
    return try #require(end.withLock { $0 }).get()
  }
}

/// A file without a name.
private final class OutputFile {
  private let file: UnsafeMutablePointer<FILE>
  var descriptor: Int32 { fileno(file) }

  init() throws { file = try #require(tmpfile()) }
  deinit { fclose(file) }

  /// Writes a text, and goes back to its beginning.
  func write(_ text: String) throws {
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    try #require(lseek(descriptor, 0, SEEK_SET) == 0)
  }

  /// Everything that was written.
  func text() throws -> String {
    let count = Int(lseek(descriptor, 0, SEEK_END))
    return try String(unsafeUninitializedCapacity: count) { space in
      try #require(pread(descriptor, space.baseAddress, count, 0) == count)
      return count
    }
  }
}
