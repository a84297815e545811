/// A value that only one thread uses at a time.
///
/// On Linux `Mutex` passes itself to the thread that has waited longest. On a busy server each lock
/// then causes a context switch, and a request takes ten locks.
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
