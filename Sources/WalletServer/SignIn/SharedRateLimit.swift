import Issuer
import WalletModel

/// A `RateLimit` that all servers on a ledger share.
final class SharedRateLimit: Sendable {
  /// nil: no other server has the ledger.
  private let ledger: (any SharedLedger)?
  private let name: String
  private let burst: Double
  private let perSecond: Double
  private let own: RateLimit

  /// - Parameter name: Tells its buckets from those of other limits.
  init(
    _ ledger: any Ledger, _ name: String, burst: Int, perSecond: Double, clock: IssuerClock
  ) {
    self.ledger = ledger as? any SharedLedger
    self.name = name
    self.burst = Double(burst)
    self.perSecond = perSecond
    own = RateLimit(burst: burst, perSecond: perSecond, clock: clock)
  }

  /// nil: allowed. Otherwise the seconds to wait.
  ///
  /// - Throws: If others share it and the ledger cannot be reached.
  func take(_ key: String) throws(WalletError) -> Int? {
    guard let ledger else { return own.take(key) }
    return try ledger.take(from: "\(name) \(key)", burst: burst, perSecond: perSecond)
  }

  /// To be called if the request does not count after all.
  func refund(_ key: String) {
    guard let ledger else { return own.refund(key) }
    // Without it the limit is only reached earlier.
    try? ledger.giveBack(to: "\(name) \(key)", burst: burst)
  }
}
