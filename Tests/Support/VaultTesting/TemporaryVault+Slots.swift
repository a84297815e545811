import CSQLite
import Secrets
import WalletModel

@testable import VaultLedger

/// Key slots as they are stored.
extension TemporaryVault {
  /// - Parameter secret: What opens the vault; nil: its passphrase.
  @discardableResult
  func changeSlots(_ change: KeySlotChange, with secret: Secret? = nil) throws(WalletError)
    -> [KeySlotEntry]
  { try Vault.changeSlots(at: path, secret: secret ?? passphrase, change) }

  func body(ofSlot number: Int64) throws -> [UInt8] {
    let database = try Database(path: path, flags: SQLITE_OPEN_READWRITE)
    let statement = try database.statement(1, "SELECT body FROM header WHERE id=?1")
    statement.bind(1, number)
    guard try statement.step() else { return [] }
    defer { statement.reset() }
    return Array(statement.blob(0))
  }

  func put(_ body: [UInt8], inSlot number: Int64) throws {
    try tamper(path, "UPDATE header SET body=x'\(Hex.encode(body))' WHERE id=\(number)")
  }

  /// Changes one byte of the first slot after the other, with the checksum as it was and with the
  /// right one. The key must not open the vault. Afterwards the slot is as before.
  ///
  /// - Returns: The bytes where that was not so.
  func changesOfSlot(_ offsets: [Int], key: Secret) throws -> [Int] {
    let good = try body(ofSlot: 1)
    var wrong: [Int] = []
    for offset in offsets {
      var bad = good
      bad[offset] ^= 0x41
      try put(bad, inSlot: 1)
      if refusal(path, key) != .vaultDamaged { wrong.append(offset) }
      guard offset < good.count - 16 else { continue }
      try put(bad.dropLast(16) + checksum(bad.dropLast(16)), inSlot: 1)
      let code = refusal(path, key)
      if code != .vaultDamaged && code != .vaultPassphrase { wrong.append(offset) }
    }
    try put(good, inSlot: 1)
    return wrong
  }
}
