package import WalletModel

// The types that can be read and written as JSON. Their fields and values define how.

extension WireEnum where Self: FieldValue {
  package init(json: JSON) throws(WireMalformed) {
    self.init(rawValue: try String(json: json))
  }
  package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}

extension TextCoded {
  package init(json: JSON) throws(WireMalformed) { self.init(try String(json: json)) }
  package func write(to writer: inout JSONWriter) { coded.write(to: &writer) }
}

extension Timestamp: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    guard let time = Timestamp(try String(json: json)) else {
      throw WireMalformed("", "must be a time like 2026-03-03T12:41:07Z")
    }
    self = time
  }
  package func write(to writer: inout JSONWriter) { writer.put(self) }
}

extension CardAction: FieldValue, JSONValue {}
extension TokenState: FieldValue, JSONValue {}
extension TokenAction: FieldValue, JSONValue {}
extension ScaAttemptStatus: FieldValue, JSONValue {}
extension AuthenticatorState: FieldValue, JSONValue {}
extension Market: FieldValue, JSONValue {}
extension Word: FieldValue, JSONValue {}

extension CardID: TextCoded, JSONValue {}
extension AccountID: TextCoded, JSONValue {}
extension CustomerID: TextCoded, JSONValue {}
extension TransactionID: TextCoded {}
extension ScaEventID: TextCoded {}
extension WalletOperationID: TextCoded, JSONValue {}
