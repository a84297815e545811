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
