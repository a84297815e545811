import Secrets
package import WalletModel

extension CardRequest: WireRecord {
  package static var blank: CardRequest { CardRequest(programName: "", currency: "") }
  package static var recordName: String { "CardRequest" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("programName", &programName, .text(1))
    try v.field("currency", &currency, .currency)
    try v.said("userAgent", Wire.userAgent)
    try v.optional("mobile", &mobile, .mobile)
    try v.optionalSecret("cardPin", &cardPin, .digits(4))
    try v.optional("externalId", &externalID, .seen(1, 40))
    try v.optional("deliveryAddress", &deliveryAddress)
    try v.optional("termsAndConditionsAccepted", &termsAndConditionsAccepted)
    try v.optional("eDisclosureAccepted", &eDisclosureAccepted)
    try v.optional("alias", &alias, .seen(1, 24))
  }
}

extension CardActivationRequest: WireRecord {
  package static var blank: CardActivationRequest {
    CardActivationRequest(lastFourDigits: "", cvv: .blank)
  }
  package static var recordName: String { "CardActivationRequest" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("lastFourDigits", &lastFourDigits, .digits(4))
    try v.secret("cvv", &cvv, .digits(3))
    try v.said("userAgent", Wire.userAgent)
  }
}
