import Testing
import Threads

/// A gate at which threads wait for another one.
final class Gate: Sendable {
  private let lock = Lock()
  private let changed = Condition()
  private let missing: Locked<Int>

  /// Opens for all when it was opened this many times.
  init(_ count: Int = 1) { missing = Locked(count) }

  func open() {
    lock.lock()
    missing.withLock { $0 -= 1 }
    changed.broadcast()
    lock.unlock()
  }

  /// Waits for some minutes at most, so that a broken test ends. False: it is not open.
  @discardableResult
  func wait() -> Bool {
    let end = Condition.end(after: isTorture ? 3600 : 300)
    lock.lock()
    defer { lock.unlock() }
    while missing.withLock({ $0 > 0 }) {
      if !changed.wait(lock, until: end) { return missing.withLock { $0 <= 0 } }
    }
    return true
  }
}

/// A function on a thread of its own. Swift's pool has one thread for each core, and a call that
/// waits for the database would block one.
final class OnThread<R: Sendable>: Sendable {
  private let result = Locked<R?>(nil)
  private let isDone = Gate()

  init(_ body: @escaping @Sendable () -> R) {
    startThread { [result, isDone] in
      let value = body()
      result.withLock { $0 = value }
      isDone.open()
    }
  }

  func wait() throws -> R {
    isDone.wait()
    return try #require(result.withLock { $0 }, "the thread does not end")
  }
}

/// Runs a function on several threads at once, with their numbers.
func inParallel<R: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> R) throws -> [R] {
  let start = Gate(count)
  let threads = (0..<count).map { number in
    OnThread {
      start.open()
      start.wait()
      return body(number)
    }
  }
  return try threads.map { try $0.wait() }
}
