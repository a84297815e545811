package import Secrets
import WalletModel

/// Reads the fields of a record from an object.
package struct JSONReader: FieldVisitor {
  package static var isReading: Bool { true }
  private var fields: JSONFields
  /// In a request all fields are required that our own answers always have. In an answer, other
  /// servers may leave some of them out.
  private let isRequest: Bool
  /// The required fields of a request that are missing, and the first fault of another field.
  private var missing: [String] = []
  private var fault: WireMalformed?

  package init(_ json: JSON, isRequest: Bool = false) throws(WireMalformed) {
    fields = try JSONFields(json)
    self.isRequest = isRequest
  }

  /// A record from an object.
  package static func read<R: WireRecord>(_ json: JSON, isRequest: Bool = false)
    throws(WireMalformed) -> R
  {
    var record = R.blank
    try read(json, isRequest: isRequest) { reader throws(WireMalformed) in
      try record.fields(&reader)
    }
    return record
  }

  /// Reads fields from an object. If required fields of a request are missing, the error names all
  /// of them.
  package static func read(
    _ json: JSON, isRequest: Bool, _ body: (inout JSONReader) throws(WireMalformed) -> Void
  ) throws(WireMalformed) {
    var reader = try JSONReader(json, isRequest: isRequest)
    try body(&reader)
    try reader.finish()
  }

  private func finish() throws(WireMalformed) {
    if let first = missing.first {
      var malformed = WireMalformed(first, "is missing")
      malformed.others = Array(missing.dropFirst())
      throw malformed
    }
    if let fault { throw fault }
  }

  /// A required field is missing. The other fields of a request are read nevertheless.
  private mutating func lacks(_ name: String) throws(WireMalformed) {
    guard isRequest else { throw WireMalformed(name, "is missing") }
    missing.append(name)
  }

  private mutating func set<T: FieldValue>(
    _ value: inout T, _ json: JSON, _ name: String, _ form: FieldForm
  ) throws(WireMalformed) {
    var reader = JSONValueReader(json: json, isRequest: isRequest)
    do throws(WireMalformed) {
      try value.visit(&reader, form)
    } catch {
      try fail(error.within(name))
    }
  }

  private mutating func fail(_ malformed: WireMalformed) throws(WireMalformed) {
    guard isRequest else { throw malformed }
    if fault == nil { fault = malformed }
  }

  package mutating func field<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm
  ) throws(WireMalformed) {
    guard let json = fields.value(name) else { return try lacks(name) }
    try set(&value, json, name, form)
  }

  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) throws(WireMalformed) {
    if let json = fields.value(name) {
      try set(&value, json, name, form)
    } else if isRequest {
      try lacks(name)
    }
  }

  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) throws(WireMalformed) {
    guard let json = fields.value(name) else {
      value = nil
      return
    }
    var new = T.blank
    try set(&new, json, name, form)
    value = new
  }

  package mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm
  ) throws(WireMalformed) {
    switch fields.valueOrNull(name) {
    case nil: value = .absent
    case .null: value = .null
    case let json?:
      var new = T.blank
      try set(&new, json, name, form)
      value = .value(new)
    }
  }

  package mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm)
    throws(WireMalformed)
  {
    guard let json = fields.value(name) else { return try lacks(name) }
    if let secret = try secret(json, name) { value = secret }
  }

  package mutating func optionalSecret(
    _ name: String, _ value: inout Secret?, _ form: FieldForm
  ) throws(WireMalformed) {
    value = nil
    if let json = fields.value(name) { value = try secret(json, name) }
  }

  private mutating func secret(_ json: JSON, _ name: String) throws(WireMalformed) -> Secret? {
    if let secret = json.secretText { return secret }
    try fail(WireMalformed(name, "must be a string"))
    return nil
  }

  package mutating func records<R: ListedRecord>(_ name: String, _ list: inout [R])
    throws(WireMalformed)
  {
    guard let json = fields.value(name) else { return try lacks(name) }
    list = try records(json, name)
  }

  package mutating func optionalRecords<R: ListedRecord>(_ name: String, _ list: inout [R]?)
    throws(WireMalformed)
  { list = try fields.value(name).map { json throws(WireMalformed) in try records(json, name) } }

  private func records<R: ListedRecord>(_ json: JSON, _ name: String)
    throws(WireMalformed) -> [R]
  {
    guard case .array(let items) = json else {
      throw WireMalformed(name, "must be a list")
    }
    return items.map { item in
      (try? JSONReader.read(item)) ?? R.damaged(id: item.text(R.idName) ?? "")
    }
  }

  package mutating func readable<T: FieldValue>(
    _ name: String, _ list: inout [T], isOmitted: Bool
  ) throws(WireMalformed) { list = readable(fields.value(name)) }

  package mutating func optionalReadable<T: FieldValue>(_ name: String, _ list: inout [T]?)
    throws(WireMalformed)
  { list = fields.value(name).map(readable) }

  private func readable<T: FieldValue>(_ json: JSON?) -> [T] {
    guard case .array(let items)? = json else { return [] }
    return items.compactMap { item in
      var value = T.blank
      var reader = JSONValueReader(json: item, isRequest: isRequest)
      do throws(WireMalformed) { try value.visit(&reader, .anything) } catch { return nil }
      return value
    }
  }

  package mutating func constant(_ name: String, _ text: String) throws(WireMalformed) {
    var said: String?
    try optional(name, &said, .anything, isAlwaysWritten: false)
  }

  package mutating func retryDelay(_ name: String, _ seconds: inout Int?) throws(WireMalformed) {
    seconds = fields.retryDelay(name)
  }

  package mutating func absent(_ name: String, _ reason: String) throws(WireMalformed) {
    if fields.value(name) != nil { try fail(WireMalformed(name, reason)) }
  }

  package mutating func damaged(_ isDamaged: Bool) -> Bool { false }
}

