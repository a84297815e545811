import Glibc

/// A lock around what is not the value of a `Mutex`.
final class Lock: @unchecked Sendable {
  fileprivate let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(handle, nil) }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  func take() { pthread_mutex_lock(handle) }
  func give() { pthread_mutex_unlock(handle) }
}

/// What threads that hold a lock may wait for.
final class Condition: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() { pthread_cond_init(handle, nil) }

  deinit {
    pthread_cond_destroy(handle)
    handle.deallocate()
  }

  /// Gives the lock and takes it again. May return without a signal.
  func wait(_ lock: Lock) { pthread_cond_wait(handle, lock.handle) }
  func signal() { pthread_cond_signal(handle) }
  func broadcast() { pthread_cond_broadcast(handle) }
}
