import Secrets
package import WalletModel

extension CardRequest: WireRecord, BodyRecord {
  package static var blank: CardRequest { CardRequest(programName: "", currency: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("programName", &programName, .text(1))
    try v.field("currency", &currency, .currency)
    try v.constant("userAgent", Wire.userAgent)
    try v.optional("mobile", &mobile, .mobile)
    try v.optionalSecret("cardPin", &cardPin, .digits(4))
    try v.optional("externalId", &externalID, .visible(1, 40))
    try v.optional("deliveryAddress", &deliveryAddress)
    try v.optional("termsAndConditionsAccepted", &termsAndConditionsAccepted)
    try v.optional("eDisclosureAccepted", &eDisclosureAccepted)
    try v.optional("alias", &alias, .visible(1, 24))
  }
}

extension CardActivationRequest: WireRecord, BodyRecord {
  package static var blank: CardActivationRequest {
    CardActivationRequest(lastFourDigits: "", cvv: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("lastFourDigits", &lastFourDigits, .digits(4))
    try v.secret("cvv", &cvv, .digits(3))
    try v.constant("userAgent", Wire.userAgent)
  }
}

/// One of the changes of a card that have the same method and path.
package protocol CardUpdateBody: BodyRecord, WireRecord {}

extension CardUpdateBody {
  package static var bodyName: String? { "CardUpdateRequest" }
  package static var bodyRecords: [any WireRecord.Type] {
    [StatusUpdate.self, PinUpdate.self, AliasUpdate.self]
  }
}

/// The body of `SetCardStatus`.
package struct StatusUpdate: CardUpdateBody, JSONValue {
  private(set) var status: CardStatus
  private(set) var reason: String
  package static var blank: StatusUpdate { StatusUpdate(status: .unspecified, reason: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    let statuses: [CardStatus] = [.active, .locked, .cancelled]
    try v.field("status", &status, .among(statuses.map(\.rawValue)))
    try v.field("statusReason", &reason, .visible(1, 200))
    try v.absent("pin", "cannot be changed together with the status")
    try v.absent("alias", "cannot be changed together with the status")
  }
}

/// The body of `SetCardPin`.
package struct PinUpdate: CardUpdateBody {
  private(set) var pin: Secret
  package static var blank: PinUpdate { PinUpdate(pin: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.secret("pin", &pin, .digits(4))
    try v.absent("status", "cannot be changed together with the PIN")
    try v.absent("statusReason", "cannot be changed together with the PIN")
    try v.absent("alias", "cannot be changed together with the PIN")
  }
}

/// The body of `RenameCard`.
package struct AliasUpdate: CardUpdateBody, JSONValue {
  private(set) var alias: String
  package static var blank: AliasUpdate { AliasUpdate(alias: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("alias", &alias, .visible(0, 24))
    for other in ["status", "statusReason", "pin"] {
      try v.absent(other, "cannot be changed together with the name")
    }
  }
}
