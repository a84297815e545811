/// Writes into a fixed buffer and stops at its end.
struct ByteWriter {
  private let room: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

  mutating func bytes(_ bytes: [UInt8]) {
    for byte in bytes { append(byte) }
  }

  /// Bytes of a secret. Anything but printable ASCII could move the cursor, so it becomes a
  /// question mark.
  mutating func printable(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    for index in range where index < bytes.count {
      let byte = bytes[index]
      append(byte >= 0x20 && byte < 0x7f ? byte : 0x3f)
    }
  }

  private mutating func append(_ byte: UInt8) {
    guard count < room.count else { return }
    room[count] = byte
    count += 1
  }
}
