/// Writes into a fixed buffer and stops at its end.
struct ByteWriter {
  private let start: UnsafeMutableRawPointer?
  private let limit: Int
  private(set) var count = 0

  init(_ room: UnsafeMutableRawBufferPointer) {
    start = room.baseAddress
    limit = room.count
  }

  /// What `write` writes, at most `limit` bytes.
  static func bytes(_ limit: Int, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { room in
      var writer = ByteWriter(room)
      write(&writer)
      return Array(room[..<writer.count])
    }
  }

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

  mutating func append(_ byte: UInt8) {
    guard count < limit else { return }
    // There is a start, because there is room.
    start.unsafelyUnwrapped.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func removeLast() { count -= 1 }

  /// The start of a control sequence.
  mutating func appendCSI() {
    append(0x1b)
    append(0x5b)
  }

  /// Appends a number of at most four digits.
  mutating func append(decimal number: Int) {
    if number >= 10 {
      if number >= 1000 { append(0x30 + UInt8(truncatingIfNeeded: number / 1000 % 10)) }
      if number >= 100 { append(0x30 + UInt8(truncatingIfNeeded: number / 100 % 10)) }
      append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10))
    }
    append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a scalar value in UTF-8.
  mutating func append(scalar: UInt32) {
    func part(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3f) }
    if scalar < 0x80 { return append(UInt8(scalar)) }
    if scalar < 0x800 {
      append(UInt8(0xc0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        append(UInt8(0xe0 | scalar >> 12))
      } else {
        append(UInt8(0xf0 | scalar >> 18 & 7))
        append(part(12))
      }
      append(part(6))
    }
    append(part(0))
  }
}
