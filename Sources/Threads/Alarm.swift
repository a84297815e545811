/// Runs jobs at later times, on a thread that exists only while there are any, or when it is asked.
/// Thread-safe.
package final class Alarm: @unchecked Sendable {
  private struct Job {
    let id: String
    let end: MonotonicClock.Instant
    let body: @Sendable () -> Void
  }
  private let clock: MonotonicClock
  private let runsByItself: Bool
  private let lock = Lock()
  private let hasChanged = Condition()
  // Protected by the lock. The next job is first.
  private var jobs: [Job] = []
  private var isRunning = false
  private var isStopped = false

  /// - Parameter runsByItself: False: only `runDue` runs jobs. Then the order of events does not
  ///   depend on threads.
  package init(clock: MonotonicClock = .system, runsByItself: Bool = true) {
    (self.clock, self.runsByItself) = (clock, runsByItself)
  }

  /// - Parameter id: A job that was set before with this id is not run.
  package func set(_ id: String, after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    guard !isStopped else { return }
    let job = Job(id: id, end: clock.now + .seconds(max(0, seconds)), body: body)
    jobs.removeAll { $0.id == id }
    jobs.insert(job, at: jobs.firstIndex { job.end < $0.end } ?? jobs.count)
    if isRunning {
      hasChanged.signal()
    } else if runsByItself {
      isRunning = true
      startThread { self.run() }
    }
  }

  /// What is set is not run any more.
  package func stop() {
    lock.lock()
    defer { lock.unlock() }
    isStopped = true
    jobs = []
    hasChanged.signal()
  }

  /// The number of jobs that are set.
  package var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return jobs.count
  }

  /// When the next job is due; nil: none is set.
  package var next: MonotonicClock.Instant? {
    lock.lock()
    defer { lock.unlock() }
    return jobs.first?.end
  }

  /// Runs what is due now, on the calling thread.
  package func runDue() {
    lock.lock()
    defer { lock.unlock() }
    while let next = jobs.first, next.end <= clock.now { runFirst() }
  }

  private func run() {
    lock.lock()
    defer { lock.unlock() }
    while let next = jobs.first {
      if clock.now < next.end {
        _ = clock.wait(hasChanged, lock, until: next.end)
      } else {
        runFirst()
      }
    }
    isRunning = false
  }

  /// Without the lock, which the caller has.
  private func runFirst() {
    let job = jobs.removeFirst()
    lock.unlock()
    job.body()
    lock.lock()
  }
}
