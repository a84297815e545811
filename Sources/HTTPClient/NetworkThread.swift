import CCurl
import Glibc
import Synchronization
import Threads
package import WalletAPI
import WalletModel

/// One thread on which libcurl carries out all transfers. It is started with the first transfer,
/// sleeps when there are none, and is ended by `stop`.
package final class NetworkThread: Sendable {
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
  }

  private let connection: ServerConnection
  private let state = Mutex(State())

  package init(_ connection: ServerConnection) { self.connection = connection }

  /// Sends a request and waits for its answer. Returns at once when the task is cancelled.
  package func send(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    let transfer = Transfer(request)
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
  package func send(
    _ request: TransferRequest, answer: @escaping @Sendable (TransferOutcome) -> Void
  ) {
    send(Transfer(request), answer)
  }

  private func send(
    _ transfer: Transfer, _ answer: @escaping @Sendable (TransferOutcome) -> Void
  ) {
    guard transfer.begin(answer) else { return }
    if !enqueue(.start(transfer)) { transfer.end(.failure(.noLibrary)) }
  }

  /// Ends the thread and all transfers.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      if let multi = state.multi { ccurl_multi_wakeup(multi) }
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
    var transfers = TransferPool(multi, connection)
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
      let now = ContinuousClock.now
      for timer in timers where timer.end <= now { timer.fire() }
      timers.removeAll { $0.hasFired }
      transfers.advance(now)
      let next = (timers.map(\.end) + [transfers.nextDeadline].compactMap(\.self)).min()
      let pause = next.map { Int32(clamping: max(0, ($0 - now).inMilliseconds + 1)) }
      ccurl_multi_wait(multi, pause ?? -1)
    }
  }
}
