import Notifications
import Synchronization
import TerminalRuntime
import TextOutput
import Threads

/// Shows notifications while the screen runs: the desktop's program on a thread of its own, since it
/// can take seconds, or the terminal, to which only the loop writes. One at a time: who has not seen
/// the first one does not need a second.
final class ScreenNotifications: Sendable {
  private struct Held: Sendable {
    var isShowing = false
    /// What the loop has not sent yet.
    var outgoing: TerminalMessage?
  }
  private let held = Mutex(Held())
  private let notifier: Notifier

  init(_ notifier: Notifier = .find(hasTerminal: true)) { self.notifier = notifier }

  /// - Parameter text: Without names, numbers and amounts.
  func show(_ text: String) {
    switch notifier.way {
    case .none: break
    case .terminal(let form): held.withLock { $0.outgoing = TerminalMessage(text, form) }
    case .program:
      let isFree = held.withLock { held in
        defer { held.isShowing = true }
        return !held.isShowing
      }
      guard isFree else { return }
      startThread { [self] in
        notifier.show(text, output: .error)
        held.withLock { $0.isShowing = false }
      }
    }
  }

  /// Takes what the loop has to send to the terminal.
  func takeOutgoing() -> TerminalMessage? {
    held.withLock { held in
      defer { held.outgoing = nil }
      return held.outgoing
    }
  }
}
