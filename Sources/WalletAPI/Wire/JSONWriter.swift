package import Secrets
import WalletModel

/// Writes JSON without secrets, directly to bytes.
///
/// It does not use an array, which checks at each write whether it is shared: a page of cards has a
/// thousand words.
package struct JSONWriter {
  private let room: Room
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes so far.
  package private(set) var count = 0
  var needsComma = false

  /// Frees the memory with the last copy of the writer.
  private final class Room {
    var start: UnsafeMutablePointer<UInt8>
    init(_ start: UnsafeMutablePointer<UInt8>) { self.start = start }
    deinit { start.deallocate() }
  }

  /// - Parameter capacity: The bytes that are reserved at first.
  package init(capacity: Int = 1024) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
    room = Room(start)
  }

  /// The bytes so far.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// The JSON of one value.
  package static func bytes(_ value: some JSONWritable, capacity: Int = 1024) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    value.write(to: &writer)
    return writer.bytes
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    put(UInt8(ascii: "{"))
    needsComma = false
    body(&self)
    put(UInt8(ascii: "}"))
    needsComma = true
  }

  package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
    begin(name)
    value.write(to: &self)
    needsComma = true
  }

  private mutating func begin(_ name: StaticString) { name.withUTF8Buffer { begin($0) } }

  mutating func begin(_ name: String) {
    var name = name
    name.withUTF8 { begin($0) }
  }

  private mutating func begin(_ name: UnsafeBufferPointer<UInt8>) {
    makeRoom(for: name.count + 4)
    if needsComma { place(UInt8(ascii: ",")) }
    place(UInt8(ascii: "\""))
    place(name)
    place(UInt8(ascii: "\""))
    place(UInt8(ascii: ":"))
  }

  /// Left out when nil.
  package mutating func optional(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { field(name, value) }
  }

  package mutating func array<S: Sequence>(
    _ elements: S, _ body: (inout JSONWriter, S.Element) -> Void
  ) {
    put(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { put(UInt8(ascii: ",")) }
      isFirst = false
      body(&self, element)
    }
    put(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func raw(_ text: StaticString) {
    makeRoom(for: text.utf8CodeUnitCount)
    text.withUTF8Buffer { place($0) }
  }

  mutating func put(_ value: Int64) {
    if value < 0 { put(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let first = count
    repeat {
      put(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    var digits = UnsafeMutableBufferPointer(start: start + first, count: count - first)
    digits.reverse()
  }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // Six: a byte as `\u001f`.
      makeRoom(for: 6 * utf8.count + 2)
      place(UInt8(ascii: "\""))
      if JSONEscape.isNeeded(in: utf8) {
        for byte in utf8 { JSONEscape.put(byte) { place($0) } }
      } else {
        place(utf8)
      }
      place(UInt8(ascii: "\""))
    }
  }

  mutating func put(_ time: Timestamp) {
    makeRoom(for: Timestamp.longest + 2)
    place(UInt8(ascii: "\""))
    let room = UnsafeMutableBufferPointer(start: start + count, count: Timestamp.longest)
    count += time.write(to: room)
    place(UInt8(ascii: "\""))
  }

  private mutating func put(_ byte: UInt8) {
    makeRoom(for: 1)
    place(byte)
  }

  /// The caller has made room.
  private mutating func place(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  /// The caller has made room.
  private mutating func place(_ more: UnsafeBufferPointer<UInt8>) {
    if let first = more.baseAddress { (start + count).update(from: first, count: more.count) }
    count += more.count
  }

  private mutating func makeRoom(for more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    room.start = larger
  }
}

enum JSONEscape {
  static func isNeeded(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5c }

  /// Whether it is needed for any byte. Eight bytes are looked at in one step.
  static func isNeeded(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let whole = bytes.count & ~7
    for place in stride(from: 0, to: whole, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // A subtraction sets the highest bit of a byte that is smaller, or of one above it.
      let controls: UInt64 = (word &- 0x2020_2020_2020_2020) & ~word
      let quotes: UInt64 = word ^ 0x2222_2222_2222_2222
      let slashes: UInt64 = word ^ 0x5c5c_5c5c_5c5c_5c5c
      let found: UInt64 = controls | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      if found & 0x8080_8080_8080_8080 != 0 { return true }
    }
    return bytes[whole...].contains { isNeeded($0) }
  }

  static func put(_ byte: UInt8, _ out: (UInt8) -> Void) {
    guard isNeeded(byte) else { return out(byte) }
    out(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5c: out(byte)
    case 0x0a: out(UInt8(ascii: "n"))
    case 0x0d: out(UInt8(ascii: "r"))
    case 0x09: out(UInt8(ascii: "t"))
    case 0x08: out(UInt8(ascii: "b"))
    case 0x0c: out(UInt8(ascii: "f"))
    default:
      out(UInt8(ascii: "u"))
      Hex.write([0, byte], out)
    }
  }
}

extension JSON {
  /// The JSON in ordinary memory. It must not contain a secret.
  package var openBytes: [UInt8] {
    var bytes: [UInt8] = []
    emit { bytes.append($0) }
    return bytes
  }

  /// The JSON in locked memory; its secrets are copied there and nowhere else.
  package func sealed() -> Secret {
    var count = 0
    emit { _ in count += 1 }
    return Secret(count: count) { buffer in
      var at = 0
      emit { byte in
        // A secret that was wiped meanwhile is shorter. One that has grown is cut.
        if at < buffer.count { buffer[at] = byte }
        at += 1
      }
      while at < buffer.count {
        buffer[at] = UInt8(ascii: " ")
        at += 1
      }
    }
  }

  private func emit(_ out: (UInt8) -> Void) {
    func quoted(_ bytes: some Sequence<UInt8>) {
      out(UInt8(ascii: "\""))
      for byte in bytes { JSONEscape.put(byte, out) }
      out(UInt8(ascii: "\""))
    }
    switch self {
    case .null: for byte in "null".utf8 { out(byte) }
    case .bool(let value): for byte in (value ? "true" : "false").utf8 { out(byte) }
    case .integer(let value): for byte in String(value).utf8 { out(byte) }
    case .number(let value): for byte in String(value).utf8 { out(byte) }
    case .string(let text): quoted(text.utf8)
    case .secret(let secret): secret.withBytes { quoted($0) }
    case .locked(let text):
      guard text.number == nil else { return text.emit(out) }
      out(UInt8(ascii: "\""))
      text.emit { JSONEscape.put($0, out) }
      out(UInt8(ascii: "\""))
    case .array(let values):
      out(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { out(UInt8(ascii: ",")) }
        value.emit(out)
      }
      out(UInt8(ascii: "]"))
    case .object(let fields):
      out(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { out(UInt8(ascii: ",")) }
        quoted(field.name.utf8)
        out(UInt8(ascii: ":"))
        field.value.emit(out)
      }
      out(UInt8(ascii: "}"))
    }
  }
}
