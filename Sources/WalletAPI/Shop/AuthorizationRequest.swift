import Secrets
import WalletModel

/// The body of `Authorize`: a payment with a card of the customer, or with a card's number.
package enum AuthorizationRequest: BodyRecord {
  case card(CardPayment)
  case number(NumberPayment)

  package static var bodyName: String? { "AuthorizationRequest" }
  package static var bodyRecords: [any WireRecord.Type] { [CardPayment.self, NumberPayment.self] }

  package init(body: WireBody) throws(WireMalformed) {
    let json = try JSON.read(body)
    var fields = try JSONFields(json)
    self =
      fields.value("cardId") == nil
      ? .number(try JSONReader.read(json, isRequest: true))
      : .card(try JSONReader.read(json, isRequest: true))
  }

  package var wireBody: WireBody {
    switch self {
    case .card(let payment): .locked(payment)
    case .number(let payment): .locked(payment)
    }
  }
}

/// A payment with a card of the customer.
package struct CardPayment: WireRecord {
  private(set) var cardID: CardID
  /// The token of the phone that pays; nil: the card itself does.
  private(set) var dpanRef: String?
  private(set) var merchantID: String
  private(set) var amount: ShopAmount
  package static var blank: CardPayment {
    CardPayment(cardID: .blank, merchantID: "", amount: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cardId", &cardID)
    try v.optional("dpanRef", &dpanRef, .id)
    try v.field("merchantId", &merchantID, .id)
    try amount.fields(&v)
    try v.absent("cardNumber", "cannot be given together with cardId")
    try v.absent("csc", "cannot be given together with cardId")
  }
}

/// A payment with a card's number, which was read or typed.
package struct NumberPayment: WireRecord {
  private(set) var cardNumber: Secret
  private(set) var expiry: GivenExpiry
  private(set) var csc: Secret?
  private(set) var billingAddress: BillingAddress?
  private(set) var merchantID: String
  private(set) var amount: ShopAmount
  package static var blank: NumberPayment {
    NumberPayment(
      cardNumber: .blank, expiry: .blank, csc: nil, billingAddress: nil, merchantID: "",
      amount: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.secret("cardNumber", &cardNumber, .digits(12, 19))
    try v.field("expiry", &expiry)
    try v.optionalSecret("csc", &csc, .digits(3))
    try v.optional("billingAddress", &billingAddress)
    try v.field("merchantId", &merchantID, .id)
    try amount.fields(&v)
    try v.absent("cardId", "cannot be given together with cardNumber")
  }
}

/// An expiry that somebody gave. Its rules are checked together with those of the other fields.
package struct GivenExpiry: WireRecord {
  private(set) var expiry: CardExpiry
  init(_ expiry: CardExpiry) { self.expiry = expiry }
  package static var blank: GivenExpiry { GivenExpiry(.blank) }
  package static var recordName: String { CardExpiry.recordName }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("month", &expiry.month, .documented(1, 12))
    try v.field("year", &expiry.year, .documented(2000, 9999))
  }
}

/// The address of the card's owner, for a shop.
package struct BillingAddress: WireRecord {
  private(set) var postalCode: String?
  package static var blank: BillingAddress { BillingAddress(postalCode: nil) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("postalCode", &postalCode, .text(1, 16))
  }
}
