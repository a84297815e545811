import Testing
import Waiting

@testable import ClientTesting

/// R7: lost answers, with every operation that changes something and many rounds.
struct LostReplyTimingTests {
  private static let rounds = Effort.pick(long: 50, torture: 1000)

  @Test(.atOnce(6), arguments: OperationProbeKind.changes.filter { $0.nature == .change })
  func aRepeatedKeyGetsTheSameAnswer(_ kind: OperationProbeKind) async throws {
    try await Rig().expectSameAnswers(of: kind, rounds: Self.rounds)
  }
}
