package import Secrets
import WalletModel

/// A key pair of a device. An issuer seals data to its public half, so that only this device can open
/// it (F08).
package struct DeviceKey: Sendable {
  /// Names the key: 32 hexadecimal digits, made from the public half.
  package let id: String
  let pair: SealingKeyPair

  /// A new pair.
  package init() { self.init(SealingKeyPair()) }

  init(_ pair: SealingKeyPair) {
    self.pair = pair
    id = Self.id(of: pair.publicKey)
  }

  /// 32 bytes, not secret.
  package var publicKey: [UInt8] { pair.publicKey }

  /// What the key with this public half is called.
  package static func id(of publicKey: [UInt8]) -> String {
    Hex.encode(Hash.bytes(16, of: publicKey))
  }
}

/// All keys of a device, the newest last. Data that was sealed to an old key can still be opened.
package struct DeviceKeyRing: Sendable {
  /// An archive has no more keys than this.
  package static let maximum = 64

  package private(set) var keys: [DeviceKey] = []

  package init() {}

  /// What new data is sealed to; nil: the device has no key.
  package var newest: DeviceKey? { keys.last }

  /// Adds a key, unless it is there.
  ///
  /// - Returns: False if there are `maximum` keys already.
  @discardableResult
  package mutating func add(_ key: DeviceKey) -> Bool {
    if contains(key.id) { return true }
    guard keys.count < Self.maximum else { return false }
    keys.append(key)
    return true
  }

  package func contains(_ id: String) -> Bool { keys.contains { $0.id == id } }

  /// Opens a box into locked memory.
  ///
  /// - Parameters:
  ///   - id: The key that it was sealed to.
  ///   - label: The subject that it was sealed about.
  package func open(_ box: [UInt8], sealedTo id: String, about label: String)
    throws(DeviceKeyError) -> Secret
  {
    guard let key = keys.first(where: { $0.id == id }) else { throw .missing }
    guard let content = key.pair.open(box, about: label) else { throw .unreadable }
    return content
  }

  // MARK: All secret halves

  /// The secret halves, 32 bytes each, the newest last.
  package func packed() -> Secret {
    Secret(count: 32 * keys.count) { all in
      for (index, key) in keys.enumerated() {
        key.pair.withSecretKey { secret in
          UnsafeMutableRawBufferPointer(rebasing: all[32 * index..<32 * (index + 1)])
            .copyMemory(from: secret)
        }
      }
    }
  }

  /// nil: they are not 1…`maximum` keys of 32 bytes.
  package init?(packed: Secret) {
    let count = packed.count
    guard count > 0, count % 32 == 0, count <= 32 * Self.maximum else { return nil }
    let pairs = packed.withBytes { content in
      stride(from: 0, to: count, by: 32).compactMap { offset -> SealingKeyPair? in
        let secret = Secret(
          copying: UnsafeRawBufferPointer(rebasing: content[offset..<offset + 32]))
        defer { secret.wipe() }
        return SealingKeyPair(secretKey: secret)
      }
    }
    for pair in pairs { add(DeviceKey(pair)) }
  }

  /// Overwrites all secret halves.
  package func wipe() {
    for key in keys { key.pair.wipe() }
  }
}

/// Why sealed data cannot be opened.
package enum DeviceKeyError: Error, Sendable, Equatable {
  /// The device does not have the key. Importing it helps.
  case missing
  /// The data is damaged or belongs elsewhere.
  case unreadable
}
