import Conformance
import Testing

@testable import ClientTesting

/// The conformance suite on a server. The cases run one after the other, because each has its own
/// server and clients, and locked memory is limited. Cases cannot share a server: each moves its
/// clock and needs a new sample wallet.
@Suite(.serialized) struct ServerConformanceTests {
  /// Encoded as HTTP, and answered without a socket.
  @Test(.timeLimit(.minutes(10)), arguments: Conformance.cases)
  func holds(_ rule: ConformanceCase) async throws {
    try await ServedWallet.check(rule, over: .memory)
  }

  /// One case of each kind: a list, parameters, secrets in answers, sign-ins, a version, a key and a
  /// restart, errors of fields, an answer without a body, any JSON, a long request, many requests at
  /// once, and an endless answer.
  private static let overSockets = [
    "A03 A05 pages by record offset and tells the total",
    "A02 filters by type and statuses, and pages what it filtered",
    "A26 A36 a code shows PAN, CVV, expiry and holder, once",
    "B21 secrets need the scope pci-dss-1, everything the wallet's",
    "R8 a stale version is refused, and both versions are named",
    "a change with a key is made once, over a restart, too",
    "A17 A18 every field rule names its field, and nothing is made",
    "F01 personas are created, listed and deleted",
    "F13 metadata are any JSON of up to 3,000 characters",
    "C08 A13 a phone takes a card up: INITIATED, then COMPLETED",
    "A37 of many that open a URL at once, one gets the details",
    "every listener gets the events of changes and messages",
  ]

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

  @Test(
    .timeLimit(.minutes(10)),
    arguments: overSockets.map { ($0, ServedWallet.Way.http) } + secure.map { ($0, .https) })
  private func holdsOverSockets(_ description: String, _ way: ServedWallet.Way) async throws {
    let rule = try #require(Conformance.cases.first { $0.description == description })
    try await ServedWallet.check(rule, over: way)
  }
}
