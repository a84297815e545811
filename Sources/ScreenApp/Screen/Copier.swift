import Clipboard
import Dispatch
import Secrets
import Synchronization
import Threads
import WalletUI

/// Copies secrets to the clipboard and clears them again, one after the other on a thread of its
/// own, because programs take time. It does not keep what was copied, only a mark that recognises
/// it.
final class Copier: Sendable {
  private struct Held: Sendable {
    var thread: SerialThread?
    var mark: CopyMark?
    /// The request for the terminal that the loop has not sent yet.
    var outgoing: Secret?
    var end: ClearingResult?
  }
  private let held = Mutex(Held())
  private let clipboard: Clipboard

  init(_ clipboard: Clipboard = .find()) { self.clipboard = clipboard }

  deinit { held.withLock { $0.thread?.stop() } }

  /// - Parameter clears: Whether it is cleared later. Otherwise it replaces what would be cleared.
  func copy(
    _ secret: Secret, clears: Bool = true, _ done: @escaping @Sendable (CopyAttempt) -> Void
  ) {
    enqueue { [self] in
      defer { secret.wipe() }
      done(copy(secret, clears))
    }
  }

  private func copy(_ secret: Secret, _ clears: Bool) -> CopyAttempt {
    let name = clipboard.provider.rawValue
    switch clipboard.provider {
    case .none: return .nothing
    case .terminal:
      held.withLock { held in
        held.outgoing?.wipe()
        held.outgoing = Clipboard.osc52(secret)
        held.mark = clears ? CopyMark(secret) : nil
      }
      return .asked
    case .wayland, .xclip, .xsel, .tmux:
      let mark = clears ? CopyMark(secret) : nil
      guard clipboard.copy(secret) else { return .refused(name) }
      held.withLock { $0.mark = mark }
      return .sent(name)
    }
  }

  /// Takes the request that the loop has to send to the terminal.
  func takeOutgoing() -> Secret? {
    held.withLock { held in
      defer { held.outgoing = nil }
      return held.outgoing
    }
  }

  /// Clears the last copy. Does nothing if there is none.
  func clear(_ done: @escaping @Sendable (ClearingResult) -> Void) {
    enqueue { [self] in
      if let end = clear() { done(end) }
    }
  }

  private func clear() -> ClearingResult? {
    let mark = held.withLock { held in
      defer { held.mark = nil }
      // A request that was not sent yet is dropped.
      held.outgoing?.wipe()
      held.outgoing = nil
      return held.mark
    }
    guard let mark else { return nil }
    let name = clipboard.provider.rawValue
    return switch clipboard.clear(mark) {
    case .cleared: .cleared(name)
    case .changed: .leftAlone
    case .unknown: .unknown
    case .failed: .failed(name)
    }
  }

  /// Clears the last copy before the program is suspended or ends. Waits for programs, for a few
  /// seconds at most.
  func clearNow() -> ClearingResult? {
    // Without a thread, nothing was copied.
    guard held.withLock({ $0.thread != nil }) else { return nil }
    let done = DispatchSemaphore(value: 0)
    enqueue { [self] in
      let end = clear()
      held.withLock { $0.end = end }
      done.signal()
    }
    done.wait()
    return held.withLock { $0.end }
  }

  private func enqueue(_ job: @escaping @Sendable () -> Void) {
    let thread = held.withLock { held in
      let thread = held.thread ?? SerialThread()
      held.thread = thread
      return thread
    }
    thread.enqueue(job)
  }
}
