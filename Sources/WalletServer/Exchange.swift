import CMicroHTTPD
import Glibc
import Secrets
import WalletAPI
import WalletModel

/// One request on its way through the daemon.
final class Exchange {
  let method: String
  /// As it came, still encoded.
  let path: String
  let started: Int64
  /// What support finds it by: in its answer and in the log.
  let id: String
  /// Set when it is refused before its body was read.
  var refusal: WireResponse?
  /// Whether its body is read before it is answered; a refusal of one without a near end is not.
  var readsBody = true
  /// What a 401 asks for, where its error does not know.
  var challenge: String?
  /// The body so far, in locked memory: any request may hold a secret.
  var body: Secret?
  /// What is sent in place of an answer that is made for this request alone.
  var page: CachedPage?
  /// The hash of the access token that came with it, once it was asked for.
  var token: [UInt8]?
  /// What a token that is none is answered with, once it was asked for.
  var refusedToken: WalletError?
  /// Whose part of the locked memory it takes, and what a byte of its body needs in all. nil: nobody
  /// who may come in, so its body is not kept.
  var account: (budget: ArenaBudget, who: String, factor: Int)?
  /// The length of the body, as it was announced.
  var length = 0
  private var reserved = 0
  private var room = 0
  /// What it turned out to be, for the log and the counters.
  var route = "none"
  var user = ""
  /// Whom somebody tried to sign in as, in vain.
  var login: String?
  /// Where it comes from, in digits.
  var address = ""
  var status = 0
  /// A stream of news is not waited for.
  var isStream = false

  init(_ id: String, method: String, path: String) {
    self.id = id
    self.method = method
    self.path = path
    started = monotonicMicroseconds()
  }

  deinit { account.map { $0.budget.giveBack(reserved, for: $0.who) } }

  /// Room in locked memory; false when too much of it is taken.
  func reserve(_ bytes: Int) -> Bool {
    guard let account, SecretMemory.hasRoom(for: bytes),
      account.budget.take(bytes, for: account.who)
    else { return false }
    reserved += bytes
    return true
  }

  /// Takes more of the body. The room for it grows as it comes: announcing much takes nothing. False
  /// when there is none.
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