/// Reads one value.
struct JSONValueReader: ValueVisitor {
  let json: JSON
  let isRequest: Bool

  mutating func text(_ value: inout String, _ form: FieldForm) throws(WireMalformed) {
    value = try String(json: json)
    if case .among(let texts) = form, !texts.contains(value) {
      throw WireMalformed("", "must be " + texts.joined(separator: " or "))
    }
  }

  mutating func integer<I: FixedWidthInteger & Sendable>(_ value: inout I, _ form: FieldForm)
    throws(WireMalformed)
  {
    let number = try Int64(json: json)
    if let range = form.range {
      guard number.magnitude < 1_000_000_000_000_000 else {
        throw WireMalformed("", "must have 15 digits at most")
      }
      guard range.contains(number) else {
        throw WireMalformed("", "must be from \(range.lowerBound) to \(range.upperBound)")
      }
    }
    value = I(number)
  }

  mutating func flag(_ value: inout Bool) throws(WireMalformed) { value = try Bool(json: json) }

  mutating func time(_ value: inout Timestamp) throws(WireMalformed) {
    value = try Timestamp(json: json)
  }

  mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm)
    throws(WireMalformed)
  {
    value = E(rawValue: try String(json: json))
  }

  mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) throws(WireMalformed) {
    value = C(try String(json: json))
  }

  mutating func record<R: WireRecord>(_ value: inout R) throws(WireMalformed) {
    value = try JSONReader.read(json, isRequest: isRequest)
  }

  mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) throws(WireMalformed) {
    guard case .array(let items) = json else { throw WireMalformed("", "must be a list") }
    value = []
    value.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      var new = T.blank
      var reader = JSONValueReader(json: item, isRequest: isRequest)
      do throws(WireMalformed) {
        try new.visit(&reader, form)
      } catch {
        let path = error.field.isEmpty ? "[\(index)]" : "[\(index)]." + error.field
        throw WireMalformed(path, error.reason)
      }
      value.append(new)
    }
  }
}
