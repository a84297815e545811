import Issuer
import Threads
import WalletModel

/// A `RateLimit` that servers share, for what is frequent: a server takes many at once from the
/// bucket of a key.
///
/// A server lets an eighth of `perSecond` pass before it asks. If no more come within that second,
/// they cost nothing. Otherwise they are taken with the next lease. So all servers together let
/// `burst` and `perSecond` pass, and for each server an eighth of `perSecond` more.
final class LeasedRateLimit: @unchecked Sendable {
  /// Takes `count` from the bucket of a key, which all servers share, and before that `used`, which
  /// have passed already.
  ///
  /// - Returns: nil: they were there. Otherwise the seconds until there are `count`.
  typealias Lease =
    @Sendable (_ count: Int, _ used: Int, _ key: String) throws(WalletError) -> Double?

  /// What one key has used at this server.
  private struct Use {
    /// The start of the second that is counted.
    var start: Int64
    /// How many have passed in it.
    var passed = 0
    /// How many have passed that were not taken from the bucket.
    var unpaid = 0
    /// How many may pass until `leaseEnd`.
    var lease = 0
    var leaseEnd: Int64 = 0
    var refusedUntil: Int64 = 0
    /// A thread asks for a lease.
    var isAsking = false
  }

  private enum Step {
    case pass
    /// For so many milliseconds.
    case refuse(Int64)
    /// A lease, for which the caller has to ask.
    case ask(unpaid: Int)
  }

  private static let second: Int64 = 1000
  /// The most keys. If all of them are in use, the server's own limit holds for new ones.
  private static let most = 10_000

  private let lock = Lock()
  private let answered = Condition()
  // Protected by the lock.
  private var uses: [String: Use] = [:]

  private let own: RateLimit
  /// What may pass in a second without a lease.
  private let free: Int
  private let clock: IssuerClock
  private let lease: Lease?

  /// - Parameter name: Tells its buckets from those of other limits.
  convenience init(
    _ ledger: any Ledger, _ name: String, burst: Int, perSecond: Double, clock: IssuerClock
  ) {
    guard let ledger = ledger as? any SharedLedger else {
      self.init(burst: burst, perSecond: perSecond, clock: clock, lease: nil)
      return
    }
    self.init(burst: burst, perSecond: perSecond, clock: clock) {
      count, used, key throws(WalletError) in
      try ledger.lease(
        count, after: used, from: "\(name) \(key)", burst: Double(burst), perSecond: perSecond)
    }
  }

  /// - Parameter lease: nil: no other server shares it.
  init(burst: Int, perSecond: Double, clock: IssuerClock, lease: Lease?) {
    own = RateLimit(burst: burst, perSecond: perSecond, clock: clock)
    free = Int(perSecond / 8)
    self.clock = clock
    self.lease = lease
  }

  /// nil: allowed. Otherwise the seconds to wait. If the bucket cannot be reached, the server's own
  /// limit decides.
  func take(_ key: String) -> Int? {
    if let seconds = own.take(key) { return seconds }
    guard let lease else { return nil }
    let wait: Double?
    switch next(key) {
    case .pass: wait = nil
    case .refuse(let milliseconds): wait = Double(milliseconds) / 1000
    case .ask(let unpaid):
      let count = max(1, free)
      let answer = Result { () throws(WalletError) in try lease(count, unpaid, key) }
      settle(key, count, paid: unpaid, answer)
      wait = try? answer.get()
    }
    guard let wait else { return nil }
    own.refund(key)
    return max(1, Int(wait.rounded(.up)))
  }

  private func next(_ key: String) -> Step {
    lock.lock()
    defer { lock.unlock() }
    while true {
      let now = clock.boot()
      if uses.count >= Self.most, uses[key] == nil {
        uses = uses.filter { use in
          use.value.isAsking || now < use.value.refusedUntil
            || now - use.value.start < Self.second
        }
        if uses.count >= Self.most { return .pass }
      }
      if let step = next(&uses[key, default: Use(start: now)], now) { return step }
      answered.wait(lock)
    }
  }

  /// nil: another thread is asking for a lease.
  private func next(_ use: inout Use, _ now: Int64) -> Step? {
    if now - use.start >= Self.second {
      if use.passed <= free, !use.isAsking { use.unpaid = 0 }
      (use.start, use.passed) = (now, 0)
    }
    if now < use.refusedUntil { return .refuse(use.refusedUntil - now) }
    if use.lease > 0, now < use.leaseEnd {
      use.lease -= 1
    } else if use.unpaid < free {
      use.unpaid += 1
    } else if use.isAsking {
      return nil
    } else {
      use.isAsking = true
      return .ask(unpaid: use.unpaid)
    }
    use.passed += 1
    return .pass
  }

  private func settle(
    _ key: String, _ count: Int, paid: Int, _ answer: Result<Double?, WalletError>
  ) {
    lock.lock()
    defer { lock.unlock() }
    let now = clock.boot()
    // It is kept as long as somebody asks.
    guard var use = uses[key] else { return }
    use.isAsking = false
    use.unpaid -= paid
    switch answer {
    case .success(nil):
      // One of them is for the request that has asked.
      (use.lease, use.leaseEnd) = (count - 1, now + Self.second)
      use.passed += 1
    case .success(let seconds?): use.refusedUntil = now + Int64(seconds * 1000)
    case .failure: (use.lease, use.leaseEnd) = (.max, now + Self.second)
    }
    uses[key] = use
    answered.broadcast()
  }
}
