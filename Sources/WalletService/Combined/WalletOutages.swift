import Synchronization
import WalletAPI
import WalletModel

/// Which of several wallets cannot be used now, and since when. Thread-safe.
final class WalletOutages: Sendable {
  private struct State {
    var errors: [Int: WalletError] = [:]
    var heard: [Int: ContinuousClock.Instant] = [:]
    /// How often each has failed since.
    var tries: [Int: Int] = [:]
  }

  /// The longest pause between two tries, in seconds.
  private static let longestPause = 60

  private let names: [String]
  private let tell: @Sendable (WalletEvent) -> Void
  private let state = Mutex(State())

  init(_ names: [String], tell: @escaping @Sendable (WalletEvent) -> Void) {
    self.names = names
    self.tell = tell
  }

  /// Why a wallet cannot be used; nil: it can.
  subscript(wallet: Int) -> WalletError? { state.withLock { $0.errors[wallet] } }

  /// A wallet has answered.
  func heard(_ wallet: Int) {
    let wasLost = state.withLock { state in
      state.heard[wallet] = .now
      state.tries[wallet] = nil
      return state.errors.removeValue(forKey: wallet) != nil
    }
    if wasLost { tell(.walletRestored(names[wallet])) }
  }

  /// A wallet cannot be used.
  ///
  /// - Parameter silence: Milliseconds since it was last heard; nil: since the last answer.
  func lost(_ wallet: Int, _ error: WalletError, silence: Int64? = nil) {
    let isNew = state.withLock { state in
      state.tries[wallet, default: 0] += 1
      return state.errors.updateValue(error, forKey: wallet) == nil
    }
    if isNew { tell(event(wallet, error, silence)) }
  }

  /// Tells of each outage again, for a new listener.
  func repeatAll() {
    for (wallet, error) in state.withLock({ $0.errors }) { tell(event(wallet, error, nil)) }
  }

  /// Seconds until it makes sense to try again.
  func pause(_ wallet: Int) -> Double {
    let tries = state.withLock { $0.tries[wallet] } ?? 0
    return Double(min(Self.longestPause, 1 << min(max(tries, 1), 6)))
  }

  private func event(_ wallet: Int, _ error: WalletError, _ silence: Int64?) -> WalletEvent {
    let last = state.withLock { $0.heard[wallet] }
    let passed = last.map { ContinuousClock.now - $0 }?.components.seconds ?? 0
    return .walletLost(names[wallet], error, silence: silence ?? passed * 1000)
  }
}
