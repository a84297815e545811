import WalletModel

/// Writes a record in a compact form: numbers as variable-length integers, text with its length in
/// front. The buffer is reused.
struct RecordWriter {
  private(set) var bytes: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(capacity: Int) {
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  func free() { bytes.deallocate() }

  mutating func clear() { count = 0 }

  /// Pads with zeros to a multiple of `size`.
  mutating func pad(to size: Int) {
    let padded = (count + size - 1) / size * size
    reserve(padded - count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<padded]).initializeMemory(
      as: UInt8.self, repeating: 0)
    count = padded
  }

  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  private mutating func reserve(_ more: Int) {
    guard count + more > bytes.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count * 2, count + more), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
    bytes.deallocate()
    bytes = larger
  }

  mutating func put(byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  /// Zigzag encoding, then seven bits for each byte.
  mutating func put(_ value: Int64) {
    var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
    reserve(10)
    while rest >= 0x80 {
      bytes[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count += 1
      rest >>= 7
    }
    bytes[count] = UInt8(rest)
    count += 1
  }

  mutating func put(_ value: Int) { put(Int64(value)) }
  mutating func put(_ value: Bool) { put(byte: value ? 1 : 0) }
  mutating func put(_ time: Timestamp) { put(time.milliseconds) }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  mutating func put(_ raw: UnsafeRawBufferPointer) {
    put(raw.count)
    reserve(raw.count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + raw.count]).copyMemory(from: raw)
    count += raw.count
  }

  /// A byte that says whether there is a value, then the value.
  mutating func put<T>(_ value: T?, _ write: (inout RecordWriter, T) -> Void) {
    put(value != nil)
    if let value { write(&self, value) }
  }

  mutating func put(_ text: String?) { put(text) { $0.put($1) } }

  /// The word's index in `words`. This is the order in the file; it does not depend on the
  /// enumeration.
  mutating func put<E: WireEnum>(_ word: E, _ words: [E]) {
    put(byte: words.firstIndex(of: word).map { UInt8($0) } ?? 0xff)
  }
}

/// The record does not have the expected form.
struct MalformedRecord: Error {}

/// Reads what `RecordWriter` wrote, and never beyond the end.
struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func byte() throws(MalformedRecord) -> UInt8 {
    guard at < bytes.count else { throw MalformedRecord() }
    at += 1
    return bytes[at - 1]
  }

  mutating func integer() throws(MalformedRecord) -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw MalformedRecord() }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    let number = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    // No record has a larger number, and sums of such numbers cannot overflow.
    guard number.magnitude < 1_000_000_000_000_000 else { throw MalformedRecord() }
    return number
  }

  /// The number of elements that follow, of at least one byte each.
  mutating func count() throws(MalformedRecord) -> Int {
    let count = try int()
    guard (0...bytes.count - at).contains(count) else { throw MalformedRecord() }
    return count
  }

  /// Fields that were added later are missing in older records: these end here, or have padding.
  var isAtEnd: Bool { at == bytes.count }

  mutating func int() throws(MalformedRecord) -> Int { Int(try integer()) }
  mutating func bool() throws(MalformedRecord) -> Bool { try byte() != 0 }
  mutating func time() throws(MalformedRecord) -> Timestamp {
    let time = Timestamp(milliseconds: try integer())
    guard Timestamp.written.contains(time) else { throw MalformedRecord() }
    return time
  }

  mutating func raw() throws(MalformedRecord) -> UnsafeRawBufferPointer {
    let count = try integer()
    guard count >= 0, count <= bytes.count - at else { throw MalformedRecord() }
    defer { at += Int(count) }
    return UnsafeRawBufferPointer(rebasing: bytes[at..<at + Int(count)])
  }

  mutating func text() throws(MalformedRecord) -> String {
    String(decoding: try raw(), as: UTF8.self)
  }

  mutating func optional<T>(
    _ read: (inout RecordReader) throws(MalformedRecord) -> T
  ) throws(MalformedRecord) -> T? {
    try bool() ? try read(&self) : nil
  }

  mutating func optionalText() throws(MalformedRecord) -> String? {
    try bool() ? try text() : nil
  }

  mutating func word<E: WireEnum>(_ words: [E]) throws(MalformedRecord) -> E {
    let number = Int(try byte())
    return number < words.count ? words[number] : .unsaid
  }
}
