/// Runs an asynchronous function on the calling thread, which waits for its end.
///
/// Swift's cooperative pool is not involved, so the caller may be one of its threads. Jobs may block.
///
/// - Returns: What the function returns.
package func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let executor = CallingThreadExecutor()
  let result = Locked<Value?>(nil)
  Task(executorPreference: executor) {
    let value = await body()
    result.withLock { $0 = value }
  }
  while true {
    if let value = result.withLock({ $0 }) { return value }
    executor.runNextJob()
  }
}

/// Keeps jobs until a thread runs them.
private final class CallingThreadExecutor: TaskExecutor, @unchecked Sendable {
  private let lock = Lock()
  private let hasJobs = Condition()
  // Protected by the lock. The next job is last.
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.lock()
    jobs.insert(job, at: 0)
    hasJobs.signal()
    lock.unlock()
  }

  /// Waits for a job and runs it.
  func runNextJob() {
    lock.lock()
    while jobs.isEmpty { hasJobs.wait(lock) }
    let job = jobs.removeLast()
    lock.unlock()
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
