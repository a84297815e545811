import Glibc
import Secrets
import WalletAPI
import WalletModel

/// One request and its answer.
final class Exchange {
  let method: String
  /// The path as received, still percent-encoded, but without `WalletServer.Options.path`.
  let path: String
  let connection: any RequestConnection
  let started: Int64
  /// What it was given to, as long as it lasts; nil: nothing.
  var handler: RequestHandler?
  /// The request's id in its answer and in the log, for support.
  let id: String
  /// Set if it is refused before its body was read.
  var refusal: WireResponse?
  /// Whether the body is read before the answer. A refused body is read only if it ends soon.
  var readsBody = true
  /// The challenge of a 401, if its error does not contain one.
  var challenge: String?
  /// The body so far, in locked memory, since any request may contain a secret.
  var body: Secret?
  /// Has the daemon's response for the answer, which is then sent without headers of its own.
  var page: CachedResponse?
  /// The same as a request before; nil: it has to be read.
  var known: KnownRequest?
  /// The hash of its access token, once it was read.
  var token: [UInt8]?
  /// The answer to an invalid token, once it was checked.
  var refusedToken: WalletError?
  /// The budget of locked memory that it uses, and how many bytes each byte of its body needs. nil:
  /// the client is not authorised, so the body is not kept.
  var account: (budget: ArenaBudget, who: String, factor: Int)?
  /// The announced length of the body.
  var length = 0
  private var reserved = 0
  private var room = 0
  /// The route, for the log and the counters.
  var route = "none"
  var user = ""
  /// The name of a failed sign-in.
  var login: String?
  /// The client's address in digits, and the network that limits apply to.
  let address: String
  let network: String
  var status = 0
  /// The answer's body, if it is an event stream. The end of the server does not wait for it.
  var stream: OpenStream?

  init(_ id: String, method: String, path: String, _ connection: any RequestConnection) {
    self.id = id
    self.method = method
    self.path = path
    self.connection = connection
    (address, network) = connection.peer
    started = monotonicMicroseconds()
  }

  /// To be read when the request has ended.
  var logEntry: AccessLog.Entry {
    AccessLog.Entry(
      id: id, method: method, route: route, status: status,
      microseconds: monotonicMicroseconds() - started, user: user, address: address, login: login,
      isStream: stream != nil)
  }

  deinit { account.map { $0.budget.release(reserved, for: $0.who) } }

  /// Reserves locked memory; false if too much is in use.
  func reserve(_ bytes: Int) -> Bool {
    guard let account, SecretMemory.hasRoom(for: bytes),
      account.budget.take(bytes, for: account.who)
    else { return false }
    reserved += bytes
    return true
  }

  /// Adds a piece of the body. Its room grows with what has arrived, so a long announcement alone
  /// takes no memory. False if there is no room.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let account else { return true }
    let needed = (body?.count ?? 0) + bytes.count
    if needed > room {
      let wider = min(length, max(needed, 2 * room, 256))
      guard needed <= wider, reserve((wider - room) * account.factor + (room == 0 ? 1024 : 0))
      else { return false }
      let larger = Secret(capacity: wider)
      body?.withBytes { _ = larger.append($0) }
      body?.wipe()
      (body, room) = (larger, wider)
    }
    return body?.append(bytes) ?? false
  }
}

func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
