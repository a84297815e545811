package import Secrets

/// A value of JSON (RFC 8259). Secret texts are in locked memory.
///
/// The texts and numbers of a body in locked memory stay there. The reader of a value decides
/// whether it is a secret (`JSONFields.secret`) or not (`String`).
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Any other number.
  case number(Double)
  case string(String)
  case secret(Secret)
  case locked(LockedText)
  case array([JSON])
  case object([(name: String, value: JSON)])
}

/// JSON that is not as it should be. It names the place, never the value there.
package struct WireMalformed: Error, Hashable, Sendable {
  package var field: String
  package var reason: String
  /// Other fields with the same fault.
  package var others: [String] = []
  package init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  /// The same fault, in a field of that name.
  func within(_ name: String) -> WireMalformed {
    var outer = self
    outer.field = field.isEmpty ? name : name + "." + field
    outer.others = others.map { name + "." + $0 }
    return outer
  }
}

/// What can be written as JSON.
package protocol JSONWritable {
  func write(to writer: inout JSONWriter)
}

/// What can be read from JSON.
package protocol JSONReadable {
  init(json: JSON) throws(WireMalformed)
}

package typealias JSONValue = JSONWritable & JSONReadable

/// A text or a number in a body in locked memory, as it is written there.
package struct LockedText: Sendable {
  let body: Secret
  /// The place of its bytes. Those of a text are between the quotation marks.
  let range: Range<Int>
  /// A text, without or with escapes, or a number.
  let kind: Kind

  enum Kind: Sendable {
    case plain
    case escaped
    case number
  }

  /// The bytes with their escapes. There are none after the body was wiped.
  func withBytes<R: Sendable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try self.body.withBytes { (bytes) throws(E) -> R in
      let isThere = range.upperBound <= bytes.count
      return try body(UnsafeRawBufferPointer(rebasing: isThere ? bytes[range] : bytes[0..<0]))
    }
  }
}

/// The fields of an object. The search for a field starts where the last one was found, so reading
/// the fields in their order takes linear time.
package struct JSONFields {
  private let fields: [(name: String, value: JSON)]
  private var next = 0

  package init(_ json: JSON) throws(WireMalformed) {
    guard case .object(let fields) = json else { throw WireMalformed("", "must be an object") }
    self.fields = fields
  }

  /// nil: absent or null.
  package mutating func value(_ name: String) -> JSON? {
    guard let value = valueOrNull(name) else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// nil: absent.
  mutating func valueOrNull(_ name: String) -> JSON? {
    for step in 0..<fields.count {
      let index = next + step < fields.count ? next + step : next + step - fields.count
      guard fields[index].name == name else { continue }
      next = index + 1
      return fields[index].value
    }
    return nil
  }

  package mutating func optional<T: JSONReadable>(_ name: String, _ type: T.Type = T.self)
    throws(WireMalformed) -> T?
  {
    guard let value = value(name) else { return nil }
    do throws(WireMalformed) {
      return try T(json: value)
    } catch {
      throw error.within(name)
    }
  }

  package mutating func get<T: JSONReadable>(_ name: String, _ type: T.Type = T.self)
    throws(WireMalformed) -> T
  {
    guard let value = try optional(name, type) else { throw WireMalformed(name, "is missing") }
    return value
  }

  /// A number that is not negative and has at most 15 digits.
  mutating func count(_ name: String) throws(WireMalformed) -> Int {
    guard let json = value(name) else { throw WireMalformed(name, "is missing") }
    var number = 0
    var reader = JSONValueReader(json: json, isRequest: false)
    do throws(WireMalformed) {
      try reader.integer(&number, .count)
    } catch {
      throw error.within(name)
    }
    return number
  }

  /// A list with any elements.
  mutating func list(_ name: String) throws(WireMalformed) -> [JSON] {
    switch value(name) {
    case nil: throw WireMalformed(name, "is missing")
    case .array(let items): return items
    default: throw WireMalformed(name, "must be a list")  // No other kind has elements.
    }
  }

  /// The elements of a list that can be read.
  mutating func readable<T: JSONReadable>(_ name: String) -> [T] {
    guard case .array(let list) = value(name) else { return [] }
    return list.compactMap { try? T(json: $0) }
  }

  /// nil: absent, or not a text.
  mutating func text(_ name: String) -> String? {
    value(name).flatMap { try? String(json: $0) }
  }

  /// A text that was read into locked memory.
  package mutating func secret(_ name: String) throws(WireMalformed) -> Secret {
    guard let value = try optionalSecret(name) else { throw WireMalformed(name, "is missing") }
    return value
  }

  package mutating func optionalSecret(_ name: String) throws(WireMalformed) -> Secret? {
    guard let value = value(name) else { return nil }
    guard let secret = value.secretText else { throw WireMalformed(name, "must be a string") }
    return secret
  }
}

extension JSON {
  /// A secret text in locked memory; nil: it is not a text, or it is in ordinary memory.
  var secretText: Secret? {
    switch self {
    case .secret(let secret): secret
    case .locked(let text): text.secret
    default: nil  // No other kind is a text in locked memory.
    }
  }

  /// A text in an object; nil: absent, or not a text.
  package func text(_ name: String) -> String? {
    guard var fields = try? JSONFields(self) else { return nil }
    return try? fields.optional(name)
  }
}

extension String: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    switch json {
    case .string(let text): self = text
    case .locked(let text):
      guard let plain = text.string else { throw WireMalformed("", "must be a string") }
      self = plain
    default: throw WireMalformed("", "must be a string")  // A secret never becomes a String.
    }
  }
  package func write(to writer: inout JSONWriter) { writer.put(self) }
}

extension Bool: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    guard case .bool(let value) = json else { throw WireMalformed("", "must be true or false") }
    self = value
  }
  package func write(to writer: inout JSONWriter) { writer.raw(self ? "true" : "false") }
}

extension Int64: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    switch json {
    case .integer(let value): self = value
    case .locked(let text):
      guard case .integer(let value)? = text.number else {
        throw WireMalformed("", "must be an integer")
      }
      self = value
    default: throw WireMalformed("", "must be an integer")  // A fraction is not rounded.
    }
  }
  package func write(to writer: inout JSONWriter) { writer.put(self) }
}

extension Int: JSONValue {
  package init(json: JSON) throws(WireMalformed) { self = Int(try Int64(json: json)) }
  package func write(to writer: inout JSONWriter) { writer.put(Int64(self)) }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.array(self) { writer, element in element.write(to: &writer) }
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  package init(json: JSON) throws(WireMalformed) {
    guard case .array(let values) = json else { throw WireMalformed("", "must be a list") }
    self = []
    reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(WireMalformed) {
        append(try Element(json: value))
      } catch {
        let path = error.field.isEmpty ? "[\(index)]" : "[\(index)]." + error.field
        throw WireMalformed(path, error.reason)
      }
    }
  }
}
