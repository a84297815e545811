import Synchronization
import Threads
import WalletModel

/// Which wallets are being read, and who waits for them. A wallet that is slow does not delay the
/// cards of the others. Thread-safe.
final class CombinedReading: Sendable {
  private struct Waiter {
    var missing: Set<Int>
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var running: Set<Int> = []
    /// Those that somebody has stopped waiting for.
    var late: Set<Int> = []
    var waiters: [Int: Waiter] = [:]
    var next = 0
    /// News has told of cards that came late, and nobody has asked for them yet.
    var isAnnounced = false
  }

  /// nil: waits until the wallets have answered or given up.
  private let patience: Duration?
  private let alarm = Alarm()
  private let state = Mutex(State())

  init(patience: Duration?) { self.patience = patience }

  deinit { alarm.stop() }

  /// Whether the cards that news told of are asked for now. They need not be read again.
  func takesAnnounced() -> Bool {
    state.withLock { state in
      defer { state.isAnnounced = false }
      return state.isAnnounced
    }
  }

  /// Returns whether a reading of this wallet may begin: none is running.
  ///
  /// - Parameter isLate: Whether nobody waits for it.
  func begin(_ wallet: Int, isLate: Bool) -> Bool {
    state.withLock { state in
      guard state.running.insert(wallet).inserted else { return false }
      if isLate { state.late.insert(wallet) }
      return true
    }
  }

  /// A reading has ended. Returns whether nobody waited for it.
  func end(_ wallet: Int) -> Bool {
    let (ready, wasLate) = state.withLock { state in
      state.running.remove(wallet)
      var ready: [Int: Waiter] = [:]
      for number in state.waiters.keys {
        state.waiters[number]?.missing.remove(wallet)
        guard let waiter = state.waiters[number], waiter.missing.isEmpty else { continue }
        ready[number] = state.waiters.removeValue(forKey: number)
      }
      return (ready, state.late.remove(wallet) != nil)
    }
    for (number, waiter) in ready {
      alarm.remove("\(number)")
      waiter.continuation.resume()
    }
    return wasLate
  }

  func announce() { state.withLock { $0.isAnnounced = true } }

  /// Waits until these wallets have been read, or patience is over. Without an end of patience it
  /// waits for all that are being read.
  func wait(for wallets: Set<Int>) async {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        let missing =
          patience == nil ? state.running : wallets.intersection(state.running)
        guard !missing.isEmpty else { return nil }
        state.next += 1
        state.waiters[state.next] = Waiter(missing: missing, continuation: continuation)
        return state.next
      }
      guard let number else { return continuation.resume() }
      guard let patience else { return }
      let (seconds, attoseconds) = patience.components
      alarm.set("\(number)", after: Double(seconds) + Double(attoseconds) / 1e18) { [weak self] in
        self?.giveUp(number)
      }
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      state.late.formUnion(waiter?.missing ?? [])
      return waiter
    }
    waiter?.continuation.resume()
  }
}
