package import WalletModel

extension WireEnum {
  package init(json: JSON) throws(WireMalformed) {
    self.init(rawValue: try String(json: json))
  }
  package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}
extension CardType: JSONValue {}
extension CardStatus: JSONValue {}
extension CardScheme: JSONValue {}
extension CardAction: JSONValue {}
extension MobileWalletType: JSONValue {}
extension MobileWalletStatus: JSONValue {}
extension ScaMethod: JSONValue {}
extension ScaChannel: JSONValue {}
extension AuthenticationMode: JSONValue {}
extension ScaAttemptStatus: JSONValue {}
extension AuthenticatorState: JSONValue {}
extension TransactionType: JSONValue {}
extension DeclineReason: JSONValue {}
extension ChargeDetail.State: JSONValue {}

extension OpaqueID {
  package init(json: JSON) throws(WireMalformed) { self.init(try String(json: json)) }
  package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}
extension CardID: JSONValue {}
extension AccountID: JSONValue {}
extension CustomerID: JSONValue {}
extension TransactionID: JSONValue {}
extension ScaEventID: JSONValue {}
extension WalletOperationID: JSONValue {}

extension Currency: JSONValue {
  package init(json: JSON) throws(WireMalformed) { self.init(try String(json: json)) }
  package func write(to writer: inout JSONWriter) { code.write(to: &writer) }
}

extension Market: JSONValue {}

extension Timestamp: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    guard let time = Timestamp(try String(json: json)) else {
      throw WireMalformed("", "must be a time like 2026-03-03T12:41:07Z")
    }
    self = time
  }
  package func write(to writer: inout JSONWriter) { writer.put(self) }
}

extension Money: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(try fields.reckoned("amount"), try fields.get("currencyCode"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("amount", minorUnits)
      $0.field("currencyCode", currency)
    }
  }
}
