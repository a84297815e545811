package import WalletModel

extension Money: WireRecord, JSONValue {
  package static var blank: Money {
    Money(0, Currency(""))
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("amount", &minorUnits, .boundedInteger)
    try v.field("currencyCode", &currency)
  }
}

extension FieldError: WireRecord, JSONValue {
  package static var blank: FieldError {
    FieldError("", .verbatim(""))
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("field", &field)
    var text = error.english
    try v.field("error", &text, .text(1))
    if V.isReading { error = .verbatim(text) }
  }
}

/// A reason of an error, for programs: its code and the values in its text.
package struct SentReason: WireRecord, JSONValue, Hashable, Sendable {
  package var code: String
  package var values: [String]

  package static var blank: SentReason { SentReason(code: "", values: []) }
  package static var recordName: String { "Reason" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("code", &code, .text(1))
    try v.field("values", &values)
  }
}
