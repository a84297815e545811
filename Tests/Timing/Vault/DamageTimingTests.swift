import Testing
import Waiting

@testable import VaultTesting

/// Damage at very many places of a file.
@Suite struct DamageTimingTests {
  /// S15: each byte of a file, or a sample. A change is found, or everything that is read is the
  /// same as before.
  @Test func everyFlippedByteIsFoundOrHarmless() throws {
    let vault = try TemporaryVault()
    var offsets = Array(bytes(of: vault.path).indices)
    if Effort.current != .torture {
      offsets = (0..<110).map { $0 } + stride(from: 110, to: offsets.count, by: 997)
    }
    let flips = try vault.flipBytes(offsets)
    #expect(flips.wrong == [])
    // Most bytes are encrypted data or page structures. The others are free space.
    #expect(flips.found > offsets.count / 3)
  }

  @Test func aFileThatEndsAfterAnyPageIsFound() throws {
    let vault = try TemporaryVault()
    let good = bytes(of: vault.path)
    for count in stride(from: 0, to: good.count, by: 4096) {
      write(Array(good.prefix(count)), to: vault.path)
      #expect(vault.isFoundDamaged, "cut at \(count)")
    }
  }
}
