package import WalletModel

extension Money: WireRecord {
  package static var blank: Money {
    Money(0, Currency(""))
  }
  package static var recordName: String { "Money" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("amount", &minorUnits, .boundedInteger)
    try v.field("currencyCode", &currency)
  }
}

extension FieldError: WireRecord {
  package static var blank: FieldError {
    FieldError("", "")
  }
  package static var recordName: String { "FieldError" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("field", &field)
    try v.field("error", &error, .text(1))
  }
}
