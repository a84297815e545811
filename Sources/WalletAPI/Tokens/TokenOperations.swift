package import WalletModel

/// Gives a phone's wallet what it needs to add the card (C01, A34). The token is INITIATED from
/// then on.
package struct Tokenize: WalletOperation {
  package static let contract = Contract.change(
    "TOKENIZE", .post, "/profile/prepaid/cards/:id/tokenizations", status: 201, group: .wallet,
    about: "Gives a phone's wallet what it needs to take a card up", lostAnswer: .notRecorded,
    retry: .withKey,
    confirms: { "to put card ··\($0.lastFour) into \($0.target ?? "a phone")" },
    comparesVersion: true,
    document: Documented(
      examples: [
        (
          "google",
          [
            "walletType": "GOOGLE_PAY", "clientDeviceId": "WNkcsfZPiKfa5PrH3jilkQYT",
            "clientWalletAccountId": "40exmLiWV1iV55ZVstOAiMf7",
          ]
        )
      ]))
  /// The wallet, and the end of the phone's name.
  package var target: String? {
    let wallet =
      switch request.walletType {
      case .applePay: "Apple Pay"
      case .googlePay: "Google Pay"
      case .samsungPay: "Samsung Pay"
      case .other: "a phone"
      }
    let name = (request.clientDeviceID ?? "").suffix(4)
    let isPlain =
      name.utf8.allSatisfy { $0 < 0x80 } && name.allSatisfy { $0.isLetter || $0.isNumber }
    return isPlain && !name.isEmpty ? "\(wallet) on phone ··\(name)" : wallet
  }
  package let id: CardID
  package let request: CardTokenizationRequest
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ request: CardTokenizationRequest) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> CardTokenization
  { try engine.tokenEngine.tokenize(self, context) }
}

/// Reports that the phone's wallet has added the card (C05).
package struct UpdateTokenization: WalletOperation {
  package static let contract = Contract.change(
    "UPDATE_TOKENIZATION", .patch, "/profile/prepaid/cards/:id/tokenizations/:dpanRef",
    group: .wallet, about: "Says that a phone's wallet has taken a card up",
    lostAnswer: .notRecorded, retry: .withKey,
    document: Documented(
      examples: [("completed", ["walletType": "GOOGLE_PAY", "status": "COMPLETED"])]))
  package let id: CardID
  package let token: MobileWalletTokenization
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ token: MobileWalletTokenization) {
    self.id = id
    self.token = token
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  { try engine.tokenEngine.updateTokenization(self, context) }
}
