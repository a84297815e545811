package import Secrets
package import WalletModel

extension WireRecord {
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.record(&self)
  }
}

extension FieldValue {
  package static func visit<V: ValueVisitor>(
    list: inout [Self], _ v: inout V, _ form: FieldForm
  ) throws(V.Failure) { try v.list(&list, form) }
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
    try Element.visit(list: &self, &v, form)
  }
}

extension UInt8: FieldValue {
  package static var blank: UInt8 { 0 }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.integer(&self, .range(0...255))
  }
  package static func visit<V: ValueVisitor>(
    list: inout [UInt8], _ v: inout V, _ form: FieldForm
  ) throws(V.Failure) { try v.bytes(&list) }
}

extension Set: FieldValue where Element == Scope {
  package static var blank: Set<Scope> { [] }
  /// A number with one bit for each scope.
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    let scopes: [Scope] = [.wallet, .pciDss]
    var bits = scopes.indices.reduce(0) { contains(scopes[$1]) ? $0 | 1 << $1 : $0 }
    try v.integer(&bits, .anything)
    self = Set(scopes.indices.filter { bits >> $0 & 1 == 1 }.map { scopes[$0] })
  }
}

extension FieldValue where Self: WireEnum {
  package static var blank: Self { .unspecified }
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

extension Currency: TextCoded, JSONValue {
  package static var form: FieldForm { .currency }
  package var coded: String { code }
}

extension Secret {
  /// An empty placeholder, which is replaced when the record is read.
  package static let blank = Secret(capacity: 1)
}
