import Testing
import Waiting

@testable import ServerTesting

/// Hostile metadata and filters over HTTP (F13, F18), hundreds of each.
struct VirtualCardFuzzTimingTests {
  private static let rounds = Effort.pick(long: 600, torture: 20_000)

  @Test func hostileMetadataLeaveTheCardReadable() throws {
    try VirtualCardFuzz(rounds: Self.rounds, least: Self.rounds / 10).checkMetadata()
  }

  @Test func hostileFiltersAreAnsweredAsTheRulesSay() throws {
    try VirtualCardFuzz(rounds: Self.rounds, least: Self.rounds / 10).checkFilters()
  }
}
