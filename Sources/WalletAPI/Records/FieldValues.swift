package import Secrets
package import WalletModel

extension WireRecord {
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.record(&self)
  }
}

extension String: FieldValue {
  package static var blank: String { "" }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.text(&self, form)
  }
}

extension Bool: FieldValue {
  package static var blank: Bool { false }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.flag(&self)
  }
}

extension Int: FieldValue {
  package static var blank: Int { 0 }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.integer(&self, form)
  }
}

extension Int64: FieldValue {
  package static var blank: Int64 { 0 }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.integer(&self, form)
  }
}

extension Timestamp: FieldValue {
  package static var blank: Timestamp { Timestamp(milliseconds: 0) }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.time(&self)
  }
}

extension Array: FieldValue where Element: FieldValue {
  package static var blank: [Element] { [] }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.list(&self, form)
  }
}

extension FieldValue where Self: WireEnum {
  package static var blank: Self { .unsaid }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.word(&self, form)
  }
}

extension TextCoded {
  package static var blank: Self { Self("") }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.coded(&self, form)
  }
}

extension OpaqueID {
  package static var form: FieldForm { .id }
  package var coded: String { rawValue }
}

extension Currency: TextCoded {
  package static var form: FieldForm { .currency }
  package var coded: String { code }
}

extension Secret {
  /// No secret: what stands where one will be read.
  package static let blank = Secret(capacity: 1)
}
