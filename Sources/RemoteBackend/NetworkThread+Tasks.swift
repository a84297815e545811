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
        start(sleeper) { continuation.resume() }
      }
    } onCancel: {
      sleeper.wake()
    }
  }

  /// Calls `action` when the sleeper wakes, which may be at once.
  func start(_ sleeper: Sleeper, _ action: @escaping @Sendable () -> Void) {
    sleeper.begin(action)
    if !enqueue(.wake(sleeper)) { sleeper.wake() }
  }
}

/// Something that happens once: at a moment, or when somebody wakes it before.
final class Sleeper: Sendable {
  private enum State {
    case new
    case asleep(@Sendable () -> Void)
    case awake
  }
  let end: ContinuousClock.Instant
  private let state = Mutex(State.new)

  init(until end: ContinuousClock.Instant) { self.end = end }

  var isAwake: Bool {
    state.withLock { if case .awake = $0 { true } else { false } }
  }

  func begin(_ action: @escaping @Sendable () -> Void) {
    let isAwake = state.withLock { state in
      if case .awake = state { return true }
      state = .asleep(action)
      return false
    }
    if isAwake { action() }
  }

  func wake() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .awake }
      if case .asleep(let action) = state { return action }
      return nil
    }
    action?()
  }
}
