import Issuer

/// Buckets of tokens, one a key: so many at once, so many a second.
final class RateLimit: Sendable {
  private struct Bucket {
    var level: Double
    var filled: Int64
  }
  private let buckets = Locked<[String: Bucket]>([:])
  private let burst: Double
  private let perSecond: Double
  private let clock: IssuerClock

  init(burst: Int, perSecond: Double, clock: IssuerClock) {
    self.burst = Double(burst)
    self.perSecond = perSecond
    self.clock = clock
  }

  /// nil: go on. Else seconds to wait.
  func take(_ key: String) -> Int? {
    let now = clock.boot()
    return buckets.withLock { buckets in
      if buckets.count > 10_000 {
        buckets = buckets.filter { now - $0.value.filled < 60_000 }
      }
      var bucket = buckets[key] ?? Bucket(level: burst, filled: now)
      bucket.level = min(burst, bucket.level + Double(now - bucket.filled) / 1000 * perSecond)
      bucket.filled = now
      defer { buckets[key] = bucket }
      guard bucket.level >= 1 else {
        return max(1, Int(((1 - bucket.level) / perSecond).rounded(.up)))
      }
      bucket.level -= 1
      return nil
    }
  }
}
