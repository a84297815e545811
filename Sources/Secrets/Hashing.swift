import CSodium

/// Calls C code that is given secrets, and overwrites the stack that it used: compilers spill
/// registers with parts of a message there, and the libraries leave them (`crypto_generichash` does,
/// a block of 128 bytes as words in another order).
///
/// - Parameters:
///   - depth: Bytes of stack that the call may have used.
///   - body: The call, and no more.
@inline(never)
package func cleaningStack<R>(_ depth: Int = 4 << 10, _ body: () -> R) -> R {
  defer { sodium_stackzero(depth) }
  return body()
}

/// What Argon2 may use of it: some blocks of 1 KiB.
package let passwordStack = 16 << 10

/// BLAKE2b, with a key or without: the one place in which anything is hashed.
package enum Hash {
  /// - Parameters:
  ///   - message: Secret or not; nothing of it is left on the stack.
  ///   - key: At most 64 bytes; nil: none.
  ///   - hash: Is filled: 16 to 64 bytes.
  package static func fill(
    _ hash: UnsafeMutableRawBufferPointer, of message: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer? = nil
  ) {
    guard let out = hash.bytes else { return }
    _ = cleaningStack {
      crypto_generichash(
        out, hash.count, message.bytes, UInt64(message.count), key?.bytes, key?.count ?? 0)
    }
  }

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

  /// The same of bytes that are no secret.
  package static func bytes(_ count: Int, of message: [UInt8], key: Secret? = nil) -> [UInt8] {
    message.withUnsafeBytes { bytes(count, of: $0, key: key) }
  }
}

extension UnsafeRawBufferPointer {
  var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  var bytes: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
