package import Glibc

/// A lock that is not tied to a value, unlike `Mutex`.
package final class Lock: @unchecked Sendable {
  fileprivate let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(handle, nil) }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  package func lock() { pthread_mutex_lock(handle) }
  package func unlock() { pthread_mutex_unlock(handle) }
}

/// A condition variable for threads that hold a lock.
package final class Condition: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(handle, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(handle)
    handle.deallocate()
  }

  /// Releases the lock while waiting. May return without a signal.
  package func wait(_ lock: Lock) { pthread_cond_wait(handle, lock.handle) }

  /// Waits until `end` at most, on `CLOCK_MONOTONIC`. Returns false at that time.
  package func wait(_ lock: Lock, until end: timespec) -> Bool {
    withUnsafePointer(to: end) { pthread_cond_timedwait(handle, lock.handle, $0) } != ETIMEDOUT
  }

  /// The time in `seconds` seconds, for `wait`.
  package static func end(after seconds: Double) -> timespec {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return end
  }

  package func signal() { pthread_cond_signal(handle) }
  package func broadcast() { pthread_cond_broadcast(handle) }
}
