package import WalletModel

extension Tokenize {
  package typealias Response = CardTokenization
  package var wireIDs: [String] { [id.rawValue] }
  package var wireBody: WireBody { .plain(JSONWriter.bytes(of: request, capacity: 2048)) }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]), try JSONReader.read(try JSON.read(request.body), isRequest: true))
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
