import Threads

/// So many at once; others wait a little.
final class TimedSemaphore: @unchecked Sendable {
  private let lock = Lock()
  private let isFree = Condition()
  // Under the lock.
  private var left: Int

  init(_ count: Int) { left = count }

  /// False: it was nobody's turn to end within half a second.
  func acquire() -> Bool {
    let end = Condition.end(after: 0.5)
    lock.lock()
    defer { lock.unlock() }
    while left == 0, isFree.wait(lock, until: end) {}
    guard left > 0 else { return false }
    left -= 1
    return true
  }

  func release() {
    lock.lock()
    left += 1
    isFree.signal()
    lock.unlock()
  }
}
