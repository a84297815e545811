import Glibc
package import TextOutput
package import Threads
import WalletService

/// What a command reads from, where it writes to, the variables of its environment, and the clock by
/// which it waits. Commands that run at the same time in one process have one each.
package struct Streams: Sendable {
  /// A descriptor that belongs to the caller.
  package var input: Int32
  package var output: TextOutput
  package var error: TextOutput
  /// Whether the command may ask on the terminal of the process.
  package var hasTerminal: Bool
  package var clock: MonotonicClock
  /// The value of a variable of the environment.
  package var environment: @Sendable (String) -> String?

  /// Those of the process.
  package static let process = Streams(
    input: STDIN_FILENO, output: .standard, error: .error, hasTerminal: true, clock: .reveal
  ) { name in getenv(name).map { String(cString: $0) } }

  /// Those of the current task.
  @TaskLocal package static var current = Streams.process

  /// The value of a variable of the environment; nil: it is not set, or empty.
  package static func variable(_ name: String) -> String? {
    current.environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TextOutput {
  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }
}
