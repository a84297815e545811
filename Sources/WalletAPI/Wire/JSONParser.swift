import Secrets

extension JSON {
  /// Reads a body. The texts and numbers of a body in locked memory stay there.
  package static func read(_ body: WireBody) throws(WireMalformed) -> JSON {
    let lock: Secret? = if case .secret(let secret) = body { secret } else { nil }
    return try body.withBytes { bytes throws(WireMalformed) in
      var parser = JSONParser(bytes: bytes, lock: lock)
      return try parser.document()
    }
  }

  package static func parse(_ bytes: UnsafeRawBufferPointer) throws(WireMalformed) -> JSON {
    var parser = JSONParser(bytes: bytes, lock: nil)
    return try parser.document()
  }

  /// The byte at which a text is no JSON any more; nil: it is JSON.
  package static func mistake(in text: String) -> Int? {
    Array(text.utf8).withUnsafeBytes { bytes in
      var parser = JSONParser(bytes: bytes, lock: nil)
      do throws(WireMalformed) {
        _ = try parser.document()
        return nil
      } catch {
        return parser.at
      }
    }
  }

  /// The same value; a number is copied to ordinary memory.
  var unlocked: JSON {
    if case .locked(let text) = self, let number = text.number { number } else { self }
  }
}

extension LockedText {
  /// A copy in locked memory, without escapes; nil: it is a number.
  var secret: Secret? {
    switch kind {
    case .number: nil
    case .plain: withBytes { Secret(copying: $0) }
    case .escaped:
      withBytes { bytes in
        let secret = Secret(capacity: max(1, bytes.count))
        // The parser has checked the escapes.
        try? JSONParser.unescape(bytes) { secret.append($0) }
        return secret
      }
    }
  }

  /// A copy in ordinary memory; nil: it is a number.
  var string: String? {
    secret.flatMap { secret in
      defer { secret.wipe() }
      return secret.withBytes { String(validating: $0, as: UTF8.self) }
    }
  }

  /// nil: it is a text.
  var number: JSON? {
    guard case .number = kind else { return nil }
    return withBytes { bytes in
      var parser = JSONParser(bytes: bytes, lock: nil)
      return try? parser.document()
    }
  }

  /// The bytes; those of a text without escapes.
  func emit(_ out: (UInt8) -> Void) {
    withBytes { bytes in
      if case .escaped = kind {
        try? JSONParser.unescape(bytes, out)
      } else {
        for byte in bytes { out(byte) }
      }
    }
  }
}

