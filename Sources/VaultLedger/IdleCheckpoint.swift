import Threads

/// Puts the log into the file when no change has come for a while, on a thread of its own, which
/// sleeps while there is nothing to be put there. Thread-safe.
final class IdleCheckpoint: @unchecked Sendable {
  private let seconds: Double
  private let body: @Sendable () -> Bool
  private let lock = Lock()
  private let isWanted = Condition()
  // Under the lock.
  private var changes = 0
  private var isAsleep = false
  private var isOver = false

  /// - Parameter body: False: it could not be done now, and is tried again as much later.
  init(after seconds: Double, _ body: @escaping @Sendable () -> Bool) {
    self.seconds = seconds
    self.body = body
    startThread { self.run() }
  }

  func noteChange() {
    lock.take()
    changes += 1
    if isAsleep { isWanted.signal() }
    lock.give()
  }

  /// Ends the thread, which may be at it for the last time.
  func end() {
    lock.take()
    isOver = true
    isWanted.signal()
    lock.give()
  }

  private func run() {
    var done = 0
    lock.take()
    defer { lock.give() }
    while !isOver {
      if changes == done {
        isAsleep = true
        isWanted.wait(lock)
        isAsleep = false
        continue
      }
      let seen = changes
      let end = Condition.end(after: seconds)
      while !isOver, isWanted.wait(lock, until: end) {}
      guard !isOver, changes == seen else { continue }
      lock.give()
      let isDone = body()
      lock.take()
      if isDone { done = seen }
    }
  }
}
