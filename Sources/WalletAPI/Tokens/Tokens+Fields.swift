package import WalletModel

extension CardTokenization: WireRecord, JSONValue {
  package static var blank: CardTokenization {
    CardTokenization(
      activationData: "", scheme: .unspecified, customer: .blank, cardLastDigits: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    // C03: "depending on the mobile device, some of the fields are optional".
    try v.optional("opaquePaymentCard", &opaquePaymentCard, .text(1))
    try v.optional("encryptedPassData", &encryptedPassData, .text(1))
    try v.optional("ephemeralPublicKey", &ephemeralPublicKey, .text(1))
    try v.lenient("activationData", &activationData, .text(1))
    try v.lenient("cardNetwork", &cardNetwork)
    try v.lenient("tokenProvider", &tokenProvider)
    try v.lenient("customer", &customer)
    try v.lenient("cardLastDigits", &cardLastDigits, .digits(4))
  }
}

extension TokenizedCustomer: WireRecord {
  package static var blank: TokenizedCustomer {
    TokenizedCustomer(name: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var (first, second, third) = (address?.address1, address?.address2, address?.address3)
    var (city, countryCode) = (address?.city, address?.countryCode)
    var (state, postalCode) = (address?.state, address?.postalCode)
    try v.lenient("name", &name)
    try v.optional("mobile", &mobile)
    try v.optional("address1", &first)
    try v.optional("address2", &second)
    try v.optional("address3", &third)
    try v.optional("city", &city)
    try v.optional("countryCode", &countryCode)
    try v.optional("state", &state)
    try v.optional("postalCode", &postalCode)
    guard V.isReading else { return }
    address = nil
    // Without these three, it is not an address to which a card can be sent.
    if let first, let city, let countryCode {
      address = DeliveryAddress(
        address1: first, address2: second, address3: third, city: city, countryCode: countryCode,
        state: state, postalCode: postalCode ?? "")
    }
  }
}

extension CardTokenizationRequest: WireRecord, BodyRecord, JSONValue {
  package static var blank: CardTokenizationRequest {
    CardTokenizationRequest(walletType: .unspecified)
  }
  package static var recordName: String { "TokenizationRequest" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("walletType", orApplePay: &walletType)
    try v.optional("clientDeviceId", &clientDeviceID, .visible(1, 64))
    try v.optional("clientWalletAccountId", &clientWalletAccountID, .visible(1, 64))
    try v.optional("leafCertificate", &leafCertificate, .visible(1, 3000))
    try v.optional("subordinateCertificate", &subordinateCertificate, .visible(1, 3000))
    try v.optional("nonce", &nonce, .visible(1, 128))
    try v.optional("nonceSignature", &nonceSignature, .visible(1, 256))
  }
}

/// The body of `UpdateTokenization`.
package struct TokenizationUpdate: BodyRecord, WireRecord, JSONValue {
  private(set) var dpanRef: String?
  private(set) var walletID: String?
  private(set) var walletType: MobileWalletType
  private(set) var status: MobileWalletStatus

  init(_ token: MobileWalletTokenization) {
    dpanRef = token.dpanRef
    walletID = token.walletID
    walletType = token.walletType
    status = token.status
  }

  package static var blank: TokenizationUpdate { TokenizationUpdate(.blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("dpanRef", &dpanRef, .id)
    try v.optional("walletId", &walletID, .text(1, 64))
    try v.optional("walletType", orApplePay: &walletType)
    try v.field("status", &status, .among([MobileWalletStatus.completed.rawValue]))
  }
}

extension FieldVisitor {
  /// C13: the wallet of a request, in which it may be missing.
  fileprivate mutating func optional(_ name: String, orApplePay wallet: inout MobileWalletType)
    throws(Failure)
  {
    var sent: MobileWalletType? = wallet
    try optional(name, &sent)
    if Self.isReading { wallet = sent ?? .applePay }
  }
}

/// The body of `ChangeToken`.
package struct TokenChange: BodyRecord, WireRecord, JSONValue {
  private(set) var action: TokenAction
  init(_ action: TokenAction) { self.action = action }
  package static var blank: TokenChange { TokenChange(.unspecified) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("action", &action, .among(TokenAction.allCases.map(\.rawValue)))
  }
}
