import Conformance
import Testing

@testable import ClientTesting

/// The whole conformance suite over HTTPS, with several handshakes for each case.
@Suite(.serialized) struct ServerConformanceTimingTests {
  @Test(.patientLimit(minutes: 10), arguments: Conformance.cases)
  func holdsOverTLS(_ rule: ConformanceCase) async throws {
    try await ServedWallet.check(rule, over: .https)
  }
}
