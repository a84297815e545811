import CMicroHTTPD
import Issuer
import Threads
import WalletAPI
import WalletModel

/// A page of cards as it was sent, ready to be sent again.
final class CachedResponse: @unchecked Sendable {
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

/// Recent pages of cards. They are valid until a change is committed or the minute ends, since cards
/// expire with a new day, and are locked at times that their owners have set. They contain no secrets.
///
/// As a stage it answers the most frequent request. It refuses a malformed query with 400.
final class CardPageCache: Stage {
  /// Every way of asking for a page has a key of its own beside that of its normal query.
  struct Key: Hashable {
    let customer: CustomerID
    /// `Contract.name`.
    let operation: String
    let ids: [String]
    var query: [WireField]

    /// Its length in bytes: a number may be asked for with thousands of zeros.
    var size: Int { query.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
  }

  /// The state that a page belongs to.
  struct Edition: Equatable {
    let ledger: Int64
    let minute: Int64

    init(_ ledger: any Ledger, _ now: Timestamp) throws(WalletError) {
      self.ledger = try ledger.edition()
      minute = now.milliseconds / 60_000
    }
  }

  private static let most = 8 << 20
  /// The size of a query in bytes with which a connection keeps a request.
  private static let longestKnown = 256

  private struct State {
    var edition: Edition?
    var pages: [Key: CachedResponse] = [:]
    var size = 0
  }
  private let state = Locked(State())
  private let ledger: any Ledger
  private let clock: IssuerClock
  private let status: ServerStatus

  init(_ ledger: any Ledger, clock: IssuerClock, status: ServerStatus) {
    self.ledger = ledger
    self.clock = clock
    self.status = status
  }

  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    guard call.route.contract.isCached, call.context.scopes.contains(.wallet), !status.isDraining,
      call.exchange.connection.takesPages
    else { return try next(call) }
    let edition = try Edition(ledger, clock.now())
    let asked = Key(
      customer: call.context.customerID, operation: call.route.contract.name, ids: call.ids,
      query: call.request.query)
    if let page = find(asked, edition) {
      if call.exchange.known == nil, asked.size <= Self.longestKnown {
        call.exchange.connection.known = KnownRequest(call)
      }
      return send(page, call)
    }
    var key = asked
    key.query = try call.route.normalQuery(call.request)
    if key != asked, let page = find(key, edition) {
      // Next time the query is not read.
      keep(page, asked, edition)
      return send(page, call)
    }
    var call = call
    call.edition = edition
    let answer = try next(call)
    if answer.isSuccess, case .plain(let bytes) = answer.body,
      let response = DaemonResponse.make(answer)
    {
      let page = CachedResponse(response, size: bytes.count)
      keep(page, key, edition)
      call.exchange.page = page
    }
    return answer
  }

  private func send(_ page: CachedResponse, _ call: WalletCall) -> WireResponse {
    call.exchange.page = page
    return WireResponse(200)
  }

  func find(_ key: Key, _ edition: Edition) -> CachedResponse? {
    state.withLock { $0.edition == edition ? $0.pages[key] : nil }
  }

  /// - Parameter edition: The edition from before the page was read.
  func keep(_ page: CachedResponse, _ key: Key, _ edition: Edition) {
    // Released after the lock: there may be hundreds, and their memory is overwritten.
    var old: [Key: CachedResponse] = [:]
    let size = page.size + key.size
    state.withLock { state in
      if state.edition != edition || state.size + size > Self.most {
        swap(&old, &state.pages)
        state = State(edition: edition)
      }
      state.size += size
      if let known = state.pages.updateValue(page, forKey: key) {
        state.size -= known.size + key.size
      }
    }
  }
}
