import Testing

@testable import VaultTesting

/// Repairs of a file with damage at each of its pages.
@Suite struct RepairTimingTests {
  /// SQLite refuses the page. All that is elsewhere is kept.
  @Test func eachDamagedPageLosesOnlyItsRows() async throws {
    let vault = try await TemporaryVault.used()
    let pages = bytes(of: vault.path).count / 4096
    let result = try vault.damageAndRepair(pages: Array(1..<pages))
    #expect(result.wrong == [])
    #expect(result.repairs > pages / 2)
  }
}
