extension Documented {
  /// What can be done with a card that was answered.
  static let linksOfCard = links(ofCard: "$response.body#", version: "$response.header.ETag")

  /// - Parameters:
  ///   - card: Where the card stands in the answer.
  ///   - version: Where its version stands for `If-Match`, or `*`.
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
