package import Threads

/// A clock that stands still until a test moves it. Waiting on it has no limit.
package final class ManualMonotonicClock: Sendable {
  private struct Waiter: Sendable {
    let end: MonotonicClock.Instant
    /// Ends the wait.
    let wake: @Sendable () -> Void
  }
  private struct State: Sendable {
    /// Any time, so that earlier ones exist.
    var now = MonotonicClock.Instant(nanoseconds: 1 << 60)
    var waiters: [Int: Waiter] = [:]
    var lastID = 0
    var observers: [@Sendable () -> Void] = []
  }
  private let state = Locked(State())

  package init() {}

  package var clock: MonotonicClock {
    MonotonicClock(
      now: { self.now }, wait: { self.wait($0, $1, until: $2) },
      sleep: { try await self.sleep(until: $0) },
      onMove: { observer in self.state.withLock { $0.observers.append(observer) } })
  }

  package var now: MonotonicClock.Instant { state.withLock { $0.now } }

  /// Wakes those whose time has come. They do not count as waiting any more when this returns.
  package func advance(_ time: Duration) {
    let (due, observers) = state.withLock { state in
      state.now = state.now + time
      let now = state.now
      let due = state.waiters.filter { $0.value.end <= now }
      for id in due.keys { state.waiters[id] = nil }
      return (due.values, state.observers)
    }
    for waiter in due { waiter.wake() }
    for observer in observers { observer() }
  }

  /// How long each thread and each task that waits will do so, the shortest first.
  package var waiting: [Duration] {
    state.withLock { state in
      state.waiters.values.map { $0.end - state.now }.sorted()
    }
  }

  /// Returns when exactly so many threads and tasks wait, as long as `times` says, the shortest
  /// first.
  package func wait(for times: Duration...) throws {
    try Waiting.wait(for: "waits of \(times); there are \(waiting)") { waiting == times }
  }

  private func wait(
    _ condition: Condition, _ lock: Lock, until end: MonotonicClock.Instant
  ) -> Bool {
    let id = newID()
    let isWaiting = add(id, until: end) {
      // A waiter has this lock from before it is in the list until it waits.
      lock.lock()
      condition.broadcast()
      lock.unlock()
    }
    guard isWaiting else { return false }
    condition.wait(lock)
    return state.withLock { state in
      state.waiters[id] = nil
      return state.now < end
    }
  }

  private func sleep(until end: MonotonicClock.Instant) async throws {
    let id = newID()
    /// Does nothing if it has ended.
    @Sendable func cancel() { state.withLock { $0.waiters.removeValue(forKey: id) }?.wake() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !add(id, until: end, wake: { continuation.resume() }) { continuation.resume() }
        // It may have been cancelled before it was added.
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
    try Task.checkCancellation()
  }

  private func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// False: that time has come.
  private func add(
    _ id: Int, until end: MonotonicClock.Instant, wake: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.now < end else { return false }
      state.waiters[id] = Waiter(end: end, wake: wake)
      return true
    }
  }
}
