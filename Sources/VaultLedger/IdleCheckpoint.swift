import Threads

/// Runs a checkpoint on a thread of its own when no change has come for a while. The thread sleeps
/// while there is nothing to do. Thread-safe.
final class IdleCheckpoint: @unchecked Sendable {
  private let pause: Duration
  private let clock: MonotonicClock
  private let body: @Sendable () -> Bool
  private let lock = Lock()
  private let isWanted = Condition()
  // Protected by the lock.
  private var changes = 0
  private var isAsleep = false
  private var isOver = false

  /// - Parameter body: Returns false if the checkpoint was not possible; it is tried again after
  ///   the same time.
  init(
    after pause: Duration, clock: MonotonicClock, _ body: @escaping @Sendable () -> Bool
  ) {
    self.pause = pause
    self.clock = clock
    self.body = body
    startThread { self.run() }
  }

  func noteChange() {
    lock.lock()
    changes += 1
    if isAsleep { isWanted.signal() }
    lock.unlock()
  }

  /// Whether the thread waits for a change.
  var sleeps: Bool {
    lock.lock()
    defer { lock.unlock() }
    return isAsleep
  }

  /// Ends the thread. A checkpoint that is running may still finish.
  func end() {
    lock.lock()
    isOver = true
    isWanted.signal()
    lock.unlock()
  }

  private func run() {
    var done = 0
    lock.lock()
    defer { lock.unlock() }
    while !isOver {
      if changes == done {
        isAsleep = true
        isWanted.wait(lock)
        isAsleep = false
        continue
      }
      let seen = changes
      let end = clock.now + pause
      while !isOver, clock.wait(isWanted, lock, until: end) {}
      guard !isOver, changes == seen else { continue }
      lock.unlock()
      let isDone = body()
      lock.lock()
      if isDone { done = seen }
    }
  }
}
