import Testing
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Changes of each byte of a key slot.
@Suite struct KeySlotTimingTests {
  /// Each byte, with its checksum as it was and with the right one.
  @Test func noChangedByteOfASlotOpensTheVault() throws {
    let vault = try TemporaryVault()
    let key = KeyFile.newKey()
    try vault.changeSlots(.replace(with: key))
    let good = try vault.body(ofSlot: 1)
    #expect(good.count == 192)
    #expect(try vault.changesOfSlot(Array(good.indices), key: key) == [])
    #expect(refusal(vault.path, key) == nil)
    // In another vault it opens nothing.
    let other = try TemporaryVault()
    try other.put(good, inSlot: 1)
    #expect(refusal(other.path, key) == .vaultPassphrase)
  }
}
