/// One thread that runs jobs one after the other, and background work while there are none. It
/// sleeps when there is nothing to do. Jobs may block on a disk: Swift's cooperative pool is not
/// involved.
package final class SerialThread: @unchecked Sendable {
  private let lock = Lock()
  private let wakeUp = Condition()
  private var jobs: [@Sendable () -> Void] = []
  private var waiting: (@Sendable () -> Bool)?
  private var isStopped = false

  /// `whenIdle` is called repeatedly while there are no jobs, until it returns false.
  package init(whenIdle: (@Sendable () -> Bool)? = nil) {
    waiting = whenIdle
    startThread { self.run() }
  }

  package func enqueue(_ job: @escaping @Sendable () -> Void) {
    lock.lock()
    jobs.append(job)
    wakeUp.signal()
    lock.unlock()
  }

  /// Ends the thread after the jobs that are waiting.
  package func stop() {
    lock.lock()
    isStopped = true
    wakeUp.signal()
    lock.unlock()
  }

  private func run() {
    while true {
      lock.lock()
      while jobs.isEmpty && waiting == nil && !isStopped { wakeUp.wait(lock) }
      let batch = jobs
      jobs = []
      let idle = waiting
      let ends = isStopped && batch.isEmpty
      lock.unlock()
      if ends { return }
      for job in batch { job() }
      if batch.isEmpty, let idle, !idle() {
        lock.lock()
        waiting = nil
        lock.unlock()
      }
    }
  }
}
