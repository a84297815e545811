import Glibc

/// A value that one thread has at a time.
///
/// Not `Mutex`: on Linux that one hands itself over to whoever waits longest, so that on a busy
/// server each lock becomes a queue with a change of threads a request. A request takes ten locks.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// `body` must not lock the same value again.
  func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
