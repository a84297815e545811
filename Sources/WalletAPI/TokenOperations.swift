package import WalletModel

/// C01, A34: what a phone needs to take the card up. The token is INITIATED from then on.
package struct Tokenize: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "TOKENIZE", .post, "/profile/prepaid/cards/:id/tokenizations", needsSCA: true,
    comparesVersion: true)
  package let id: CardID
  package let request: CardTokenizationRequest
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ request: CardTokenizationRequest) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> CardTokenization
  { try engine.tokenize(self, context) }
}

/// C05: the phone has taken the card up.
package struct UpdateTokenization: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "UPDATE_TOKENIZATION", .patch, "/profile/prepaid/cards/:id/tokenizations/:dpanRef")
  package let id: CardID
  package let token: MobileWalletTokenization
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ token: MobileWalletTokenization) {
    self.id = id
    self.token = token
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  { try engine.updateTokenization(self, context) }
}
