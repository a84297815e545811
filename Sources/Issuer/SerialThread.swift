import Glibc

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

/// Starts a thread that takes no signals but the fatal ones: the others are the terminal's.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var signals = sigset_t()
  var before = sigset_t()
  sigfillset(&signals)
  for fatal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] {
    sigdelset(&signals, fatal)
  }
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  var thread = pthread_t()
  let start = Unmanaged.passRetained(Start(body))
  let result = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  pthread_sigmask(SIG_SETMASK, &before, nil)
  precondition(result == 0, "the system gives no more threads")
  pthread_detach(thread)
}
