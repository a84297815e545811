import CSodium
package import Secrets
package import WalletModel

/// A user who may sign in.
package struct ServerUser: Hashable, Sendable {
  package let name: String
  package let customer: CustomerID
  /// Argon2id, in libsodium's text form.
  package let passwordHash: String

  package init(name: String, customer: CustomerID, passwordHash: String) {
    self.name = name
    self.customer = customer
    self.passwordHash = passwordHash
  }

  /// Hashes a password, in the form that `accepts` tries first.
  ///
  /// - Parameter isDemo: With the lowest cost, for published passwords.
  package static func hash(_ password: Secret, isDemo: Bool = false) -> String? {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
    let operations = isDemo ? crypto_pwhash_opslimit_min() : crypto_pwhash_opslimit_interactive()
    let memory = isDemo ? crypto_pwhash_memlimit_min() : crypto_pwhash_memlimit_interactive()
    let normal = password.normalized()
    defer { normal?.wipe() }
    let result = (normal ?? password).withBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return cleaningStack(passwordStack) {
        crypto_pwhash_str(
          &text, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
          UInt64(operations), memory)
      }
    }
    return result == 0
      ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      : nil
  }

  /// A hash that identifies this entry.
  var mark: [UInt8] {
    let text = Array("\(name) \(customer) \(passwordHash)".utf8)
    return text.withUnsafeBytes { Sessions.hash($0) }
  }

  func accepts(_ password: Secret) -> Bool {
    let normal = password.normalized()
    defer { normal?.wipe() }
    // An older hash is of the bytes as they were given.
    return [normal, password].compactMap { $0 }.contains { form -> Bool in
      form.withBytes { bytes in
        guard let start = bytes.baseAddress else { return false }
        return cleaningStack(passwordStack) {
          crypto_pwhash_str_verify(
            passwordHash, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
        } == 0
      }
    }
  }
}

/// The back end of a shop, as the simulated payment services know it.
package struct ServerShop: Sendable {
  package let merchantID: String
  package let token: Secret
  package init(merchantID: String, token: Secret) {
    self.merchantID = merchantID
    self.token = token
  }
}

/// A client that may ask for tokens.
package struct ServerClient: Sendable {
  package let id: String
  package let secret: Secret
  package init(id: String, secret: Secret) {
    self.id = id
    self.secret = secret
  }
}
