import Threads

/// A signal that ends threads which wait on it.
final class StopSignal: @unchecked Sendable {
  private let clock: MonotonicClock
  private let lock = Lock()
  private let wakeUp = Condition()
  private var isOver = false

  init(clock: MonotonicClock) { self.clock = clock }

  /// Waits for this time; false when `end` was called.
  func wait(_ time: Duration) -> Bool {
    let end = clock.now + time
    lock.lock()
    defer { lock.unlock() }
    while !isOver, clock.wait(wakeUp, lock, until: end) {}
    return !isOver
  }

  /// Waits until `end` is called.
  func wait() {
    lock.lock()
    defer { lock.unlock() }
    while !isOver { wakeUp.wait(lock) }
  }

  func end() {
    lock.lock()
    isOver = true
    wakeUp.broadcast()
    lock.unlock()
  }
}
