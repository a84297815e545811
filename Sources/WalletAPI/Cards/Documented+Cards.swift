extension Documented {
  /// Links from an answer with a card.
  static let linksOfCard = links(ofCard: "$response.body#", version: "$response.header.ETag")

  /// - Parameters:
  ///   - card: The place of the card in the answer.
  ///   - version: The place of its version for `If-Match`, or `*`.
  static func links(ofCard card: String, version: String) -> [Link] {
    let id = [("id", card + "/cardId")]
    let change = id + [("If-Match", version)]
    return [
      Link("card", GetCard.self, id),
      Link(
        "lock", SetCardStatus.self, change, body: ["status": "LOCKED", "statusReason": "Lost"]),
      Link(
        "unlock", SetCardStatus.self, change, body: ["status": "ACTIVE", "statusReason": "Found"]),
      Link("setPin", SetCardStatus.self, change, body: ["pin": "4711"]),
      Link("details", GetSecureDetails.self, id), Link("link", LinkSecureDetails.self, id),
      Link("pin", GetPin.self, id), Link("transactions", ListTransactions.self, id),
      Link("account", GetAccount.self, [("id", card + "/accountId")]),
      Link("activate", ActivateCard.self, id),
    ]
  }
}
