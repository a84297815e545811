package import WalletModel

/// Cards from elsewhere that are kept for payments.
package protocol SavedCardEngine {
  func listSavedCards(_ operation: ListSavedCards, _ context: RequestContext)
    throws(WalletError) -> [SavedCard]
  func registerSavedCard(_ operation: RegisterSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  func getCardRegistration(_ operation: GetCardRegistration, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  func processSavedCard(_ operation: ProcessSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  func rollBackSavedCard(_ operation: RollBackSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  func removeSavedCard(_ operation: RemoveSavedCard, _ context: RequestContext)
    throws(WalletError) -> SavedCard
}

extension WireRoute {
  static let savedCards: [WireRoute] = [
    WireRoute(ListSavedCards.self),
    WireRoute(RegisterSavedCard.self),
    WireRoute(GetCardRegistration.self),
    WireRoute(ProcessSavedCard.self),
    WireRoute(RollBackSavedCard.self),
    WireRoute(RemoveSavedCard.self),
  ]
}

/// Lists the saved cards.
package struct ListSavedCards: WalletOperation, PlainRequest {
  package typealias Response = [SavedCard]
  package typealias Answer = FullList<SavedCard>
  package static let contract = Contract.read(
    "LIST_SAVED_CARDS", "/simulator/savedcards", group: .payments, about: "The saved cards")
  package init() {}
  package static let method = EngineMethod<Self> { $0.savedCardEngine.listSavedCards }
}

/// Begins to save a card: registers the transaction and gives it the card (E12, E13, E19). The bank
/// may have to ask first; then `ProcessSavedCard` saves it.
package struct RegisterSavedCard: WalletOperation, BodyRequest {
  package typealias Response = CardRegistration
  package static let contract = Contract(
    "REGISTER_SAVED_CARD", .post, "/simulator/cardregistrations", status: 201, group: .payments,
    about: "Begins to save a card", news: [.savedCards], isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(
      examples: [
        (
          "easy",
          [
            "recurringType": "S", "currencyCode": "EUR",
            "card": [
              "cardNum": "4000000000001000", "cardExpiry": ["month": 9, "year": 2029],
              "cvv": "123",
            ],
          ]
        )
      ],
      links: [
        Documented.Link("process", ProcessSavedCard.self, [("id", "$response.body#/transactionId")])
      ]))
  package let body: SavedCardRequest
  package var detail: String { body.use.rawValue }
  package init(_ body: SavedCardRequest) { self.body = body }
  package static let method = EngineMethod<Self> { $0.savedCardEngine.registerSavedCard }
}

package struct GetCardRegistration: WalletOperation, ItemRequest {
  package typealias Response = CardRegistration
  package static let contract = Contract.read(
    "GET_CARD_REGISTRATION", "/simulator/cardregistrations/:id", group: .payments,
    about: "One card on its way to being saved")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.savedCardEngine.getCardRegistration }
}

/// Verifies a registered card with one unit of money, which is released again, and saves it (E10,
/// E16, E19). Repeating it has no effect.
package struct ProcessSavedCard: WalletOperation, ItemRequest {
  package typealias Response = CardRegistration
  package static let contract = Contract(
    "PROCESS_SAVED_CARD", .post, "/simulator/cardregistrations/:id/verification",
    group: .payments, about: "Verifies and saves a registered card", news: [.savedCards],
    isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.savedCardEngine.processSavedCard }
}

/// Gives a registration up (E02). Nothing is saved. Repeating it has no effect.
package struct RollBackSavedCard: WalletOperation, ItemRequest {
  package typealias Response = CardRegistration
  package static let contract = Contract(
    "ROLL_BACK_SAVED_CARD", .post, "/simulator/cardregistrations/:id/rollback", group: .payments,
    about: "Gives up saving a card", news: [.savedCards], isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.savedCardEngine.rollBackSavedCard }
}

/// Removes a saved card with its hash (E28).
package struct RemoveSavedCard: WalletOperation, ItemRequest {
  package typealias Response = SavedCard
  package static let contract = Contract(
    "REMOVE_SAVED_CARD", .post, "/simulator/savedcards/:id/removal", group: .payments,
    about: "Removes a saved card", news: [.savedCards], isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.savedCardEngine.removeSavedCard }
}
