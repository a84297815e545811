import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// R6: what faults of the network mean for an operation of each rule about sending it again. These
/// faults need no deadline to end. `FaultMatrixTests` has all faults and all operations.
@Suite struct NetworkFaultTests {
  @Test func everyOperationIsProbed() {
    let known = Set(
      OperationProbeKind.all.map { $0.name.split(separator: " ").first.map(String.init) })
    #expect(known == Set(WireRoute.all.map(\.contract.name)))
  }

  @Test func eachRetryRuleHasAnOperation() {
    let rules = OperationProbeKind.ofEachRetryRule.map { "\($0.retry), \($0.nature)" }
    #expect(
      rules == [
        "idempotent, read", "idempotent, once", "withKey, change", "withKeyUnlessLimited, change",
        "never, once",
      ])
  }

  @Test(
    .atOnce(2),
    arguments: [
      NetworkFault(words: "refuse", code: .netLost, orCode: .netOffline, arrives: false),
      NetworkFault(words: "reset", code: .netLost),
      NetworkFault(words: "cut 60", code: .netLost),
      NetworkFault(words: "garbage through", code: .netAnswer),
      NetworkFault(words: "status 503", code: .unavailable, arrives: false),
    ])
  func everyFaultHasItsError(_ fault: NetworkFault) async throws {
    try await Rig().expectErrors(of: fault, with: OperationProbeKind.ofEachRetryRule)
  }

  @Test(
    .atOnce(2),
    arguments: [
      NetworkFault(words: "cutrequest 40", code: .netLost, arrives: false),
      NetworkFault(words: "reset", code: .netLost),
      NetworkFault(words: "cut 120", code: .netLost),
      NetworkFault(words: "status 503", code: .unavailable, arrives: false),
      NetworkFault(words: "status 429 0", code: .rateLimited, arrives: false),
    ])
  func temporaryFaultsAreRetried(_ fault: NetworkFault) async throws {
    try await Rig().expectRetries(after: fault, with: OperationProbeKind.ofEachRetryRule)
  }

  /// R10: a cancelled request ends, although nothing comes from the network.
  @Test(.timeLimit(.minutes(10)), arguments: ["blackhole", "silence"])
  func aCancelledRequestEnds(_ fault: String) async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    try rig.proxy.fault(fault)
    for round in 1...3 {
      let task = Task { await person.wallet.failure(GetProfile()) }
      try await rig.waitForRequest(round)
      task.cancel()
      #expect(await task.value?.code == .cancelled)
    }
    try rig.proxy.fault("none")
    #expect(await person.wallet.failure(GetProfile()) == nil)
  }

  /// These faults end the connection of the event stream, which is made again. `EventFaultTests`
  /// has those that only silence ends.
  @Test(
    .timeLimit(.minutes(10)), .atOnce(2),
    arguments: [
      "none", "cut 0", "resetat 10 first=1", "garbage first=1", "status 503 0 first=1",
      "flood x first=1",
    ])
  func aLaterChangeIsReported(_ fault: String) async throws {
    try await Rig().expectNews(after: fault)
  }
}