/// A strict reader: one value, valid UTF-8, no name twice, and limits for the levels and for the
/// members of an object, so that comparing names takes little time.
private struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  /// The secret with the bytes; nil: they are in ordinary memory.
  let lock: Secret?
  var at = 0
  var depth = 0
  /// For each level, the members of its last object. Those of a list often have the same number.
  var members = [Int](repeating: 0, count: 33)

  /// Of an object.
  private static let mostMembers = 500

  private var malformed: WireMalformed {
    WireMalformed("body", "is not valid JSON at byte \(at)")
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      at += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at += 1
    return true
  }

  mutating func document() throws(WireMalformed) -> JSON {
    if bytes.isEmpty { throw WireMalformed("body", "is missing") }
    let value = try value()
    skipSpace()
    guard at == bytes.count else { throw malformed }
    return value
  }

  private mutating func value() throws(WireMalformed) -> JSON {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "{"):
      return try nested { parser throws(WireMalformed) in try parser.object() }
    case UInt8(ascii: "["):
      return try nested { parser throws(WireMalformed) in try parser.array() }
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(_ body: (inout JSONParser) throws(WireMalformed) -> JSON)
    throws(WireMalformed) -> JSON
  {
    at += 1
    depth += 1
    guard depth <= 32 else { throw WireMalformed("body", "has more than 32 levels") }
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(WireMalformed) -> JSON {
    var fields: [(name: String, value: JSON)] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    fields.reserveCapacity(members[depth])
    while true {
      skipSpace()
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed }
      if fields.contains(where: { $0.name == name }) {
        throw WireMalformed("body", "has a name twice, before byte \(at)")
      }
      guard fields.count < Self.mostMembers else {
        throw WireMalformed("body", "has more than \(Self.mostMembers) members in an object")
      }
      fields.append((name, try value()))
      members[depth] = fields.count
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(fields) }
      guard take(UInt8(ascii: ",")) else { throw malformed }
    }
  }

  private mutating func array() throws(WireMalformed) -> JSON {
    var values: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      values.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { throw malformed }
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSON) throws(WireMalformed) -> JSON {
    let matches = text.withUTF8Buffer { wanted in
      at + wanted.count <= bytes.count
        && UnsafeRawBufferPointer(rebasing: bytes[at..<at + wanted.count]).elementsEqual(wanted)
    }
    guard matches else { throw malformed }
    at += text.utf8CodeUnitCount
    return value
  }

  private mutating func number() throws(WireMalformed) -> JSON {
    let start = at
    func digits() -> Int {
      let first = at
      while let byte = peek(), (0x30...0x39).contains(byte) { at += 1 }
      return at - first
    }
    _ = take(UInt8(ascii: "-"))
    let leadingZero = peek() == 0x30
    let whole = digits()
    guard whole > 0, !(leadingZero && whole > 1) else { throw malformed }
    if take(UInt8(ascii: ".")) {
      guard digits() > 0 else { throw malformed }
    }
    if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw malformed }
    }
    guard at - start <= 400 else { throw malformed }
    if let lock { return .locked(LockedText(body: lock, range: start..<at, kind: .number)) }
    if let value = integer(start..<at) { return .integer(value) }
    guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)) else {
      throw malformed
    }
    return .number(value)
  }

  /// The exact integer: `43.0` and `4.3e1` are integers as well (JSON Schema 2020-12, 6.1.1). nil:
  /// it is not an integer, or has more than 64 bits.
  private func integer(_ range: Range<Int>) -> Int64? {
    // The digits up to the last that is not 0, as a negative number, since the range of these is
    // larger by one; and the power of ten to multiply them with.
    var digits: Int64 = 0
    var power = 0
    var zeros = 0
    var isFraction = false
    var rest = bytes[range]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case 0x30...0x39:
        if isFraction { power -= 1 }
        zeros += 1
        if byte == 0x30 { continue }
        guard let longer = Self.scaled(digits, zeros) else { return nil }
        let (sum, isOver) = longer.subtractingReportingOverflow(Int64(byte - 0x30))
        if isOver { return nil }
        (digits, zeros) = (sum, 0)
      default:
        let exponent = Int(String(decoding: rest, as: UTF8.self))
        guard let exponent, (-999...999).contains(exponent) else { return digits == 0 ? 0 : nil }
        power += exponent
        rest = rest[rest.endIndex...]
      }
    }
    guard digits != 0 else { return 0 }
    guard power + zeros >= 0, let value = Self.scaled(digits, power + zeros) else { return nil }
    return isNegative ? value : value == .min ? nil : -value
  }

  /// Times ten to the `power`; nil: too large.
  private static func scaled(_ value: Int64, _ power: Int) -> Int64? {
    var value = value
    for _ in 0..<power where value != 0 {
      let (product, isOver) = value.multipliedReportingOverflow(by: 10)
      if isOver { return nil }
      value = product
    }
    return value
  }

  /// The place of the text's bytes, whether it has no escapes, and whether it is ASCII.
  private mutating func span() throws(WireMalformed)
    -> (range: Range<Int>, isPlain: Bool, isASCII: Bool)
  {
    guard take(UInt8(ascii: "\"")) else { throw malformed }
    let start = at
    var isPlain = true
    var all: UInt8 = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return (start..<at - 1, isPlain, all < 0x80)
      case UInt8(ascii: "\\"):
        isPlain = false
        at += 2
      case 0..<0x20: throw malformed
      default:
        all |= byte
        at += 1
      }
    }
    at = min(at, bytes.count)
    throw malformed
  }

  private mutating func text() throws(WireMalformed) -> JSON {
    if let lock { return try locked(in: lock) }
    return .string(try string())
  }

  private mutating func string() throws(WireMalformed) -> String {
    let (range, isPlain, isASCII) = try span()
    if isPlain {
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      // Nearly all texts are ASCII, and this is much faster.
      if isASCII { return String(decoding: text, as: UTF8.self) }
      guard let text = String(validating: text, as: UTF8.self) else { throw malformed }
      return text
    }
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(range.count)
    try unescape(range) { unescaped.append($0) }
    guard let text = String(validating: unescaped, as: UTF8.self) else { throw malformed }
    return text
  }

  /// A text that stays where it is. Its escapes and its UTF-8 are checked.
  private mutating func locked(in body: Secret) throws(WireMalformed) -> JSON {
    let (range, isPlain, isASCII) = try span()
    if !isPlain { try unescape(range) { _ in } }
    guard isASCII || UTF8.isValid(UnsafeRawBufferPointer(rebasing: bytes[range])) else {
      throw malformed
    }
    return .locked(LockedText(body: body, range: range, kind: isPlain ? .plain : .escaped))
  }

  private func unescape(_ range: Range<Int>, _ out: (UInt8) -> Void) throws(WireMalformed) {
    do throws(WireMalformed) {
      try Self.unescape(UnsafeRawBufferPointer(rebasing: bytes[range]), out)
    } catch {
      throw malformed
    }
  }

  static func unescape(_ bytes: UnsafeRawBufferPointer, _ out: (UInt8) -> Void)
    throws(WireMalformed)
  {
    let malformed = WireMalformed("", "has an escape that is none")
    var index = 0
    func next() throws(WireMalformed) -> UInt8 {
      guard index < bytes.count else { throw malformed }
      index += 1
      return bytes[index - 1]
    }
    func unit() throws(WireMalformed) -> UInt32 {
      var value: UInt32 = 0
      for _ in 0..<4 {
        guard let digit = PercentCoding.digit(try next()) else { throw malformed }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
    while index < bytes.count {
      let byte = try next()
      guard byte == UInt8(ascii: "\\") else {
        out(byte)
        continue
      }
      switch try next() {
      case UInt8(ascii: "n"): out(0x0a)
      case UInt8(ascii: "r"): out(0x0d)
      case UInt8(ascii: "t"): out(0x09)
      case UInt8(ascii: "b"): out(0x08)
      case UInt8(ascii: "f"): out(0x0c)
      case UInt8(ascii: "u"):
        var value = try unit()
        if (0xd800..<0xdc00).contains(value) {
          guard try next() == UInt8(ascii: "\\"), try next() == UInt8(ascii: "u") else {
            throw malformed
          }
          let low = try unit()
          guard (0xdc00..<0xe000).contains(low) else { throw malformed }
          value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw malformed }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { out(byte) }
      case let plain where plain == 0x22 || plain == 0x5c || plain == 0x2f: out(plain)
      default: throw malformed
      }
    }
  }
}

extension UTF8 {
  /// Whether these bytes are valid UTF-8. They are not copied.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
