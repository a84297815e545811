package import Secrets

/// Writes JSON without secrets, straight to bytes.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  /// The JSON of one value.
  package static func bytes(_ value: some JSONWritable, capacity: Int = 512) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    value.write(to: &writer)
    return writer.bytes
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value.write(to: &self)
    needsComma = true
  }

  /// Left out when nil.
  package mutating func optional(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { field(name, value) }
  }

  package mutating func array<S: Sequence>(
    _ elements: S, _ body: (inout JSONWriter, S.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      body(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func put(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ !JSONEscape.isNeeded($0) }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { JSONEscape.put(byte) { bytes.append($0) } }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

enum JSONEscape {
  static func isNeeded(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5c }

  static func put(_ byte: UInt8, _ out: (UInt8) -> Void) {
    guard isNeeded(byte) else { return out(byte) }
    out(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5c: out(byte)
    case 0x0a: out(UInt8(ascii: "n"))
    case 0x0d: out(UInt8(ascii: "r"))
    case 0x09: out(UInt8(ascii: "t"))
    default:
      let hex: StaticString = "0123456789abcdef"
      for digit in [0, 0, byte >> 4, byte & 15].enumerated() {
        if digit.offset == 0 { out(UInt8(ascii: "u")) }
        out(hex.utf8Start[Int(digit.element)])
      }
    }
  }
}

extension JSON {
  /// The JSON in locked memory; its secrets are copied there and nowhere else.
  package func sealed() -> Secret {
    var count = 0
    emit { _ in count += 1 }
    return Secret(count: count) { buffer in
      var at = 0
      emit { byte in
        // A secret that was wiped meanwhile is shorter; one that grew is cut.
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
