/// Runs jobs at later times, on a thread that exists only while there are any. Thread-safe.
package final class Alarm: @unchecked Sendable {
  private struct Job {
    let id: String
    let end: MonotonicClock.Instant
    let body: @Sendable () -> Void
  }
  private let clock: MonotonicClock
  private let lock = Lock()
  private let hasChanged = Condition()
  // Protected by the lock. The next job is first.
  private var jobs: [Job] = []
  private var isRunning = false
  private var isStopped = false

  package init(clock: MonotonicClock = .system) { self.clock = clock }

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
    } else {
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

  private func run() {
    lock.lock()
    defer { lock.unlock() }
    while let next = jobs.first {
      if clock.now < next.end {
        _ = clock.wait(hasChanged, lock, until: next.end)
        continue
      }
      jobs.removeFirst()
      lock.unlock()
      next.body()
      lock.lock()
    }
    isRunning = false
  }
}
