/// Runs tasks on one thread of their own.
///
/// Swift's thread pool wakes up every second as long as it exists, which an idle wallet must not
/// do.
package final class TaskThread: TaskExecutor {
  private let thread = SerialThread()

  package init() {}

  deinit { thread.stop() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.enqueue { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
