import Glibc
import Testing

@testable import ServerTesting

/// Hostile metadata and filters over HTTP (F13, F18), hundreds of each.
struct VirtualCardFuzzTimingTests {
  private static let rounds = getenv("WALLETUI_TORTURE") == nil ? 600 : 20_000

  @Test func hostileMetadataLeaveTheCardReadable() throws {
    try VirtualCardFuzz(rounds: Self.rounds, least: Self.rounds / 10).checkMetadata()
  }

  @Test func hostileFiltersAreAnsweredAsTheRulesSay() throws {
    try VirtualCardFuzz(rounds: Self.rounds, least: Self.rounds / 10).checkFilters()
  }
}
