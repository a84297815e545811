import Threads

/// Runs effects on one thread of their own.
///
/// Swift's thread pool wakes up every second as long as it exists, which an idle wallet must not
/// do.
final class EffectExecutor: TaskExecutor {
  private let thread = SerialThread()

  deinit { thread.stop() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.enqueue { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
