package import SealedRecords
package import Secrets
package import WalletModel

extension KeyFile {
  /// Makes a file that only its owner can read. When this returns, it is on the disk. It never
  /// replaces another file.
  package static func write(_ key: Secret, to path: String) throws(WalletError) {
    let line = Secret(capacity: key.count + 1)
    defer { line.wipe() }
    _ = key.withBytes { line.append($0) }
    line.append(0x0a)
    try OwnFile.create(path) { file throws(WalletError) in
      try line.withBytes { bytes throws(WalletError) in try file.write(bytes) }
    }
  }
}
