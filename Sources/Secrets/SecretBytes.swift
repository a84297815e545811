import CHarden

/// Bytes that must stay in locked memory: a PAN, CVV, PIN, passphrase, one-time code or key.
///
/// They are in the locked arena (`CHarden`), are wiped when the value ends, and can be read only
/// inside a borrowing closure. The type is deliberately not Codable, Hashable, Equatable or
/// printable, so that no log, JSON encoder or `String` can get the bytes by accident.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let slot: UnsafeMutableRawPointer
  package let capacity: Int
  package private(set) var count = 0

  /// Room for `capacity` bytes. The arena is small: check `SecretMemory.hasRoom` first for anything
  /// whose amount others control.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
    slot = harden_arena_alloc(self.capacity)
  }

  /// A secret of `count` bytes, which `fill` has to write.
  package init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    self.init(capacity: count)
    self.count = count
    try fill(UnsafeMutableRawBufferPointer(start: slot, count: count))
  }

  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  deinit { harden_arena_free(slot, capacity) }

  package var isEmpty: Bool { count == 0 }

  /// Appends a byte; false if there is no room.
  @discardableResult
  package mutating func append(_ byte: UInt8) -> Bool {
    guard count < capacity else { return false }
    slot.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
    return true
  }

  /// Appends all bytes; false if there is no room.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= capacity - count else { return false }
    if let start = bytes.baseAddress {
      (slot + count).copyMemory(from: start, byteCount: bytes.count)
    }
    count += bytes.count
    return true
  }

  /// Replaces the bytes of `range`, of which only the part that exists counts, and wipes what
  /// becomes free. False if there is no room; nothing changes then.
  ///
  /// - Parameter bytes: Must not be in this secret.
  package mutating func replace(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) -> Bool {
    let range = range.clamped(to: 0..<count)
    let newCount = count - range.count + bytes.count
    guard newCount <= capacity else { return false }
    (slot + range.lowerBound + bytes.count).copyMemory(
      from: slot + range.upperBound, byteCount: count - range.upperBound)
    if let start = bytes.baseAddress {
      (slot + range.lowerBound).copyMemory(from: start, byteCount: bytes.count)
    }
    if newCount < count { harden_wipe(slot + newCount, count - newCount) }
    count = newCount
    return true
  }

  /// Removes and wipes the last `bytes` bytes.
  package mutating func removeLast(_ bytes: Int = 1) {
    let cut = min(bytes, count)
    count -= cut
    harden_wipe(slot + count, cut)
  }

  package mutating func wipe() {
    harden_wipe(slot, capacity)
    count = 0
  }

  package borrowing func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: slot, count: count))
  }
}
