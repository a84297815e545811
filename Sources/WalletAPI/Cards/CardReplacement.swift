package import WalletModel

/// Ends a card and makes one with a new number in its place, in one step. Name, limits, days without
/// use and PIN go to the new one; tokens end with the old one. The answer is the new card.
package struct ReplaceCard: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract(
    "REPLACE", .post, "/profile/prepaid/cards/:id/replacement", status: 201, group: .wallet,
    about: "Replaces a lost, stolen, damaged or suspended card by a new one",
    news: [.cards], isAudited: true, lostAnswer: .recorded { _ in .replacement },
    retry: .withKeyUnlessLimited, confirms: nil, kiosk: .allowed,
    comparesVersion: true,
    document: Documented(
      examples: [("lost", ["reason": "LOST"])], links: Documented.linksOfCard))
  package let id: CardID
  package var reason: Word<ReplacementReason>
  package var detail: String { reason.rawValue }
  package var body: CardReplacement { CardReplacement(reason: reason) }

  package init(_ id: CardID, _ reason: ReplacementReason) {
    self.id = id
    self.reason = Word(reason)
  }
  package init(ids: [String], query: NoQuery, body: CardReplacement) {
    id = CardID(ids[0])
    reason = body.reason
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.replaceCard }
}

/// The body of `ReplaceCard`.
package struct CardReplacement: BodyRecord, WireRecord, JSONValue {
  package private(set) var reason: Word<ReplacementReason>
  package static var blank: CardReplacement { CardReplacement(reason: .unspecified) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("reason", &reason)
  }
}

extension CardReference: WireRecord, JSONValue {
  package static var blank: CardReference { CardReference(CardID(""), lastFour: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cardId", &id)
    try v.field("lastFour", &lastFour, .digits(4))
  }
}
