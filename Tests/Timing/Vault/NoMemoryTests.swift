import Testing
import Waiting
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// R4: a process without memory ends, and the vault stays intact. `TerminalPty/test_terminal.py`
/// shows the same for the terminal.
@Suite struct NoMemoryTests {
  private static let changes = 5

  /// Changes a card in a process with this much address space. Returns whether all changes were
  /// made.
  private func areMade(_ vault: TemporaryVault, memory: Int) throws -> Bool {
    let before = try vault.open().firstCard().version
    let worker = try #require(
      VaultWorkerProcess(
        ["toggle", vault.path, "correct horse", "\(Self.changes)"], memory: memory))
    let (lines, status) = worker.wait()
    let acknowledged = lines.compactMap { Int($0) }.last ?? 0
    let made = try vault.open().firstCard().version - before
    #expect(made == acknowledged || made == acknowledged + 1, "with \(memory) bytes")
    #expect((status == 0) == (acknowledged == Self.changes), "with \(memory) bytes")
    return status == 0
  }

  @Test func aProcessWithoutMemoryLeavesTheVaultIntact() throws {
    let vault = try TemporaryVault()
    var (tooLittle, enough) = (1 << 20, 64 << 30)
    try #require(try areMade(vault, memory: enough), "control: with enough memory it succeeds")
    while enough - tooLittle > 1 << 20 {
      let middle = (tooLittle + enough) / 2
      if try areMade(vault, memory: middle) { enough = middle } else { tooLittle = middle }
    }
    // Just below the limit, memory ends at different places of the work.
    var failures = 0
    for step in 0..<Effort.pick(long: 16, torture: 128) {
      if try !areMade(vault, memory: enough - step * (64 << 10)) { failures += 1 }
    }
    #expect(failures > 0)
    #expect(try vault.check().findings == [])
  }
}
