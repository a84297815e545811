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
  /// Set when it is refused before its body was read.
  var refusal: WireResponse?
  /// What a 401 asks for, where its error does not know.
  var challenge: String?
  /// The body so far, in locked memory: any request may hold a secret.
  var body: Secret?
  /// What is sent in place of an answer that is made for this request alone.
  var page: Page?
  private(set) var reserved = 0
  private let budget: ArenaBudget
  /// What it turned out to be, for the log and the counters.
  var route = "none"
  var user = ""
  var status = 0
  /// A stream of news is not waited for.
  var isStream = false

  init(method: String, path: String, budget: ArenaBudget) {
    self.method = method
    self.path = path
    self.budget = budget
    started = monotonicMicroseconds()
  }

  deinit { budget.giveBack(reserved) }

  /// Room in locked memory; false when too much of it is taken.
  func reserve(_ bytes: Int) -> Bool {
    guard budget.take(bytes) else { return false }
    reserved += bytes
    return true
  }
}

func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
