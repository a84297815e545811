import Glibc

/// A lock around what is not the value of a `Mutex`.
final class Lock: @unchecked Sendable {
  private let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(handle, nil) }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  func take() { pthread_mutex_lock(handle) }
  func give() { pthread_mutex_unlock(handle) }
}
