package import DeviceKeys
import Secrets
import Threads
package import WalletModel

/// The keys of this device, read and changed one after the other, on a thread of its own: deriving the
/// key of a file takes a second.
package actor DeviceKeyring {
  private let store: any DeviceKeyStore
  private let executor = ThreadExecutor()
  private var loaded: DeviceKeyRing?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package init(_ store: any DeviceKeyStore) { self.store = store }

  /// All keys. If one of `ids` is not among them, the store is read again: another process may have
  /// imported it.
  func ring(with ids: Set<String> = []) throws(WalletError) -> DeviceKeyRing {
    if let loaded, ids.allSatisfy(loaded.contains) { return loaded }
    let ring = try store.load()
    loaded = ring
    return ring
  }

  /// All keys, if they were read already.
  var readRing: DeviceKeyRing? { loaded }

  /// The key that new cards are sealed to. It is made if there is none, and stored before anything
  /// is sealed to it.
  func sealingKey() throws(WalletError) -> DeviceKey {
    if let key = try ring().newest { return key }
    try add([DeviceKey()])
    guard let key = try ring().newest else { throw WalletError(.deviceKeyMissing) }
    return key
  }

  func archive(passphrase: Secret) throws(WalletError) -> [UInt8] {
    let ring = try ring()
    do throws(KeyArchiveError) {
      return try KeyArchive.write(ring, passphrase: passphrase)
    } catch { throw error.walletError }
  }

  /// Returns how many keys are new.
  func add(_ archive: [UInt8], passphrase: Secret) throws(WalletError) -> Int {
    let keys: [DeviceKey]
    do throws(KeyArchiveError) {
      keys = try KeyArchive.read(archive, passphrase: passphrase)
    } catch { throw error.walletError }
    return try add(keys)
  }

  /// - Throws: `.actionRefused` if the store needs no password.
  func unlock(oldPassword: Secret) throws(WalletError) { try lockable().unlock(oldPassword) }

  /// - Returns: The new name of the file.
  func setAside() throws(WalletError) -> String {
    loaded = nil
    return try lockable().setAside()
  }

  private func lockable() throws(WalletError) -> any LockableKeyStore {
    if let store = store as? any LockableKeyStore { return store }
    throw WalletError(
      .actionRefused,
      .text(
        "The keys of this wallet need no unlocking",
        "Die Schlüssel dieser Wallet brauchen kein Entsperren"),
      detail: .text(
        "only a wallet on a server keeps them in a file under the sign-in password",
        "nur eine Wallet auf einem Server hat sie in einer Datei unter dem Anmeldepasswort"),
      advice: .text("There is nothing to do.", "Es ist nichts zu tun."))
  }

  @discardableResult
  private func add(_ keys: [DeviceKey]) throws(WalletError) -> Int {
    var ring = try store.load()
    let before = ring.keys.count
    for key in keys where !ring.add(key) { throw WalletError.tooManyKeys }
    loaded = ring
    guard ring.keys.count > before else { return 0 }
    // The store may have got keys of another process, and answers with all of them.
    loaded = nil
    try store.save(ring)
    return ring.keys.count - before
  }
}

extension WalletError {
  /// An archive holds no more.
  package static var tooManyKeys: WalletError {
    WalletError(
      .keyArchive,
      detail: .text(
        "a device has \(DeviceKeyRing.maximum) keys at most",
        "ein Gerät hat höchstens \(DeviceKeyRing.maximum) Schlüssel"))
  }
}

extension KeyArchiveError {
  package var walletError: WalletError {
    switch self {
    case .empty: WalletError(.deviceKeyMissing)
    case .notAnArchive:
      WalletError(
        .keyArchive,
        detail: .text("it is another kind of file", "es ist eine Datei anderer Art"))
    case .newer:
      WalletError(
        .keyArchive,
        detail: .text("a later version wrote it", "eine neuere Version hat sie geschrieben"))
    case .damaged:
      WalletError(.keyArchive, detail: .text("it is damaged", "sie ist beschädigt"))
    case .wrongPassphrase:
      WalletError(
        .keyArchive,
        detail: .text(
          "the passphrase is another one, or the file was changed",
          "die Passphrase ist eine andere, oder die Datei wurde verändert"))
    case .memory: .secretMemoryFull
    }
  }
}
