import CSodium

/// Calls C code with secrets, and overwrites the stack that it used. Compilers spill registers with
/// parts of a message to the stack, and libraries leave them there. `crypto_generichash` leaves a
/// block of 128 bytes.
///
/// - Parameters:
///   - depth: The bytes of stack that the call may use.
///   - body: The call and nothing else.
@inline(never)
package func cleaningStack<R>(_ depth: Int = 4 << 10, _ body: () -> R) -> R {
  defer { sodium_stackzero(depth) }
  return body()
}

/// The stack that Argon2 may use: some blocks of 1 KiB.
package let passwordStack = 16 << 10

/// BLAKE2b, with or without a key, and the HMAC of webhooks. All hashing is done here.
package enum Hash {
  /// - Parameters:
  ///   - hash: Is filled: 16 to 64 bytes.
  ///   - message: Secret or not; nothing of it stays on the stack.
  ///   - key: 1 to 64 bytes; nil: none. The program ends if it is empty, as a wiped one is.
  package static func fill(
    _ hash: UnsafeMutableRawBufferPointer, of message: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer? = nil
  ) {
    // Before the hash: what is called after it saves registers with parts of the message.
    precondition(key?.isEmpty != true, noKey)
    guard let out = hash.bytes, (16...64).contains(hash.count), key?.count ?? 0 <= 64 else {
      preconditionFailure(noHash)
    }
    _ = cleaningStack {
      crypto_generichash(
        out, hash.count, message.bytes, UInt64(message.count), key?.bytes, key?.count ?? 0)
    }
  }

  /// Without its key a hash would look like one that nobody else can make.
  private static let noKey = "a key has a byte or more"
  private static let noHash = "a hash has 16 to 64 bytes, and a key 64 at most"

  /// `count` bytes, 16 to 64.
  package static func bytes(
    _ count: Int, of message: UnsafeRawBufferPointer, key: Secret? = nil
  ) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: count)
    hash.withUnsafeMutableBytes { hash in
      if let key {
        key.withBytes { fill(hash, of: message, key: $0) }
      } else {
        fill(hash, of: message)
      }
    }
    return hash
  }

  /// The same for bytes that are not secret.
  package static func bytes(_ count: Int, of message: [UInt8], key: Secret? = nil) -> [UInt8] {
    message.withUnsafeBytes { bytes(count, of: $0, key: key) }
  }

  /// HMAC-SHA256 (RFC 2104) of bytes that are not secret: 32 bytes.
  ///
  /// - Parameter key: A byte or more. The program ends if it is empty, as a wiped one is.
  package static func hmacSHA256(of message: [UInt8], key: Secret) -> [UInt8] {
    message.withUnsafeBytes { hmacSHA256(of: $0, after: [], key: key) }
  }

  /// The same of `head` and then `message`, which may be secret.
  package static func hmacSHA256(
    of message: UnsafeRawBufferPointer, after head: [UInt8], key: Secret
  ) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    hash.withUnsafeMutableBytes { hash in
      key.withBytes { key in
        guard let out = hash.bytes, let start = key.bytes, !key.isEmpty else {
          preconditionFailure(noKey)
        }
        withUnsafeTemporaryAllocation(of: crypto_auth_hmacsha256_state.self, capacity: 1) { room in
          guard let state = room.baseAddress else { return }
          // The state contains the key.
          defer { sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha256_state>.size) }
          _ = cleaningStack { crypto_auth_hmacsha256_init(state, start, key.count) }
          _ = cleaningStack { crypto_auth_hmacsha256_update(state, head, UInt64(head.count)) }
          _ = cleaningStack {
            crypto_auth_hmacsha256_update(state, message.bytes, UInt64(message.count))
          }
          _ = cleaningStack { crypto_auth_hmacsha256_final(state, out) }
        }
      }
    }
    return hash
  }

  /// Whether two hashes are the same, in time that depends only on their lengths.
  package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && sodium_memcmp(first, second, first.count) == 0
  }
}
