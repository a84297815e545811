import Canvas
import Threads

/// The log of a server: lines for standard error, written by a thread of their own. Who reads them may
/// stop, and requests must not.
final class LogQueue: @unchecked Sendable {
  /// What may wait, in bytes. Lines that come then are counted instead.
  private static let most = 1 << 20
  private let lock = Lock()
  private let changed = Condition()
  private var waiting = ""
  private var lost = 0
  private var isWriting = false

  init() {
    startThread { [self] in
      while true { write() }
    }
  }

  func put(_ line: String) {
    // A line's end in it would make another line of it.
    let line = Text.clean(line)
    lock.lock()
    defer { lock.unlock() }
    guard waiting.utf8.count + line.utf8.count < Self.most else {
      lost += 1
      return
    }
    waiting += line
    waiting += "\n"
    changed.broadcast()
  }

  private func write() {
    lock.lock()
    isWriting = false
    if waiting.isEmpty { changed.broadcast() }
    while waiting.isEmpty { changed.wait(lock) }
    if lost > 0 {
      waiting += "walletd: \(lost) lines of this log are missing: nobody read it\n"
      lost = 0
    }
    var lines = ""
    swap(&lines, &waiting)
    isWriting = true
    lock.unlock()
    ServerConsole.log(lines: lines)
  }

  /// Waits until all that was put is written, for so many seconds at most.
  func flush(within seconds: Double) {
    let end = Condition.end(after: seconds)
    lock.lock()
    defer { lock.unlock() }
    while isWriting || !waiting.isEmpty {
      guard changed.wait(lock, until: end) else { return }
    }
  }
}
