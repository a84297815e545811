import Threads
import WalletModel

/// The numbers of customers who were here lately. With the number, a customer's rows are asked for
/// together with the root. Thread-safe.
final class CustomerNumbers: Sendable {
  struct Known: Sendable {
    let number: Int64
    /// `RecordKeys.tag`
    let tag: [UInt8]
  }

  /// About 10 MB.
  private static let most = 50_000
  private let known = Locked<[CustomerID: Known]>([:])

  func find(_ customer: CustomerID) -> Known? { known.withLock { $0[customer] } }

  func keep(_ customer: CustomerID, _ one: Known) {
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[customer] = one
    }
  }

  func remove(_ customer: CustomerID) { known.withLock { $0[customer] = nil } }
}
