package import Secrets
import Synchronization
package import WalletModel

/// Where a device keeps its keys. Each wallet has its own. Both methods may take a second.
package protocol DeviceKeyStore: Sendable {
  /// All keys; empty: there are none yet.
  func load() throws(WalletError) -> DeviceKeyRing
  /// Replaces them. When this returns, they are durable.
  func save(_ ring: DeviceKeyRing) throws(WalletError)
}

/// A store whose keys are under a password that may have been changed.
package protocol LockableKeyStore: DeviceKeyStore {
  /// Puts the keys under the present password.
  func unlock(_ oldPassword: Secret) throws(WalletError)
  /// Gives the keys up without deleting them, so that new ones can be made.
  ///
  /// - Returns: Where they are now.
  func setAside() throws(WalletError) -> String
}

/// Keeps keys as long as the program runs: for a demo, whose cards do not live longer either.
package final class MemoryDeviceKeyStore: DeviceKeyStore {
  private let ring = Mutex(DeviceKeyRing())
  package init() {}
  package func load() -> DeviceKeyRing { ring.withLock { $0 } }
  package func save(_ ring: DeviceKeyRing) { self.ring.withLock { $0 = ring } }
}
