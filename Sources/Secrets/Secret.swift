import CHarden
import CSodium
import Synchronization

/// A shared handle to one `SecretBytes`, as used in requests, results, the screen's state and input
/// fields. Copies of the handle share the bytes, and `wipe` erases them for all holders.
///
/// Equality is identity. `matches` compares the bytes in constant time.
package final class Secret: Sendable, Equatable {
  private let storage: Mutex<SecretBytes>
  private let changes = Atomic(0)

  /// Differs from what it was before the bytes were changed last.
  package var revision: Int { changes.load(ordering: .acquiring) }

  package init(_ bytes: consuming SecretBytes) { storage = Mutex(bytes) }

  /// An empty secret with room for `capacity` bytes.
  package convenience init(capacity: Int) { self.init(SecretBytes(capacity: capacity)) }

  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(SecretBytes(copying: bytes))
  }

  package convenience init(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows {
    self.init(try SecretBytes(count: count, fill: fill))
  }

  package var count: Int { storage.withLock { $0.count } }
  package var isEmpty: Bool { count == 0 }

  @discardableResult
  package func append(_ byte: UInt8) -> Bool { change { $0.append(byte) } }

  /// Appends all bytes; false if there is no room.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { $0.append(bytes) }
  }

  /// Appends a character as UTF-8; false if there is no room.
  @discardableResult
  package func append(_ scalar: Unicode.Scalar) -> Bool {
    guard let encoded = UTF8.encode(scalar) else { return false }
    return change { bytes in
      guard encoded.count <= bytes.capacity - bytes.count else { return false }
      for byte in encoded { bytes.append(byte) }
      return true
    }
  }

  /// Replaces the bytes of `range`, of which only the part that exists counts. False if there is no
  /// room; nothing changes then.
  package func replace(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) -> Bool {
    change { $0.replace(range, with: bytes) }
  }

  package func removeLast(_ bytes: Int = 1) { change { $0.removeLast(bytes) } }

  /// Overwrites the bytes. The secret is empty for all holders.
  package func wipe() { change { $0.wipe() } }

  private func change<R: Sendable>(_ body: (inout SecretBytes) -> R) -> R {
    storage.withLock { bytes in
      changes.add(1, ordering: .releasing)
      return body(&bytes)
    }
  }

  /// Reads the bytes. `body` must not keep the pointer, copy the bytes to ordinary memory or use
  /// this secret again.
  package func withBytes<R: Sendable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try storage.withLock { (bytes) throws(E) -> R in try bytes.withBytes(body) }
  }

  /// Another secret with the same bytes, which is wiped independently.
  package func copy() -> Secret { withBytes { Secret(copying: $0) } }

  /// Base64 with padding (RFC 4648), in locked memory.
  package func base64() -> Secret {
    let variant = Int32(sodium_base64_VARIANT_ORIGINAL)
    let text = withBytes { bytes in
      let length = sodium_base64_encoded_len(bytes.count, variant)
      return Secret(count: length) { out in
        // An empty secret may have no address.
        guard let text = out.baseAddress, let start = bytes.baseAddress else { return }
        _ = sodium_bin2base64(
          text.assumingMemoryBound(to: CChar.self), length,
          start.assumingMemoryBound(to: UInt8.self), bytes.count, variant)
      }
    }
    // The terminating zero of C.
    text.removeLast()
    return text
  }

  /// Whether both have the same bytes, in time that depends only on their lengths.
  package func matches(_ other: Secret) -> Bool {
    if self === other { return true }
    // Always locked in the same order, to avoid a deadlock of two threads.
    let inOrder = ObjectIdentifier(self) < ObjectIdentifier(other)
    let (first, second) = inOrder ? (self, other) : (other, self)
    return first.withBytes { mine in
      second.withBytes { theirs in
        mine.count == theirs.count
          && harden_equal(mine.baseAddress, theirs.baseAddress, mine.count) != 0
      }
    }
  }

  /// Whether there are exactly `count` bytes, all ASCII digits.
  package func isDigits(count wanted: Int) -> Bool {
    withBytes { $0.count == wanted && $0.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
  }

  package static func == (a: Secret, b: Secret) -> Bool { a === b }
}
