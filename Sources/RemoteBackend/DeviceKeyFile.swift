package import DeviceKeys
package import Secrets
import Synchronization
package import WalletModel
import WalletService

/// The keys of this device for a wallet on a server: a `KeyArchive` under the user's sign-in password.
///
/// The file is never replaced by one that lacks keys of it: it is read again before each write, and one
/// that cannot be opened is left as it is. After the password was changed, `unlock` writes it again.
package final class DeviceKeyFile: LockableKeyStore {
  private let file: PrivateFile
  private let label: [UInt8]
  /// Not the password itself, which is in memory only while the user signs in.
  private let passphrase: Secret
  private let parameters: KDFParameters
  private let known = Mutex(Known())

  /// What the file was when it was read last.
  private struct Known {
    var identity: PrivateFile.Identity?
    var result: Result<DeviceKeyRing, WalletError> = .success(DeviceKeyRing())
  }

  /// - Parameters:
  ///   - folder: Absolute. It is created with the first key.
  ///   - wallet: The wallet whose keys these are: server, brand and user.
  ///   - password: Stays the caller's to wipe.
  package init(
    folder: String, wallet: String, password: Secret, _ parameters: KDFParameters = .usual
  ) {
    label = Array(("walletui device keys 1 " + wallet).utf8)
    file = PrivateFile(
      path: "\(folder)/\(Self.name(of: wallet))", longest: KeyArchive.maximumCount)
    passphrase = Self.passphrase(password, label)
    self.parameters = parameters
  }

  deinit { passphrase.wipe() }

  /// The name of the files of a wallet.
  static func name(of wallet: String) -> String {
    Hex.encode(Hash.bytes(16, of: Array(wallet.utf8)))
  }

  package func load() throws(WalletError) -> DeviceKeyRing {
    try known.withLock { known throws(WalletError) in try load(&known) }
  }

  package func save(_ ring: DeviceKeyRing) throws(WalletError) {
    try known.withLock { known throws(WalletError) in
      try file.alone { () throws(WalletError) in
        var all = try load(&known)
        for key in ring.keys where !all.add(key) { throw WalletError.tooManyKeys }
        try write(all, &known)
      }
    }
  }

  package func unlock(_ oldPassword: Secret) throws(WalletError) {
    let old = Self.passphrase(oldPassword, label)
    defer { old.wipe() }
    try known.withLock { known throws(WalletError) in
      try file.alone { () throws(WalletError) in
        guard let now = try file.read() else { throw WalletError(.deviceKeyMissing) }
        var ring = DeviceKeyRing()
        do throws(KeyArchiveError) {
          for key in try KeyArchive.read(now.bytes, passphrase: old) { ring.add(key) }
        } catch .wrongPassphrase {
          throw locked()
        } catch {
          throw error.walletError
        }
        try write(ring, &known)
      }
    }
  }

  package func setAside() throws(WalletError) -> String {
    try known.withLock { known throws(WalletError) in
      try file.alone { () throws(WalletError) in
        guard try file.read() != nil else { throw WalletError(.deviceKeyMissing) }
        known = Known()
        return try file.setAside()
      }
    }
  }

  /// Derives the key of the file only if it is another one than last time.
  private func load(_ known: inout Known) throws(WalletError) -> DeviceKeyRing {
    guard let now = try file.read() else {
      known = Known()
      return DeviceKeyRing()
    }
    if known.identity == now.identity { return try known.result.get() }
    known.identity = now.identity
    var ring = DeviceKeyRing()
    do throws(KeyArchiveError) {
      for key in try KeyArchive.read(now.bytes, passphrase: passphrase) { ring.add(key) }
      known.result = .success(ring)
    } catch .wrongPassphrase {
      known.result = .failure(locked())
    } catch .memory {
      // Not a property of the file.
      known.identity = nil
      throw KeyArchiveError.memory.walletError
    } catch {
      known.result = .failure(error.walletError)
    }
    return try known.result.get()
  }

  private func write(_ ring: DeviceKeyRing, _ known: inout Known) throws(WalletError) {
    let bytes: [UInt8]
    do throws(KeyArchiveError) {
      bytes = try KeyArchive.write(ring, passphrase: passphrase, parameters)
    } catch { throw error.walletError }
    known = Known()
    try file.replace(bytes)
    known.identity = try file.read()?.identity
    known.result = .success(ring)
  }

  private func locked() -> WalletError {
    WalletError(
      .keyArchive,
      .text(
        "The keys of this device are under another password",
        "Die Schlüssel dieses Geräts sind unter einem anderen Passwort"),
      detail: .verbatim(file.path),
      advice: .text(
        "If you have changed your password, run `walletui virtual keys unlock` and type the old one.",
        "Wenn Sie Ihr Passwort geändert haben, geben Sie bei `walletui virtual keys unlock` das alte ein."
      ))
  }

  /// A keyed hash of the password, so that the password itself need not be kept, and is another
  /// passphrase for each wallet. Argon2id makes the key of it.
  private static func passphrase(_ password: Secret, _ label: [UInt8]) -> Secret {
    let key = Secret(count: 32) { out in label.withUnsafeBytes { Hash.fill(out, of: $0) } }
    defer { key.wipe() }
    return Secret(count: 32) { out in
      key.withBytes { key in
        password.withBytes { Hash.fill(out, of: $0, key: key) }
      }
    }
  }
}
