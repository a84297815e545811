import CTerminal
import Glibc

/// Runs a program under a watchdog that starts it again when it crashes or hangs, and restores the
/// terminal in between. The counters here outlive a restart.
package enum Watchdog {
  package enum Role: Equatable, Sendable {
    /// The worker process. It has to call `beat`.
    case worker
    /// The watchdog has ended, with this exit status.
    case ended(Int32)
  }

  /// Nanoseconds between beats.
  package static let beatInterval: UInt64 = 250_000_000

  /// Forks. Returns in each worker, and in the watchdog process when it has ended. Nothing was
  /// written to the terminal if it throws. To be called before there are threads.
  package static func begin() throws(TerminalError) -> Role {
    let restoring = try restoringBytes()
    var status: Int32 = 0
    switch Int(ct_watch(STDIN_FILENO, restoring, restoring.count, &status)) {
    case CT_WATCH_CHILD: return .worker
    case CT_WATCH_ENDED: return .ended(status)
    default: throw .system("no process can be started")
    }
  }

  package static func beat() { ct_watch_beat() }

  package static var restarts: UInt64 { ct_watch_counter(Int32(CT_RESTARTS)) }

  package static subscript(_ counter: Counter) -> UInt64 {
    get { ct_watch_counter(counter.number) }
    set { ct_watch_set_counter(counter.number, newValue) }
  }

  package enum Counter: Sendable {
    case visits, scriptFailures, pinFailures
    /// The time until which no PIN is accepted, in nanoseconds of CLOCK_BOOTTIME.
    case pinBlocked

    fileprivate var number: Int32 {
      switch self {
      case .visits: Int32(CT_VISITS)
      case .scriptFailures: Int32(CT_SCRIPT_FAILURES)
      case .pinFailures: Int32(CT_PIN_FAILURES)
      case .pinBlocked: Int32(CT_PIN_BLOCKED)
      }
    }
  }

  /// The bytes that restore a terminal of this type.
  private static func restoringBytes() throws(TerminalError) -> [CChar] {
    let device = try TerminalDevice()
    let screen = try TerminalScreen(
      terminal: Terminal.typeName(), size: device.size, options: TerminalOptions(),
      output: OutputBuffer(-1))
    return screen.modes.leave.map { CChar(bitPattern: $0) }
  }
}
