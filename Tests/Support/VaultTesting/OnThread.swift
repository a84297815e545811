import Synchronization
import Threads
import Waiting

/// Runs a function on its own thread. Swift's pool has one thread for each core, and a waiting test
/// would block one.
final class OnThread<R: Sendable>: Sendable {
  private let result = Mutex<R?>(nil)

  init(_ body: @escaping @Sendable () -> R) {
    startThread {
      let result = body()
      self.result.withLock { $0 = result }
    }
  }

  /// - Throws: If the function has not ended after the limit.
  func wait() throws -> R {
    while true {
      if let result = result.withLock({ $0 }) { return result }
      try Waiting.wait(for: "the end of a thread", seconds: Effort.current == .torture ? 3600 : 120)
      {
        self.result.withLock { $0 != nil }
      }
    }
  }
}

/// A gate at which threads wait for another thread. It opens by itself after a long time, so that
/// a test whose other thread has failed ends.
final class Gate: Sendable {
  private let missing: Mutex<Int>

  /// Opens for all when this many threads have arrived.
  init(_ count: Int = 1) { missing = Mutex(count) }

  func open() { missing.withLock { $0 -= 1 } }

  func wait() {
    try? Waiting.wait(for: "a gate") { missing.withLock { $0 <= 0 } }
  }
}
