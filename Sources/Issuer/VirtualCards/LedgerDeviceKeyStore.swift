package import DeviceKeys
import Secrets
package import WalletModel

/// The keys of this device in the wallet itself: to open the file opens its virtual cards.
package final class LedgerDeviceKeyStore: DeviceKeyStore {
  private let ledger: any Ledger
  private let clock: IssuerClock

  package init(_ ledger: any Ledger, clock: IssuerClock = .system) {
    self.ledger = ledger
    self.clock = clock
  }

  package func load() throws(WalletError) -> DeviceKeyRing {
    try ledger.read { reader throws(WalletError) in try stored(reader) }
  }

  /// Keys that another process has added stay.
  package func save(_ ring: DeviceKeyRing) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      var all = try stored(writer)
      for key in ring.keys where !all.add(key) { throw WalletError(.keyArchive) }
      let packed = all.packed()
      defer { packed.wipe() }
      try writer.set(packed, .deviceKeys, of: ledger.owner)
      let entry = AuditEntry(
        time: clock.now(), phase: .done, action: "SAVE_DEVICE_KEYS", note: "SAVED")
      try writer.put(entry, of: ledger.owner)
    }
  }

  private func stored(_ reader: any LedgerReader) throws(WalletError) -> DeviceKeyRing {
    guard let packed = try reader.secret(.deviceKeys, of: ledger.owner) else {
      return DeviceKeyRing()
    }
    defer { packed.wipe() }
    guard let ring = DeviceKeyRing(packed: packed) else { throw RecordKind.deviceKeys.damaged }
    return ring
  }
}
