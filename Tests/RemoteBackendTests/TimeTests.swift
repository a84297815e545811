import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// How long one waits. A machine that is busy makes a single figure worse, never better: the best of
/// some rounds counts.
@Suite(.serialized) struct TimeTests {
  /// R6: the deadline of all tries together, within 200 ms.
  @Test(arguments: ["blackhole", "drip 0.05", "delay 30"])
  func keepsTheDeadline(_ fault: String) async throws {
    let stub = try Script.stub()
    let faults = try Script.faults(before: stub)
    let backend = try await faults.signIn { $0.totalTime = .milliseconds(600) }
    try faults.fault(fault)
    var best = Duration.seconds(60)
    for _ in 0..<3 where best > .milliseconds(800) {
      let start = ContinuousClock.now
      #expect(await backend.failure(GetCard(stubCard))?.code == .netTimeout)
      best = min(best, ContinuousClock.now - start)
    }
    #expect(best > .milliseconds(550) && best < .milliseconds(800), "took \(best)")
  }

  /// R10: whoever gives up goes on at once, whatever the network does.
  @Test(arguments: ["blackhole", "drip 0.05", "huge", "delay 5", "none"])
  func givesUpAtOnce(_ fault: String) async throws {
    let stub = try Script.stub()
    let faults = try Script.faults(before: stub)
    let backend = try await faults.signIn()
    try faults.fault(fault)
    var times: [Duration] = []
    for round in 0..<20 {
      let task = Task { await backend.failure(GetCard(stubCard)) }
      // At another moment of the request each time.
      for _ in 0..<(round * 50) { await Task.yield() }
      let start = ContinuousClock.now
      task.cancel()
      _ = await task.value
      times.append(ContinuousClock.now - start)
    }
    times.sort()
    #expect(times[15] < .milliseconds(100), "took \(times)")
    // And nothing is stuck behind it.
    try faults.fault("none")
    #expect(await backend.failure(GetCard(stubCard)) == nil)
  }
}
