import Glibc

/// A lock around what is not the value of a `Mutex`.
package final class Lock: @unchecked Sendable {
  fileprivate let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(handle, nil) }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  package func take() { pthread_mutex_lock(handle) }
  package func give() { pthread_mutex_unlock(handle) }
}

/// What threads that hold a lock may wait for.
package final class Condition: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() { pthread_cond_init(handle, nil) }

  deinit {
    pthread_cond_destroy(handle)
    handle.deallocate()
  }

  /// Gives the lock and takes it again. May return without a signal.
  package func wait(_ lock: Lock) { pthread_cond_wait(handle, lock.handle) }
  package func signal() { pthread_cond_signal(handle) }
  package func broadcast() { pthread_cond_broadcast(handle) }
}
