package import WalletModel

extension Tokenize {
  package typealias Response = CardTokenization
  package var wireIDs: [String] { [id.rawValue] }
  package var body: CardTokenizationRequest { request }
  package init(ids: [String], query: NoQuery, body: CardTokenizationRequest) {
    self.init(CardID(ids[0]), body)
  }
}

extension UpdateTokenization {
  package typealias Response = MobileWalletTokenization
  package var wireIDs: [String] { [id.rawValue, token.dpanRef] }
  package var body: TokenizationUpdate { TokenizationUpdate(token) }
  /// The body may name the token as well, which must be that of the path (C05).
  package init(ids: [String], query: NoQuery, body: TokenizationUpdate) throws(WireMalformed) {
    guard body.dpanRef == nil || body.dpanRef == ids[1] else {
      throw WireMalformed("dpanRef", "must be the path's")
    }
    self.init(
      CardID(ids[0]),
      MobileWalletTokenization(
        dpanRef: ids[1], walletID: body.walletID, walletType: body.walletType,
        status: body.status))
  }
}

/// The answer is the card with its tokens.
extension ChangeToken {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue, dpanRef] }
  package var body: TokenChange { TokenChange(action) }
  package init(ids: [String], query: NoQuery, body: TokenChange) {
    self.init(CardID(ids[0]), ids[1], body.action)
  }
}

/// The answer is the card with its tokens.
extension VerifyToken {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue, dpanRef] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(CardID(ids[0]), ids[1]) }
}
