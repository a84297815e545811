package import Secrets
package import WalletModel

extension JSONWritable where Self: WireRecord {
  package func write(to writer: inout JSONWriter) {
    var record = self
    writer.record(&record)
  }
}

extension JSONReadable where Self: WireRecord {
  package init(json: JSON) throws(WireMalformed) { self = try JSONReader.read(json) }
}

/// Writes the fields of a record without secrets.
extension JSONWriter: FieldVisitor {
  package static var isReading: Bool { false }

  package mutating func field<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm
  ) {
    begin(name)
    value.visit(&self, form)
    needsComma = true
  }

  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) {
    if !isOmitted { field(name, &value, form) }
  }

  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) {
    guard value != nil else { return }
    begin(name)
    // The value is not copied: an address has seven texts.
    value?.visit(&self, form)
    needsComma = true
  }

  package mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm
  ) {
    switch value {
    case .absent: break
    case .null:
      begin(name)
      raw("null")
      needsComma = true
    case .value(var value): field(name, &value, form)
    }
  }

  /// A record with secrets is written by `JSONTree`.
  package mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm) {
    preconditionFailure("\(name) is a secret, and is written to ordinary memory")
  }

  package mutating func optionalSecret(
    _ name: String, _ value: inout Secret?, _ form: FieldForm
  ) { preconditionFailure("\(name) is a secret, and is written to ordinary memory") }

  package mutating func constant(_ name: String, _ text: String) {
    begin(name)
    put(text)
    needsComma = true
  }

  package mutating func damaged(_ isDamaged: Bool) -> Bool {
    if isDamaged {
      begin("damaged")
      raw("true")
      needsComma = true
    }
    return isDamaged
  }
}

extension JSONWriter: ValueVisitor {
  package typealias Failure = Never

  package mutating func text(_ value: inout String, _ form: FieldForm) { put(value) }
  package mutating func integer<I: FixedWidthInteger & Sendable>(
    _ value: inout I, _ form: FieldForm
  ) { put(Int64(value)) }
  package mutating func flag(_ value: inout Bool) { raw(value ? "true" : "false") }
  package mutating func time(_ value: inout Timestamp) { put(value) }
  package mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm) {
    put(value.rawValue)
  }
  package mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) {
    put(value.coded)
  }
  package mutating func record<R: WireRecord>(_ value: inout R) {
    object { value.fields(&$0) }
  }
  package mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) {
    array(value) { writer, element in
      var element = element
      element.visit(&writer, form)
    }
  }
}
