package import WalletModel

/// Lists the personas (F01).
package struct ListPersonas: WalletOperation, PlainRequest {
  package typealias Response = [Persona]
  package typealias Answer = FullList<Persona>
  package static let contract = Contract.read(
    "LIST_PERSONAS", "/simulator/virtual/personas", group: .virtualCards,
    about: "The personas")
  package init() {}
  package static let method = EngineMethod<Self> { $0.personaEngine.listPersonas }
}

/// Creates a persona.
package struct CreatePersona: WalletOperation, BodyRequest {
  package typealias Response = Persona
  package static let contract = Contract(
    "CREATE_PERSONA", .post, "/simulator/virtual/personas", status: 201,
    group: .virtualCards, about: "Creates a persona",
    news: [.virtualCards], isAudited: true, lostAnswer: .keepsKey, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let body: PersonaRequest
  package var detail: String { body.name }
  package init(_ body: PersonaRequest) { self.body = body }
  package static let method = EngineMethod<Self> { $0.personaEngine.createPersona }
}

/// Deletes a persona. Its cards are closed, stay readable, and become orphans (F04, F05).
package struct DeletePersona: WalletOperation, ItemRequest {
  package typealias Response = Persona
  package static let contract = Contract(
    "DELETE_PERSONA", .post, "/simulator/virtual/personas/:id/removal",
    group: .virtualCards, about: "Deletes a persona, and closes its virtual cards",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.personaEngine.deletePersona }
}

/// Signs that a persona belongs to the customer (F06). It changes nothing.
package struct GetOwnershipProof: WalletOperation, ItemBodyRequest {
  package typealias Response = OwnershipProof
  package static let contract = Contract(
    "GET_OWNERSHIP_PROOF", .post, "/simulator/virtual/personas/:id/proofs", status: 201,
    group: .virtualCards, about: "A signed proof that a persona is the customer's",
    news: [], isAudited: false, lostAnswer: .notRecorded, retry: .idempotent,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package let body: ProofRequest
  /// What the proof is for, such as an order: several may be asked for at a time. It is not sent.
  package var detail = ""
  package init(_ id: String, _ body: ProofRequest) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.personaEngine.getOwnershipProof }
}

/// What is allowed (F30).
package struct GetVirtualCardsConfig: WalletOperation, PlainRequest {
  package typealias Response = VirtualCardsConfig
  package static let contract = Contract.read(
    "GET_VIRTUAL_CARDS_CONFIG", "/simulator/virtual/config", group: .virtualCards,
    about: "Limits, currencies and prices of virtual cards")
  package init() {}
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.getVirtualCardsConfig }
}

/// Begins to make a virtual card (F06, F07). It is there some seconds later.
package struct ProvisionVirtualCard: WalletOperation, BodyRequest {
  package typealias Response = ProvisionalVirtualCard
  package static let contract = Contract(
    "PROVISION_VIRTUAL_CARD", .post, "/simulator/virtual/provisionalcards", status: 201,
    group: .virtualCards, about: "Begins to make a virtual card",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let body: VirtualCardRequest
  package var detail: String { body.clientRefID ?? "" }
  package init(_ body: VirtualCardRequest) { self.body = body }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.provisionVirtualCard }
}

/// Lists the virtual cards that were requested in the last day, the newest first.
package struct ListProvisionalCards: WalletOperation, PlainRequest {
  package typealias Response = [ProvisionalVirtualCard]
  package typealias Answer = FullList<ProvisionalVirtualCard>
  package static let contract = Contract.read(
    "LIST_PROVISIONAL_CARDS", "/simulator/virtual/provisionalcards", group: .virtualCards,
    about: "The virtual cards that are being made")
  package init() {}
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.listProvisionalCards }
}

/// How far the making of a card is, with the card at the end (F07).
package struct GetProvisionalCard: WalletOperation, ItemRequest {
  package typealias Response = ProvisionalVirtualCard
  package static let contract = Contract.read(
    "GET_PROVISIONAL_CARD", "/simulator/virtual/provisionalcards/:id", group: .virtualCards,
    about: "The state of making a virtual card")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.getProvisionalCard }
}

/// Lists the virtual cards (F16–F18).
package struct ListVirtualCards: WalletOperation, QueryRequest {
  package typealias Response = VirtualCardPage
  package static let contract = Contract.read(
    "LIST_VIRTUAL_CARDS", "/simulator/virtual/cards", group: .virtualCards,
    about: "The virtual cards, the last changed first")
  package let query: VirtualCardQuery
  package init(_ query: VirtualCardQuery = VirtualCardQuery()) { self.query = query }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.listVirtualCards }
}

