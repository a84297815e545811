import Conformance
import Testing

@testable import ClientTesting

/// The conformance suite over HTTP. The cases run one after the other, because each has its own
/// server and clients, and locked memory is limited. Cases cannot share a server: each moves its
/// clock and needs a new sample wallet.
@Suite(.serialized) struct ServerConformanceTests {
  @Test(.timeLimit(.minutes(10)), arguments: Conformance.cases)
  func holds(_ rule: ConformanceCase) async throws {
    try await ServedWallet.check(rule, isSecure: false)
  }

  /// TLS is below HTTP and does not know what it carries, so these differ only in how they use a
  /// connection: a list, secrets in answers, certificates in requests, an endless answer, and a
  /// server that is started again. `ServerConformanceTimingTests` has all cases.
  private static let secure = [
    "A03 A05 pages by record offset and tells the total",
    "A26 A36 a code shows PAN, CVV, expiry and holder, once",
    "C08 A13 a phone takes a card up: INITIATED, then COMPLETED",
    "every listener gets the events of changes and messages",
    "a change with a key is made once, over a restart, too",
  ]

  @Test(.timeLimit(.minutes(10)), arguments: secure)
  private func holdsOverTLS(_ description: String) async throws {
    let rule = try #require(Conformance.cases.first { $0.description == description })
    try await ServedWallet.check(rule, isSecure: true)
  }
}
