import Glibc
import Threads

/// One thread that runs jobs one after the other, and work that may wait when there are none. The
/// cooperative pool is never blocked by a disk. Asleep when there is nothing to do.
package final class SerialThread: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var waiting: (@Sendable () -> Bool)?
  private var isStopped = false

  /// `whenIdle` is called again and again while there are no jobs, until it says false.
  package init(whenIdle: (@Sendable () -> Bool)? = nil) {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(wakeUp, nil)
    waiting = whenIdle
    startThread { self.run() }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(wakeUp)
    lock.deallocate()
    wakeUp.deallocate()
  }

  package func enqueue(_ job: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(lock)
    jobs.append(job)
    pthread_cond_signal(wakeUp)
    pthread_mutex_unlock(lock)
  }

  /// Ends the thread after the jobs that it has.
  package func stop() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_signal(wakeUp)
    pthread_mutex_unlock(lock)
  }

  private func run() {
    while true {
      pthread_mutex_lock(lock)
      while jobs.isEmpty && waiting == nil && !isStopped { pthread_cond_wait(wakeUp, lock) }
      let batch = jobs
      jobs = []
      let idle = waiting
      let ends = isStopped && batch.isEmpty
      pthread_mutex_unlock(lock)
      if ends { return }
      for job in batch { job() }
      if batch.isEmpty, let idle, !idle() {
        pthread_mutex_lock(lock)
        waiting = nil
        pthread_mutex_unlock(lock)
      }
    }
  }
}