package struct GetVirtualCard: WalletOperation, ItemRequest {
  package typealias Response = VirtualCard
  package static let contract = Contract.read(
    "GET_VIRTUAL_CARD", "/simulator/virtual/cards/:id", group: .virtualCards,
    about: "One virtual card")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.getVirtualCard }
}

/// Answers the number and the CVV of a virtual card, sealed to the key of the card (F08, F10). No
/// other operation answers them.
package struct GetVirtualCardDetails: WalletOperation, OneItem {
  package typealias Response = SealedFields
  /// For what else a code counts.
  package enum Memory: String, CaseIterable, WireWord {
    /// The details of all virtual cards, for five minutes of the same sign-in.
    case signIn = "SIGN_IN"
  }
  package static let contract = Contract.read(
    "SHOW_VIRTUAL_DETAILS", "/simulator/virtual/cards/:id/details", group: .virtualCards,
    about: "A virtual card's number and CVV, sealed to its device", secretsInKiosk: .allowed,
    confirms: { "to show the number of virtual card \($0.target ?? "")" })
  package let id: String
  /// nil: each request needs a code.
  package let memory: Memory?
  package init(_ id: String, memory: Memory? = nil) {
    self.id = id
    self.memory = memory
  }
  package struct Query: QueryRecord {
    private(set) var memory: Memory?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("remember", &memory)
    }
  }
  package var query: Query { Query(memory: memory) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(ids[0], memory: query.memory)
  }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.getVirtualCardDetails }
}

/// Changes an ISSUED card (F11–F13). What is sealed stays sealed to the key of the card.
package struct UpdateVirtualCard: WalletOperation, ItemBodyRequest {
  package typealias Response = VirtualCard
  package static let contract = Contract(
    "UPDATE_VIRTUAL_CARD", .patch, "/simulator/virtual/cards/:id",
    group: .virtualCards, about: "Changes a virtual card",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package let body: VirtualCardUpdate
  package init(_ id: String, _ body: VirtualCardUpdate) {
    self.id = id
    self.body = body
  }
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.updateVirtualCard }
}

/// Cancels a card for ever: it is CLOSED, and stays readable (F04, F14). Repeating it has no
/// effect.
package struct CancelVirtualCard: WalletOperation, ItemRequest {
  package typealias Response = VirtualCard
  package static let contract = Contract(
    "CANCEL_VIRTUAL_CARD", .post, "/simulator/virtual/cards/:id/cancellation",
    group: .virtualCards, about: "Cancels a virtual card",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.cancelVirtualCard }
}

/// Lists the payments with one virtual card (F21, F26).
package struct ListVirtualTransactions: WalletOperation, ItemQueryRequest {
  package typealias Response = TransactionPage
  package static let contract = Contract.read(
    "LIST_VIRTUAL_TRANSACTIONS", "/simulator/virtual/cards/:id/transactions",
    group: .virtualCards, about: "The payments with one virtual card")
  package let id: String
  package let query: TransactionQuery
  package init(_ id: String, _ query: TransactionQuery = TransactionQuery()) {
    self.id = id
    self.query = query
  }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.listVirtualTransactions }
}

/// Which push messages the phone gets (F32).
package struct GetNoticeRules: WalletOperation, PlainRequest {
  package typealias Response = NoticeRules
  package static let contract = Contract.read(
    "GET_NOTIFICATION_RULES", "/simulator/virtual/notificationrules", group: .virtualCards,
    about: "Which messages of virtual cards the phone gets")
  package init() {}
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.getNoticeRules }
}

/// Replaces the rules. Repeating it has no effect.
package struct SetNoticeRules: WalletOperation {
  package typealias Response = NoticeRules
  package static let contract = Contract(
    "SET_NOTIFICATION_RULES", .post, "/simulator/virtual/notificationrules",
    group: .virtualCards, about: "Sets which messages of virtual cards the phone gets",
    news: [], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let request: NoticeRules
  package init(_ request: NoticeRules) { self.request = request }
  package var body: NoticeRulesRequest { NoticeRulesRequest(request.rules) }
  package init(ids: [String], query: NoQuery, body: NoticeRulesRequest) {
    self.init(NoticeRules(body.rules))
  }
  package static let method = EngineMethod<Self> { $0.virtualCardEngine.setNoticeRules }
}
