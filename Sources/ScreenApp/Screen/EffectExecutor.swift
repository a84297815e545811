import Threads

/// Runs effects on one thread of their own.
///
/// The toolchain's own pool wakes up every second for as long as it exists; a wallet at rest must
/// not.
final class EffectExecutor: TaskExecutor {
  private let thread = SerialThread()

  deinit { thread.stop() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.enqueue { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
