import Threads

/// A counting semaphore with a timeout.
final class TimedSemaphore: @unchecked Sendable {
  private let clock: MonotonicClock
  private let lock = Lock()
  private let isFree = Condition()
  // Protected by the lock.
  private var left: Int

  init(_ count: Int, clock: MonotonicClock) {
    left = count
    self.clock = clock
  }

  /// Waits half a second at most; false if nothing was released in that time.
  func acquire() -> Bool {
    let end = clock.now + .milliseconds(500)
    lock.lock()
    defer { lock.unlock() }
    while left == 0, clock.wait(isFree, lock, until: end) {}
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
