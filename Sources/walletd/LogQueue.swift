import Glibc
import Threads

/// The log of a server: lines for standard error, written by a thread of their own. Who reads them may
/// stop, and requests must not.
final class LogQueue: @unchecked Sendable {
  /// What may wait, in bytes. Lines that come then are counted instead.
  private static let most = 1 << 20
  private let lock = Lock()
  private let changed = Condition()
  private var waiting: [UInt8] = []
  private var lost = 0
  private var isWriting = false

  init() {
    startThread { [self] in
      while true { write() }
    }
  }

  func put(_ line: String) {
    lock.take()
    defer { lock.give() }
    guard waiting.count + line.utf8.count < Self.most else {
      lost += 1
      return
    }
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
    changed.broadcast()
  }

  private func write() {
    lock.take()
    isWriting = false
    if waiting.isEmpty { changed.broadcast() }
    while waiting.isEmpty { changed.wait(lock) }
    if lost > 0 {
      waiting.append(
        contentsOf: "walletd: \(lost) lines of this log are missing: nobody read it\n".utf8)
      lost = 0
    }
    var bytes: [UInt8] = []
    swap(&bytes, &waiting)
    isWriting = true
    lock.give()
    bytes.withUnsafeBytes { Console.write($0, to: STDERR_FILENO) }
  }

  /// Waits until all that was put is written, for so many seconds at most.
  func flush(within seconds: Double) {
    let end = Condition.end(after: seconds)
    lock.take()
    defer { lock.give() }
    while isWriting || !waiting.isEmpty {
      guard changed.wait(lock, until: end) else { return }
    }
  }
}
