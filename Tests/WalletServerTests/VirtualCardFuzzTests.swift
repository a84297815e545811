import Testing

@testable import ServerTesting

/// Hostile metadata and filters over HTTP (F13, F18). `VirtualCardFuzzTimingTests` sends hundreds.
struct VirtualCardFuzzTests {
  @Test func hostileMetadataLeaveTheCardReadable() throws {
    try VirtualCardFuzz(rounds: 60, least: 0).checkMetadata()
  }

  @Test func hostileFiltersAreAnsweredAsTheRulesSay() throws {
    try VirtualCardFuzz(rounds: 60, least: 0).checkFilters()
  }
}
