import Glibc

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

  /// Waits for `time` at most, without suspension. Returns false after it. See `MonotonicClock.wait`.
  func wait(_ lock: Lock, for time: Duration) -> Bool {
    var end = systemTime(CLOCK_MONOTONIC)
    let (seconds, attoseconds) = max(.zero, time).components
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    // Far from the end of the range.
    end.tv_sec += Int(min(seconds, 1 << 40)) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return pthread_cond_timedwait(handle, lock.handle, &end) != ETIMEDOUT
  }

  package func signal() { pthread_cond_signal(handle) }
  package func broadcast() { pthread_cond_broadcast(handle) }
}

/// Lets one thread sleep until another one wakes it up, which may be before it sleeps.
package final class Semaphore: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(handle, 0, 0) }

  deinit {
    sem_destroy(handle)
    handle.deallocate()
  }

  package func wait() { while sem_wait(handle) != 0 {} }
  package func signal() { sem_post(handle) }
}
