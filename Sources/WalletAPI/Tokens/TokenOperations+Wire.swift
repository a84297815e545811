package import WalletModel

extension Tokenize {
  package typealias Response = CardTokenization
  package var wireIDs: [String] { [id.rawValue] }
  package var wireBody: WireBody {
    var writer = JSONWriter(capacity: 2048)
    writer.object {
      $0.field("walletType", request.walletType)
      $0.optional("clientDeviceId", request.clientDeviceID)
      $0.optional("clientWalletAccountId", request.clientWalletAccountID)
      $0.optional("leafCertificate", request.leafCertificate)
      $0.optional("subordinateCertificate", request.subordinateCertificate)
      $0.optional("nonce", request.nonce)
      $0.optional("nonceSignature", request.nonceSignature)
    }
    return .plain(writer.bytes)
  }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(try JSON.read(request.body))
    self.init(
      CardID(ids[0]),
      CardTokenizationRequest(
        walletType: try fields.get("walletType"),
        clientDeviceID: try fields.optional("clientDeviceId"),
        clientWalletAccountID: try fields.optional("clientWalletAccountId"),
        leafCertificate: try fields.optional("leafCertificate"),
        subordinateCertificate: try fields.optional("subordinateCertificate"),
        nonce: try fields.optional("nonce"),
        nonceSignature: try fields.optional("nonceSignature")))
  }
}

extension UpdateTokenization {
  package typealias Response = MobileWalletTokenization
  package var wireIDs: [String] { [id.rawValue, token.dpanRef] }
  package var wireBody: WireBody { .plain(JSONWriter.bytes(token)) }
  /// C05: the body names the token as well as the path; the body may leave it out.
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(
      try JSON.read(request.body), needs: "walletType", "status")
    let named: String? = try fields.optional("dpanRef")
    guard named == nil || named == ids[1] else {
      throw WireMalformed("dpanRef", "must be the path's")
    }
    self.init(
      CardID(ids[0]),
      MobileWalletTokenization(
        dpanRef: ids[1], walletID: try fields.optional("walletId"),
        walletType: try fields.get("walletType"), status: try fields.get("status")))
  }
}

extension CardTokenization: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    // C03: "depending on the mobile device, some of the fields are optional".
    let opaquePaymentCard: String? = try fields.optional("opaquePaymentCard")
    let encryptedPassData: String? = try fields.optional("encryptedPassData")
    let ephemeralPublicKey: String? = try fields.optional("ephemeralPublicKey")
    self.init(
      activationData: try fields.optional("activationData") ?? "", scheme: .unsaid,
      customer: try fields.optional("customer") ?? TokenizedCustomer(name: ""),
      cardLastDigits: try fields.optional("cardLastDigits") ?? "")
    self.opaquePaymentCard = opaquePaymentCard
    self.encryptedPassData = encryptedPassData
    self.ephemeralPublicKey = ephemeralPublicKey
    cardNetwork = try fields.optional("cardNetwork") ?? .unsaid
    tokenProvider = try fields.optional("tokenProvider") ?? .unsaid
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.optional("opaquePaymentCard", opaquePaymentCard)
      $0.optional("encryptedPassData", encryptedPassData)
      $0.optional("ephemeralPublicKey", ephemeralPublicKey)
      $0.field("activationData", activationData)
      $0.field("cardNetwork", cardNetwork)
      $0.field("tokenProvider", tokenProvider)
      $0.field("customer", customer)
      $0.field("cardLastDigits", cardLastDigits)
    }
  }
}

extension TokenizedCustomer: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(name: try fields.optional("name") ?? "", mobile: try fields.optional("mobile"))
    // All of it or nothing: without these three there is nowhere to send a card to.
    if let address1: String = try fields.optional("address1"),
      let city: String = try fields.optional("city"),
      let countryCode: String = try fields.optional("countryCode")
    {
      address = DeliveryAddress(
        address1: address1, address2: try fields.optional("address2"),
        address3: try fields.optional("address3"), city: city, countryCode: countryCode,
        state: try fields.optional("state"), postalCode: try fields.optional("postalCode") ?? "")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("name", name)
      $0.optional("mobile", mobile)
      $0.optional("address1", address?.address1)
      $0.optional("address2", address?.address2)
      $0.optional("address3", address?.address3)
      $0.optional("city", address?.city)
      $0.optional("countryCode", address?.countryCode)
      $0.optional("state", address?.state)
      $0.optional("postalCode", address?.postalCode)
    }
  }
}

extension CardNetwork: JSONValue {}
extension CardTokenProvider: JSONValue {}
