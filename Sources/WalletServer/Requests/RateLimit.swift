import Issuer
import Threads
import WalletAPI
import WalletModel

/// A token bucket for each key: `burst` at once, then `perSecond`.
final class RateLimit: Sendable {
  private struct Bucket {
    var level: Double
    var filled: Int64
  }
  /// The most keys. If all of them are in use, new ones have to wait.
  private static let most = 10_000
  private let buckets = Locked<[String: Bucket]>([:])
  private let burst: Double
  private let perSecond: Double
  private let clock: IssuerClock

  init(burst: Int, perSecond: Double, clock: IssuerClock) {
    self.burst = Double(burst)
    self.perSecond = perSecond
    self.clock = clock
  }

  /// For what an address sends wrong: five times that for a name.
  convenience init(forMistakesOf options: WalletServer.Options) {
    self.init(burst: 5 * options.signIns, perSecond: 5.0 / 12, clock: options.clock)
  }

  /// nil: allowed. Otherwise the seconds to wait.
  func take(_ key: String) -> Int? {
    let now = clock.boot()
    return buckets.withLock { buckets in
      if buckets.count >= Self.most && buckets[key] == nil {
        // A full bucket need not be kept.
        buckets = buckets.filter { level($0.value, now) < burst }
        if buckets.count >= Self.most { return 1 }
      }
      var bucket = buckets[key] ?? Bucket(level: burst, filled: now)
      bucket.level = level(bucket, now)
      bucket.filled = now
      defer { buckets[key] = bucket }
      guard bucket.level >= 1 else {
        return max(1, Int(((1 - bucket.level) / perSecond).rounded(.up)))
      }
      bucket.level -= 1
      return nil
    }
  }

  /// - Throws: `.rateLimited`.
  func count(_ key: String) throws(WalletError) {
    if let seconds = take(key) { throw WalletError(.rateLimited, retryAfter: seconds) }
  }

  /// To be called if the request does not count after all.
  func refund(_ key: String) {
    buckets.withLock { buckets in
      if let level = buckets[key]?.level { buckets[key]?.level = min(burst, level + 1) }
    }
  }

  private func level(_ bucket: Bucket, _ now: Int64) -> Double {
    min(burst, bucket.level + Double(now - bucket.filled) / 1000 * perSecond)
  }
}

/// As a stage it refuses the requests of a customer who has sent too many with 429.
extension RateLimit: Stage {
  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    try count(call.context.customerID.rawValue)
    return try next(call)
  }
}
