import CMicroHTTPD
import Issuer
import Threads
import WalletAPI
import WalletModel

/// A page of cards as it was sent, ready to be sent again.
final class CachedPage: @unchecked Sendable {
  /// The daemon's response. Any number of connections may use it at the same time.
  let response: OpaquePointer
  /// Memory in bytes.
  let size: Int
  /// The size of the daemon's record with its headers, and of the key.
  private static let overhead = 2048

  /// Takes over `response`.
  ///
  /// - Parameter size: The size of its body in bytes.
  init(_ response: OpaquePointer, size: Int) {
    self.response = response
    self.size = size + Self.overhead
  }

  deinit { MHD_destroy_response(response) }
}

/// Recent pages of cards that were asked for more than once. They are valid until a change is
/// committed or the minute ends, since cards expire with a new day, and are locked at times that their
/// owners have set. They contain no secrets.
final class CardPageCache: Sendable {
  struct Key: Hashable {
    let customer: CustomerID
    /// `Contract.name`.
    let operation: String
    let ids: [String]
    let query: [WireField]
  }

  /// The state that a page belongs to.
  struct Edition: Equatable {
    let ledger: Int64
    let minute: Int64

    init(_ ledger: any Ledger, of customer: CustomerID, _ now: Timestamp) throws(WalletError) {
      self.ledger = try ledger.edition(of: customer)
      minute = now.milliseconds / 60_000
    }
  }

  /// About 1,500 pages of 20 cards.
  private static let most = 16 << 20

  /// The size of a key without a page.
  private static let keySize = 512

  private struct State {
    /// nil: the page was asked for once.
    var pages: [Key: (page: CachedPage, edition: Edition)?] = [:]
    var size = 0

    mutating func makeRoom(_ bytes: Int) {
      if size + bytes > CardPageCache.most { self = State() }
      size += bytes
    }
  }
  private let state = Locked(State())

  /// Whether the page was asked for before. Only then it is worth asking for the edition.
  func wasAsked(_ key: Key) -> Bool {
    state.withLock { state in
      if state.pages[key] != nil { return true }
      state.makeRoom(Self.keySize)
      state.pages[key] = .some(nil)
      return false
    }
  }

  func find(_ key: Key, _ edition: Edition) -> CachedPage? {
    state.withLock { state in
      guard case .some(.some(let known)) = state.pages[key] else { return nil }
      return known.edition == edition ? known.page : nil
    }
  }

  func clear() { state.withLock { $0 = State() } }

  /// - Parameter edition: The edition from before the page was read.
  func keep(_ page: CachedPage, _ key: Key, _ edition: Edition) {
    state.withLock { state in
      if case .some(.some(let old)) = state.pages[key] { state.size -= old.page.size }
      state.makeRoom(page.size)
      state.pages[key] = (page, edition)
    }
  }
}
