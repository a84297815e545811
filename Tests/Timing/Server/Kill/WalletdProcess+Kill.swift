import Glibc
import Secrets
import Synchronization
import Threads
import Waiting
import WalletAPI

@testable import ServerTesting

extension WalletdProcess {
  /// Kills it while a request is on its way; nil: it was killed before it had answered.
  func answerWhileKilled<O: WalletOperation>(to operation: O, _ token: Secret, _ key: String)
    throws -> O.Response?
  {
    let isKilled = Flag()
    let spins = Int.random(in: 0...8_000)
    startThread {
      for _ in 0..<spins { sched_yield() }
      self.end(SIGKILL)
      isKilled.isSet.store(true, ordering: .releasing)
    }
    let answer = try? perform(operation, token) { $0.idempotencyKey = key }
    try wait(for: "the kill") { isKilled.isSet.load(ordering: .acquiring) }
    return answer
  }
}

private final class Flag: Sendable { let isSet = Atomic<Bool>(false) }
