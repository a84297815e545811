/// Runs the jobs of an actor on a thread of its own, which starts with the first job. They may take a
/// second or block on a disk: Swift's cooperative pool is not involved.
package final class ThreadExecutor: SerialExecutor {
  private let thread = Locked<SerialThread?>(nil)

  package init() {}

  deinit { thread.withLock { $0?.stop() } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = thread.withLock { held in
      let thread = held ?? SerialThread()
      held = thread
      return thread
    }
    thread.enqueue { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
