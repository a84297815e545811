import Testing
import WalletModel

@testable import ClientTesting

/// R6: each fault of the network with each operation of the contract, against our server.
@Suite struct FaultMatrixTests {
  static let staying = [
    NetworkFault(words: "none"),
    NetworkFault(words: "delay 0.05"),
    NetworkFault(words: "drip 0.0002"),
    NetworkFault(words: "duplicate"),
    NetworkFault(words: "duplicate 0.02"),
    NetworkFault(words: "refuse", code: .netLost, orCode: .netOffline, arrives: false),
    NetworkFault(words: "blackhole", code: .netTimeout, arrives: false, hangs: true),
    NetworkFault(words: "silence", code: .netTimeout, hangs: true),
    NetworkFault(words: "slowhead 0.05 through", code: .netTimeout, hangs: true),
    NetworkFault(words: "drip 0.2", code: .netTimeout, hangs: true),
    NetworkFault(words: "cutrequest 0", code: .netLost, arrives: false),
    NetworkFault(words: "cutrequest 1", code: .netLost, arrives: false),
    NetworkFault(words: "cutrequest 40", code: .netLost, arrives: false),
    NetworkFault(words: "cutrequest 180", code: .netLost, arrives: false),
    NetworkFault(words: "reset", code: .netLost),
    NetworkFault(words: "close", code: .netLost),
    NetworkFault(words: "cut 1", code: .netLost),
    NetworkFault(words: "cut 9", code: .netLost),
    NetworkFault(words: "cut 14", code: .netLost),
    NetworkFault(words: "cut 60", code: .netLost),
    NetworkFault(words: "cut 200", code: .netLost),
    NetworkFault(words: "resetat 100", code: .netLost),
    NetworkFault(words: "longer", code: .netLost),
    NetworkFault(words: "shorter", code: .netAnswer),
    NetworkFault(words: "chunkjunk", code: .netAnswer),
    NetworkFault(words: "flip", code: .netAnswer),
    NetworkFault(words: "garbage", code: .netAnswer, arrives: false),
    NetworkFault(words: "garbage through", code: .netAnswer),
    NetworkFault(words: "badstatus through", code: .netAnswer),
    NetworkFault(words: "notjson through", code: .netAnswer),
    NetworkFault(words: "huge through", code: .netTooLarge),
    NetworkFault(words: "hugehead through", code: .netTooLarge),
    NetworkFault(words: "longhead through", code: .netTooLarge),
    NetworkFault(words: "redirect 307 /elsewhere", code: .netRedirect, arrives: false),
    NetworkFault(words: "status 503", code: .unavailable, arrives: false),
    NetworkFault(words: "status 503 through", code: .unavailable),
    NetworkFault(words: "status 429", code: .rateLimited, arrives: false),
    NetworkFault(words: "status 429 3600", code: .rateLimited, arrives: false),
    NetworkFault(words: "status 500 through", code: .internalError),
  ]

  // Waiting for the other cases counts towards the limit.
  @Test(.patientLimit(minutes: 10), .atOnce(3), arguments: staying)
  func everyFaultHasItsError(_ fault: NetworkFault) async throws {
    try await Rig().expectErrors(of: fault, with: OperationProbeKind.all)
  }

  static let passing = [
    NetworkFault(words: "cutrequest 0", code: .netLost, arrives: false),
    NetworkFault(words: "cutrequest 180", code: .netLost, arrives: false),
    NetworkFault(words: "reset", code: .netLost),
    NetworkFault(words: "close", code: .netLost),
    NetworkFault(words: "cut 9", code: .netLost),
    NetworkFault(words: "cut 120", code: .netLost),
    NetworkFault(words: "resetat 100", code: .netLost),
    NetworkFault(words: "longer", code: .netLost),
    NetworkFault(words: "status 503", code: .unavailable, arrives: false),
    NetworkFault(words: "status 503 0 through", code: .unavailable),
    NetworkFault(words: "status 429 0", code: .rateLimited, arrives: false),
  ]

  @Test(.patientLimit(minutes: 10), .atOnce(2), arguments: passing)
  func temporaryFaultsAreRetried(_ fault: NetworkFault) async throws {
    try await Rig().expectRetries(after: fault, with: OperationProbeKind.all)
  }
}
