import Synchronization
import Threads

// Tasks and pauses on the network thread. The toolchain's own pool wakes up every second for as long
// as it exists; a wallet at rest must not.

extension NetworkThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if enqueue(.run(job)) { return }
    // The thread has ended; what is left to be done ends on one of its own.
    startThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Returns after `pause`, or as soon as the task is cancelled.
  func sleep(_ pause: Duration) async {
    let sleeper = Sleeper(until: ContinuousClock.now + pause)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        sleeper.begin(continuation)
        if !enqueue(.wake(sleeper)) { sleeper.wake() }
      }
    } onCancel: {
      sleeper.wake()
    }
  }
}

/// Someone who waits for a moment.
final class Sleeper: Sendable {
  private enum State {
    case new
    case asleep(CheckedContinuation<Void, Never>)
    case awake
  }
  let end: ContinuousClock.Instant
  private let state = Mutex(State.new)

  init(until end: ContinuousClock.Instant) { self.end = end }

  func begin(_ continuation: CheckedContinuation<Void, Never>) {
    let isAwake = state.withLock { state in
      if case .awake = state { return true }
      state = .asleep(continuation)
      return false
    }
    if isAwake { continuation.resume() }
  }

  func wake() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .awake }
      if case .asleep(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }
}
