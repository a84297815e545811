package import Secrets

/// A value of JSON (RFC 8259). Texts that are secrets stand in locked memory.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Any number that is no 64-bit integer.
  case number(Double)
  case string(String)
  case secret(Secret)
  case array([JSON])
  case object([(name: String, value: JSON)])
}

/// JSON that is not what it should be. Says where, never what stood there.
package struct WireMalformed: Error, Hashable, Sendable {
  package var field: String
  package var reason: String
  /// Fields of which the same is true.
  package var others: [String] = []
  package init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  /// The same within a field of that name.
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

/// The fields of an object. Looked for from where the last one was found: whoever asks in the order
/// in which they stand pays for none twice.
package struct JSONFields {
  private let fields: [(name: String, value: JSON)]
  private var next = 0

  package init(_ json: JSON) throws(WireMalformed) {
    guard case .object(let fields) = json else { throw WireMalformed("", "must be an object") }
    self.fields = fields
  }

  /// Throws when some of these are not there; it names them all.
  package init(_ json: JSON, needs names: String...) throws(WireMalformed) {
    try self.init(json)
    let missing = names.filter { value($0) == nil }
    guard let first = missing.first else { return }
    var malformed = WireMalformed(first, "is needed")
    malformed.others = Array(missing.dropFirst())
    throw malformed
  }

  /// nil: not there, or null.
  package mutating func value(_ name: String) -> JSON? {
    for step in 0..<fields.count {
      let index = (next + step) % fields.count
      guard fields[index].name == name else { continue }
      next = index + 1
      if case .null = fields[index].value { return nil }
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
    guard let value = try optional(name, type) else { throw WireMalformed(name, "is needed") }
    return value
  }

  /// An integer that is reckoned with: of 15 digits at most, so that no sum is too large for 64 bits.
  ///
  /// - Parameter range: What it may be; nil: any of those.
  mutating func reckoned<T: FixedWidthInteger & JSONReadable>(
    _ name: String, _ range: ClosedRange<T>? = nil
  ) throws(WireMalformed) -> T {
    guard let value: T = try optionalReckoned(name, range) else {
      throw WireMalformed(name, "is needed")
    }
    return value
  }

  mutating func optionalReckoned<T: FixedWidthInteger & JSONReadable>(
    _ name: String, _ range: ClosedRange<T>? = nil
  ) throws(WireMalformed) -> T? {
    guard let value: T = try optional(name) else { return nil }
    guard value.magnitude < 1_000_000_000_000_000 else {
      throw WireMalformed(name, "must have 15 digits at most")
    }
    if let range, !range.contains(value) {
      throw WireMalformed(name, "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// How many there are of something.
  mutating func count(_ name: String) throws(WireMalformed) -> Int {
    try reckoned(name, 0...Int.max)
  }

  mutating func optionalCount(_ name: String) throws(WireMalformed) -> Int? {
    try optionalReckoned(name, 0...Int.max)
  }

  /// A list in which a record that cannot be read hides no other: it stands there as damaged.
  mutating func records<T: ListRecord>(_ name: String) throws(WireMalformed) -> [T] {
    guard let list: [T] = try optionalRecords(name) else { throw WireMalformed(name, "is needed") }
    return list
  }

  mutating func optionalRecords<T: ListRecord>(_ name: String) throws(WireMalformed) -> [T]? {
    try optional(name, [JSON].self)?.map { json in
      (try? T(json: json)) ?? T.damaged(id: json.text(T.idName) ?? "")
    }
  }

  /// A list without what cannot be read of it: what there is no use in showing.
  mutating func readable<T: JSONReadable>(_ name: String) -> [T] {
    guard case .array(let list) = value(name) else { return [] }
    return list.compactMap { try? T(json: $0) }
  }

  /// A text, if it is one.
  mutating func text(_ name: String) -> String? {
    guard case .string(let text) = value(name) else { return nil }
    return text
  }

  /// A text that was read into locked memory.
  package mutating func secret(_ name: String) throws(WireMalformed) -> Secret {
    guard let value = try optionalSecret(name) else { throw WireMalformed(name, "is needed") }
    return value
  }

  package mutating func optionalSecret(_ name: String) throws(WireMalformed) -> Secret? {
    switch value(name) {
    case nil: return nil
    case .secret(let secret): return secret
    default: throw WireMalformed(name, "must be a string")
    }
  }
}

/// A record that stands in lists, and can be shown there when it cannot be read.
package protocol ListRecord: JSONReadable {
  /// The member that tells it from others.
  static var idName: String { get }
  /// - Parameter id: Empty: it cannot be told, either.
  static func damaged(id: String) -> Self
}

extension JSON: JSONReadable {
  package init(json: JSON) throws(WireMalformed) { self = json }

  /// A text in an object; nil: there is none.
  package func text(_ name: String) -> String? {
    guard var fields = try? JSONFields(self) else { return nil }
    return try? fields.optional(name)
  }
}

extension String: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    guard case .string(let text) = json else { throw WireMalformed("", "must be a string") }
    self = text
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
    guard case .integer(let value) = json else { throw WireMalformed("", "must be an integer") }
    self = value
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
