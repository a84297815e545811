import CMicroHTTPD
import Issuer
import Threads
import WalletAPI
import WalletModel

/// A page of cards as it was sent, ready to be sent again.
final class CachedPage: @unchecked Sendable {
  /// The daemon's: any number of connections may have it at the same time.
  let response: OpaquePointer
  /// In memory, in bytes.
  let size: Int
  /// The daemon's record with its headers, and the key.
  private static let overhead = 2048

  /// Takes over `response`.
  ///
  /// - Parameter size: Of its body, in bytes.
  init(_ response: OpaquePointer, size: Int) {
    self.response = response
    self.size = size + Self.overhead
  }

  deinit { MHD_destroy_response(response) }
}

/// Pages of cards that were asked for of late. They stand as long as nobody has committed a change
/// and the day is the same: with a day, a card can expire. No secret is in them.
final class CardPageCache: Sendable {
  struct Key: Hashable {
    let customer: CustomerID
    /// `Contract.name`.
    let operation: String
    let ids: [String]
    let query: [WireField]
  }

  /// What a page goes by.
  struct Edition: Equatable {
    let ledger: Int64
    let day: Int64

    init(_ ledger: any Ledger, _ now: Timestamp) throws(WalletError) {
      self.ledger = try ledger.edition()
      day = now.milliseconds / 86_400_000
    }
  }

  private static let most = 8 << 20

  private struct State {
    var edition: Edition?
    var pages: [Key: CachedPage] = [:]
    var size = 0
  }
  private let state = Locked(State())

  func find(_ key: Key, _ edition: Edition) -> CachedPage? {
    state.withLock { $0.edition == edition ? $0.pages[key] : nil }
  }

  /// `edition` is from before the page was read.
  func keep(_ page: CachedPage, _ key: Key, _ edition: Edition) {
    state.withLock { state in
      if state.edition != edition || state.size + page.size > Self.most {
        state = State(edition: edition)
      }
      state.size += page.size - (state.pages.updateValue(page, forKey: key)?.size ?? 0)
    }
  }
}
