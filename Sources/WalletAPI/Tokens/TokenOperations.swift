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

/// Gives a phone's wallet what it needs to add the card (C01, A34). The token is INITIATED from
/// then on.
package struct Tokenize: WalletOperation, ItemBodyRequest {
  package typealias Response = CardTokenization
  package static let contract = Contract(
    "TOKENIZE", .post, "/profile/prepaid/cards/:id/tokenizations", status: 201, group: .wallet,
    about: "Gives a phone's wallet what it needs to take a card up", news: [.cards],
    isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey,
    confirms: { "to put card ··\($0.lastFour) into \($0.target ?? "a phone")" }, kiosk: .allowed,
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
      switch body.walletType {
      case .applePay: "Apple Pay"
      case .googlePay: "Google Pay"
      case .samsungPay: "Samsung Pay"
      case .other: "a phone"
      }
    let name = (body.clientDeviceID ?? "").suffix(4)
    let isPlain =
      name.utf8.allSatisfy { $0 < 0x80 } && name.allSatisfy { $0.isLetter || $0.isNumber }
    return isPlain && !name.isEmpty ? "\(wallet) on phone ··\(name)" : wallet
  }
  package let id: CardID
  package let body: CardTokenizationRequest
  package var detail: String { body.walletType.rawValue }
  package init(_ id: CardID, _ body: CardTokenizationRequest) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.tokenEngine.tokenize }
}

/// Reports that the phone's wallet has added the card (C05).
package struct UpdateTokenization: WalletOperation {
  package typealias Response = MobileWalletTokenization
  package static let contract = Contract(
    "UPDATE_TOKENIZATION", .patch, "/profile/prepaid/cards/:id/tokenizations/:dpanRef",
    group: .wallet, about: "Says that a phone's wallet has taken a card up",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed,
    document: Documented(
      examples: [("completed", ["walletType": "GOOGLE_PAY", "status": "COMPLETED"])]))
  package let id: CardID
  package let token: MobileWalletTokenization
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ token: MobileWalletTokenization) {
    self.id = id
    self.token = token
  }
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
  package static let method = EngineMethod<Self> { $0.tokenEngine.updateTokenization }
}

/// Freezes, resumes or removes a card's token (C16). The answer is the card with its tokens.
package struct ChangeToken: WalletOperation {
  package typealias Response = Card
  package static let contract = Contract(
    "CHANGE_TOKEN", .post, "/profile/prepaid/cards/:id/tokenizations/:dpanRef/actions",
    group: .wallet, about: "Freezes, resumes or removes a card's token in a phone",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed,
    comparesVersion: true,
    document: Documented(
      examples: [
        ("freeze", ["action": "FREEZE"]), ("resume", ["action": "RESUME"]),
        ("remove", ["action": "REMOVE"]),
      ]))
  package let id: CardID
  package let dpanRef: String
  package let action: TokenAction
  package var cardID: CardID? { id }
  package var detail: String { "\(action.rawValue) \(dpanRef)" }
  package init(_ id: CardID, _ dpanRef: String, _ action: TokenAction) {
    self.id = id
    self.dpanRef = dpanRef
    self.action = action
  }
  package var wireIDs: [String] { [id.rawValue, dpanRef] }
  package var body: TokenChange { TokenChange(action) }
  package init(ids: [String], query: NoQuery, body: TokenChange) {
    self.init(CardID(ids[0]), ids[1], body.action)
  }
  package static let method = EngineMethod<Self> { $0.tokenEngine.changeToken }
}

/// Completes a token that waits until its owner has proved who they are (C11): the code of the
/// confirmation is the proof. The answer is the card with its tokens.
package struct VerifyToken: WalletOperation {
  package typealias Response = Card
  package static let contract = Contract(
    "VERIFY_TOKEN", .post, "/profile/prepaid/cards/:id/tokenizations/:dpanRef/verification",
    group: .wallet, about: "Completes a card's token that waits for a proof of identity",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: {
      "to let a phone pay with card ··\($0.lastFour)"
        + ($0.target.map { ", token ··\($0.suffix(4))" } ?? "")
    }, kiosk: .allowed, comparesVersion: true)
  /// Its reference. The card has a token with it before anybody is asked.
  package var target: String? { dpanRef }
  package let id: CardID
  package let dpanRef: String
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ dpanRef: String) {
    self.id = id
    self.dpanRef = dpanRef
  }
  package var wireIDs: [String] { [id.rawValue, dpanRef] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(CardID(ids[0]), ids[1]) }
  package static let method = EngineMethod<Self> { $0.tokenEngine.verifyToken }
}
