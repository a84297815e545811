import Threads

/// A signal that ends threads which wait on it.
final class StopSignal: @unchecked Sendable {
  private let lock = Lock()
  private let wakeUp = Condition()
  private var isOver = false

  /// Waits for this time; false when `end` was called.
  func wait(seconds: Double) -> Bool {
    let end = Condition.end(after: seconds)
    lock.lock()
    defer { lock.unlock() }
    while !isOver {
      if !wakeUp.wait(lock, until: end) { return true }
    }
    return false
  }

  func end() {
    lock.lock()
    isOver = true
    wakeUp.broadcast()
    lock.unlock()
  }
}
