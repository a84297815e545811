import CCurl
import Synchronization
import Threads
import WalletAPI

/// One thread on which libcurl carries out all transfers. It is started with the first transfer,
/// sleeps when there are none, and is ended by `stop`.
final class NetworkThread: Sendable {
  enum Job {
    case start(Transfer)
    case cancel(Transfer)
    case run(UnownedJob)
    case startTimer(Timer)
  }

  private struct State: ~Copyable {
    var jobs: [Job] = []
    var isStopped = false
    var multi: OpaquePointer?

    func wake() { if let multi { ccurl_multi_wakeup(multi) } }
  }

  let profile: RemoteProfile
  private let state = Mutex(State())

  init(_ profile: RemoteProfile) {
    self.profile = profile
    profile.clock.onMove { [weak self] in self?.wake() }
  }

  private func wake() { state.withLock { $0.wake() } }

  /// Sends a request and waits for its answer. Returns at once when the task is cancelled.
  func send(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    let transfer = Transfer(request, profile.clock)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        send(transfer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      transfer.end(.failure(.cancelled))
      _ = enqueue(.cancel(transfer))
    }
    return try outcome.get()
  }

  /// Sends a request that cannot be cancelled. `answer` is called on the network thread.
  func send(_ request: TransferRequest, answer: @escaping @Sendable (Transfer.Outcome) -> Void) {
    send(Transfer(request, profile.clock), answer)
  }

  private func send(
    _ transfer: Transfer, _ answer: @escaping @Sendable (Transfer.Outcome) -> Void
  ) {
    guard transfer.begin(answer) else { return }
    if !enqueue(.start(transfer)) { transfer.end(.failure(.noLibrary)) }
  }

  /// Ends the thread and all transfers.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.wake()
    }
  }

  func enqueue(_ job: Job) -> Bool {
    state.withLock { state in
      if state.isStopped { return false }
      if let multi = state.multi {
        state.jobs.append(job)
        ccurl_multi_wakeup(multi)
        return true
      }
      if case .cancel = job { return true }
      guard ccurl_load() == 0, let multi = ccurl_multi_new() else { return false }
      state.multi = multi
      state.jobs.append(job)
      let address = UInt(bitPattern: multi)
      startThread { self.run(address) }
      return true
    }
  }

  private func run(_ address: UInt) {
    guard let multi = OpaquePointer(bitPattern: address) else { return }
    var transfers = TransferPool(multi: multi, profile: profile)
    var timers: [Timer] = []
    while true {
      let (jobs, isStopped) = state.withLock { state in
        defer { state.jobs = [] }
        // From here on it cannot be woken.
        if state.isStopped { state.multi = nil }
        return (state.jobs, state.isStopped)
      }
      for job in jobs {
        switch job {
        case .start(let transfer): transfers.add(transfer)
        case .cancel(let transfer): transfers.drop(transfer)
        case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .startTimer(let timer): timers.append(timer)
        }
      }
      if isStopped {
        transfers.endAll()
        for timer in timers { timer.fire() }
        ccurl_multi_free(multi)
        return
      }
      _ = ccurl_multi_perform(multi)
      while let handle = ccurl_multi_take_ended(multi) { transfers.finish(handle) }
      let now = profile.clock.now
      for timer in timers where timer.end <= now { timer.fire() }
      timers.removeAll { $0.hasFired }
      transfers.advance(now)
      let next = (timers.map(\.end) + [transfers.nextDeadline].compactMap(\.self)).min()
      ccurl_multi_wait(multi, profile.clock.pollLimit(until: next))
    }
  }
}
