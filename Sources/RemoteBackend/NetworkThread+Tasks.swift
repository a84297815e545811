import Synchronization
import Threads

// Tasks and timers on the network thread. Swift's own thread pool wakes up every second as long as
// it exists, which an idle wallet must not do.

extension NetworkThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if enqueue(.run(job)) { return }
    // The thread has ended. The job runs on a thread of its own.
    startThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Returns after `pause`, or at once when the task is cancelled.
  func wait(_ pause: Duration) async {
    let timer = Timer(until: profile.clock.now + pause)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(timer) { continuation.resume() }
      }
    } onCancel: {
      timer.fire()
    }
  }

  /// Calls `action` when the timer fires, which may be at once.
  func start(_ timer: Timer, _ action: @escaping @Sendable () -> Void) {
    timer.start(action)
    if !enqueue(.startTimer(timer)) { timer.fire() }
  }
}

/// Fires once: at a given time, or earlier when `fire` is called.
final class Timer: Sendable {
  private enum State {
    case new
    case pending(@Sendable () -> Void)
    case fired
  }
  let end: Instant
  private let state = Mutex(State.new)

  init(until end: Instant) { self.end = end }

  var hasFired: Bool {
    state.withLock { if case .fired = $0 { true } else { false } }
  }

  func start(_ action: @escaping @Sendable () -> Void) {
    let hasFired = state.withLock { state in
      if case .fired = state { return true }
      state = .pending(action)
      return false
    }
    if hasFired { action() }
  }

  func fire() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .fired }
      if case .pending(let action) = state { return action }
      return nil
    }
    action?()
  }
}
