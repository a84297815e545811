import TextLayout
import Threads

/// The server's log. A thread writes the lines to standard error, so that requests do not wait if
/// nobody reads it.
final class LogQueue: @unchecked Sendable {
  /// The most bytes that may wait. Further lines are only counted.
  private static let maxBytes = 1 << 20
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
    // A line end in it would start another line.
    let line = Text.clean(line)
    lock.lock()
    defer { lock.unlock() }
    guard waiting.utf8.count + line.utf8.count < Self.maxBytes else {
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
    ProcessOutput.log(lines: lines)
  }

  /// Waits until everything is written, for so many seconds at most.
  func flush(within seconds: Double) {
    let clock = MonotonicClock.system
    let end = clock.now + .seconds(seconds)
    lock.lock()
    defer { lock.unlock() }
    while isWriting || !waiting.isEmpty {
      guard clock.wait(changed, lock, until: end) else { return }
    }
  }
}
