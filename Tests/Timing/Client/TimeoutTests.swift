import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// Time limits. The quick form checks the order of events; figures come from the complete form on a
/// machine without other work.
@Suite(.serialized) struct TimeoutTests {
  /// R6: the deadline of all attempts ends an operation that would take a minute.
  @Test(
    .patientLimit(minutes: 1),
    arguments: ["blackhole", "silence", "drip 0.05", "delay 60", "slowhead 0.05", "status 503 60"])
  func operationsKeepTheDeadline(_ fault: String) async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url) {
      $0.totalTime = patient(2)
    }
    try rig.proxy.fault(fault)
    var times: [Duration] = []
    for _ in 0..<Effort.pick(long: 1, torture: 20) {
      let start = ContinuousClock.now
      let error = await person.wallet.failure(GetProfile())
      times.append(ContinuousClock.now - start)
      #expect(error?.code == (fault.hasPrefix("status") ? .unavailable : .netTimeout))
      // The circuit breaker closes again.
      try rig.proxy.fault("none")
      _ = await person.wallet.failure(GetProfile())
      try rig.proxy.fault(fault)
    }
    guard Effort.current == .torture, !fault.hasPrefix("status") else { return }
    Figures.tell("R6 deadline of 2 s, \(fault)", times)
    // The maximum depends on the machine, which may be busy.
    let median = times.sorted()[times.count / 2]
    #expect(times.allSatisfy { $0 > patient(1.8) } && median < patient(2.2), "\(times)")
  }

  /// Five seconds of silence end an attempt, unless the profile allows more time.
  @Test(.patientLimit(minutes: 1), arguments: [(7, ErrorCode?.some(.netTimeout)), (30, nil)])
  func theDeadlineIsConfigurable(_ seconds: Int, _ code: ErrorCode?) async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url) {
      $0.totalTime = patient(Double(seconds))
    }
    try rig.proxy.fault("delay \(5.5 * patience)")
    #expect(await person.wallet.failure(GetProfile())?.code == code)
  }

  /// A request that waits for a new token keeps its deadline.
  @Test(.patientLimit(minutes: 1)) func aTokenRenewalKeepsTheDeadline() async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    try rig.proxy.fault("blackhole only=/token")
    let signIn = person.wallet.signIn
    let first = await withTaskGroup(of: (isPatient: Bool, error: WalletError?).self) { group in
      let short = RetryPolicy(patient(0.2), clock: person.wallet.profile.clock)
      for deadline in [nil, short.deadline] {
        group.addTask {
          do throws(WalletError) {
            _ = try await signIn.tokens(besides: 1, until: deadline)
            return (deadline == nil, nil)
          } catch {
            return (deadline == nil, error)
          }
        }
      }
      defer { group.cancelAll() }
      return await group.next()
    }
    #expect(first?.isPatient == false)
    #expect(first?.error?.code == .netTimeout)
    // The renewal is lost, but nothing waits for it for ever.
    try rig.proxy.fault("none")
  }

  /// A server that accepts no connection is not reported as slow.
  @Test(.patientLimit(minutes: 1)) func aConnectionTimeoutIsReported() async throws {
    let silent = try HelperProcess("silent_server.py")
    let error = await #expect(throws: WalletError.self) {
      try await silent.signIn { $0.connectTime = patient(0.3) }
    }
    #expect(error?.code == .netOffline)
  }

  /// R10: a cancelled request returns at once in every state of the network.
  @Test(
    .patientLimit(minutes: 1), arguments: ["blackhole", "drip 0.05", "huge", "delay 60", "none"])
  func aCancelledRequestReturnsAtOnce(_ fault: String) async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    try rig.proxy.fault(fault)
    for round in 0..<20 {
      let task = Task { await person.wallet.failure(GetProfile()) }
      // At another moment of the request each time.
      for _ in 0..<(round * 50) { await Task.yield() }
      task.cancel()
      let error = await task.value
      if fault != "none" && fault != "huge" { #expect(error?.code == .cancelled) }
    }
    // Nothing waits for it for ever.
    try rig.proxy.fault("none")
    #expect(await person.wallet.failure(GetProfile()) == nil)
  }
}
