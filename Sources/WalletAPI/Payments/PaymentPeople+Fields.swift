package import WalletModel

// What a shop says about the payer and about the delivery (D35–D37, D39).

extension PaymentProfile: WireRecord {
  package static var blank: PaymentProfile { PaymentProfile() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("firstName", &firstName, .text(1, 80))
    try v.optional("lastName", &lastName, .text(1, 80))
    try v.optional("email", &email, .text(6, 255))
    try v.optional("phone", &phone, .text(1, 40))
    try v.optional("mobile", &mobile, .text(1, 40))
    try v.word("locale", &locale)
    try v.optional("merchantCustomerId", &merchantCustomerID, .id)
    try v.optional("dateOfBirth", &dateOfBirth)
    try v.word("gender", &gender)
    try v.optional("nationality", &nationality, .country)
    try v.optional("identityDocuments", &identityDocuments)
  }
}

extension BillingDetails: WireRecord {
  package static var blank: BillingDetails { BillingDetails(country: "", zip: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("country", &country, .country)
    try v.field("zip", &zip, .text(1, 16))
    try v.optional("city", &city, .text(1, 40))
    try v.optional("street", &street, .text(1, 50))
    try v.optional("state", &state, .text(1, 40))
    try v.optional("phone", &phone, .text(1, 40))
    try v.optional("nickName", &nickName, .text(1, 50))
    try v.optional("street1", &street1, .text(1, 50))
    try v.optional("street2", &street2, .text(1, 50))
  }
}

extension BirthDate: WireRecord {
  package static var blank: BirthDate { BirthDate(day: 1, month: 1, year: 1900) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("day", &day, .documented(1, 31))
    try v.field("month", &month, .documented(1, 12))
    try v.field("year", &year, .documented(1900, 9999))
  }
}

extension IdentityDocument: WireRecord {
  package static var blank: IdentityDocument { IdentityDocument(.socialSecurity, "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var type = kind.rawValue
    try v.field("type", &type, .among(Kind.allCases.map(\.rawValue)))
    try v.field("documentNumber", &number, .text(1, 9))
    if V.isReading { kind = Kind(rawValue: type) ?? .socialSecurity }
  }
}

extension DeliveryDetails: WireRecord {
  package static var blank: DeliveryDetails { DeliveryDetails(country: "", zip: "") }
  package static var recordName: String { "ShippingDetails" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.word("shipMethod", &method)
    try v.field("country", &country, .country)
    try v.field("zip", &zip, .text(1, 16))
    try v.optional("state", &state, .text(1, 40))
    try v.optional("city", &city, .text(1, 40))
    try v.optional("street", &street, .text(1, 50))
    try v.optional("street2", &street2, .text(1, 50))
  }
}

extension ReturnLink: WireRecord, JSONValue {
  package static var blank: ReturnLink { ReturnLink(.usual, "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = relation.rawValue
    try v.field("rel", &word, .among(ReturnRelation.allCases.map(\.rawValue)))
    try v.field("href", &address, .text(1, 2048))
    // The payer's browser is redirected (D44).
    try v.constant("method", "GET")
    if V.isReading { relation = ReturnRelation(rawValue: word) ?? .usual }
  }
}
