package import WalletModel

/// Cards in the wallets of phones.
package protocol TokenEngine {
  func tokenize(_ operation: Tokenize, _ context: RequestContext) throws(WalletError)
    -> CardTokenization
  func updateTokenization(_ operation: UpdateTokenization, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  func changeToken(_ operation: ChangeToken, _ context: RequestContext) throws(WalletError)
    -> Card
  func verifyToken(_ operation: VerifyToken, _ context: RequestContext) throws(WalletError)
    -> Card
}

extension WireRoute {
  static let tokens: [WireRoute] = [
    WireRoute(Tokenize.self),
    WireRoute(UpdateTokenization.self),
    WireRoute(ChangeToken.self),
    WireRoute(VerifyToken.self),
  ]
}
