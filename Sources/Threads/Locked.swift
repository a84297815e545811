/// A value that one thread has at a time.
///
/// Not `Mutex`: on Linux that one hands itself over to whoever waits longest, so that on a busy
/// server each lock becomes a queue with a change of threads a request. A request takes ten locks.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// `body` must not lock the same value again.
  package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
