package import WalletModel

/// Lists the personas (F01).
package struct ListPersonas: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "LIST_PERSONAS", "/simulator/virtual/personas", group: .virtualCards,
    about: "The personas")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [Persona]
  { try engine.virtualCardEngine.listPersonas(self, context) }
}

/// Creates a persona.
package struct CreatePersona: WalletOperation {
  package static let contract = Contract.change(
    "CREATE_PERSONA", .post, "/simulator/virtual/personas", status: 201,
    group: .virtualCards, about: "Creates a persona",
    lostAnswer: .notRecorded, retry: .withKey)
  package let request: PersonaRequest
  package init(_ request: PersonaRequest) { self.request = request }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Persona
  { try engine.virtualCardEngine.createPersona(self, context) }
}

/// Deletes a persona. Its cards are closed, stay readable, and become orphans (F04, F05).
package struct DeletePersona: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "DELETE_PERSONA", .post, "/simulator/virtual/personas/:id/removal",
    group: .virtualCards, about: "Deletes a persona, and closes its virtual cards",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Persona
  { try engine.virtualCardEngine.deletePersona(self, context) }
}

/// Signs that a persona belongs to the customer (F06). It changes nothing.
package struct GetOwnershipProof: WalletOperation {
  package static let contract = Contract.change(
    "GET_OWNERSHIP_PROOF", .post, "/simulator/virtual/personas/:id/proofs", status: 201,
    group: .virtualCards, about: "A signed proof that a persona is the customer's",
    lostAnswer: .notRecorded, retry: .idempotent)
  package let id: String
  package let request: ProofRequest
  package init(_ id: String, _ request: ProofRequest) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> OwnershipProof
  { try engine.virtualCardEngine.getOwnershipProof(self, context) }
}

/// What is allowed (F30).
package struct GetVirtualCardsConfig: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "GET_VIRTUAL_CARDS_CONFIG", "/simulator/virtual/config", group: .virtualCards,
    about: "Limits, currencies and prices of virtual cards")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> VirtualCardsConfig
  { try engine.virtualCardEngine.getVirtualCardsConfig(self, context) }
}

/// Begins to set up a funding source (F28). The bank may have to ask first: `GetAuthentication`
/// with the
/// same id has the question.
package struct SetUpFundingSource: WalletOperation {
  package static let contract = Contract.change(
    "SET_UP_FUNDING_SOURCE", .post, "/simulator/virtual/provisionalfundingsources", status: 201,
    group: .virtualCards, about: "Begins to set up a funding source",
    lostAnswer: .notRecorded, retry: .withKey)
  package let request: FundingSourceRequest
  package init(_ request: FundingSourceRequest) { self.request = request }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingSource
  { try engine.virtualCardEngine.setUpFundingSource(self, context) }
}

/// Lists what is being set up, and the last of what was.
package struct ListProvisionalFundingSources: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "LIST_PROVISIONAL_FUNDING_SOURCES", "/simulator/virtual/provisionalfundingsources",
    group: .virtualCards,
    about: "The funding sources that are being set up")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [ProvisionalFundingSource]
  { try engine.virtualCardEngine.listProvisionalFundingSources(self, context) }
}

package struct GetProvisionalFundingSource: WalletOperation, ItemRequest {
  package static let contract = Contract.read(
    "GET_PROVISIONAL_FUNDING_SOURCE", "/simulator/virtual/provisionalfundingsources/:id",
    group: .virtualCards,
    about: "One funding source that is being set up")
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingSource
  { try engine.virtualCardEngine.getProvisionalFundingSource(self, context) }
}

/// Completes a funding source with the data that it was given. Repeating it has no effect.
package struct CompleteFundingSource: WalletOperation {
  package static let contract = Contract.change(
    "COMPLETE_FUNDING_SOURCE", .post, "/simulator/virtual/provisionalfundingsources/:id/completion",
    group: .virtualCards, about: "Completes a funding source",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package let request: FundingCompletion
  package init(_ id: String, _ request: FundingCompletion) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.completeFundingSource(self, context) }
}

/// Gives up setting up a funding source: it has FAILED (F28). Repeating it has no effect.
package struct CancelProvisionalFundingSource: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "CANCEL_PROVISIONAL_FUNDING_SOURCE", .post,
    "/simulator/virtual/provisionalfundingsources/:id/cancellation",
    group: .virtualCards, about: "Gives up setting up a funding source",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingSource
  { try engine.virtualCardEngine.cancelProvisionalFundingSource(self, context) }
}

/// Lists the funding sources, with those that are INACTIVE.
package struct ListFundingSources: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "LIST_FUNDING_SOURCES", "/simulator/virtual/fundingsources", group: .virtualCards,
    about: "The funding sources")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [FundingSource]
  { try engine.virtualCardEngine.listFundingSources(self, context) }
}

package struct GetFundingSource: WalletOperation, ItemRequest {
  package static let contract = Contract.read(
    "GET_FUNDING_SOURCE", "/simulator/virtual/fundingsources/:id", group: .virtualCards,
    about: "One funding source")
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.getFundingSource(self, context) }
}

/// Cancels a funding source: it becomes INACTIVE (F29). Repeating it has no effect.
package struct CancelFundingSource: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "CANCEL_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/cancellation",
    group: .virtualCards, about: "Cancels a funding source",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.cancelFundingSource(self, context) }
}

/// Says that the funding source has money again: it is not UNFUNDED any more (F22). Repeating it has
/// no effect.
package struct ReviewUnfundedFundingSource: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "REVIEW_UNFUNDED_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/review",
    group: .virtualCards, about: "Takes UNFUNDED from a funding source",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.reviewUnfundedFundingSource(self, context) }
}

/// Gives the card of a funding source again, with its new expiry (F22): REFRESH is over.
package struct RefreshFundingSource: WalletOperation {
  package static let contract = Contract.change(
    "REFRESH_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/refresh",
    group: .virtualCards, about: "Gives the card of a funding source again",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package let request: FundingSourceRequest
  package init(_ id: String, _ request: FundingSourceRequest) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.refreshFundingSource(self, context) }
}

/// Sets REFRESH, as a bank would (F22): what a source does then can be tried.
package struct RequireFundingSourceRefresh: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "REQUIRE_FUNDING_SOURCE_REFRESH", .post,
    "/simulator/virtual/fundingsources/:id/refreshrequirement",
    group: .virtualCards, about: "Makes a funding source ask for its card again",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  { try engine.virtualCardEngine.requireFundingSourceRefresh(self, context) }
}

/// Begins to make a virtual card (F06, F07). It is there some seconds later.
package struct ProvisionVirtualCard: WalletOperation {
  package static let contract = Contract.change(
    "PROVISION_VIRTUAL_CARD", .post, "/simulator/virtual/provisionalcards", status: 201,
    group: .virtualCards, about: "Begins to make a virtual card",
    lostAnswer: .notRecorded, retry: .withKey)
  package let request: VirtualCardRequest
  package init(_ request: VirtualCardRequest) { self.request = request }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  { try engine.virtualCardEngine.provisionVirtualCard(self, context) }
}

/// Lists the virtual cards that were requested in the last day, the newest first.
package struct ListProvisionalCards: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "LIST_PROVISIONAL_CARDS", "/simulator/virtual/provisionalcards", group: .virtualCards,
    about: "The virtual cards that are being made")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [ProvisionalVirtualCard]
  { try engine.virtualCardEngine.listProvisionalCards(self, context) }
}

/// How far the making of a card is, with the card at the end (F07).
package struct GetProvisionalCard: WalletOperation, ItemRequest {
  package static let contract = Contract.read(
    "GET_PROVISIONAL_CARD", "/simulator/virtual/provisionalcards/:id", group: .virtualCards,
    about: "The state of making a virtual card")
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  { try engine.virtualCardEngine.getProvisionalCard(self, context) }
}

/// Lists the virtual cards (F16–F18).
package struct ListVirtualCards: WalletOperation {
  package static let contract = Contract.read(
    "LIST_VIRTUAL_CARDS", "/simulator/virtual/cards", group: .virtualCards,
    about: "The virtual cards, the last changed first")
  package let query: VirtualCardQuery
  package init(_ query: VirtualCardQuery = VirtualCardQuery()) { self.query = query }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> VirtualCardPage
  { try engine.virtualCardEngine.listVirtualCards(self, context) }
}

package struct GetVirtualCard: WalletOperation, ItemRequest {
  package static let contract = Contract.read(
    "GET_VIRTUAL_CARD", "/simulator/virtual/cards/:id", group: .virtualCards,
    about: "One virtual card")
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  { try engine.virtualCardEngine.getVirtualCard(self, context) }
}

/// Answers the number and the CVV of a virtual card, sealed to the key of the card (F08, F10). No
/// other operation answers them.
package struct GetVirtualCardDetails: WalletOperation {
  /// For what else a code counts.
  package enum Memory: String, CaseIterable, WireWord {
    /// The details of all virtual cards, for five minutes of the same sign-in.
    case signIn = "SIGN_IN"
  }
  package static let contract = Contract.read(
    "SHOW_VIRTUAL_DETAILS", "/simulator/virtual/cards/:id/details", group: .virtualCards,
    about: "A virtual card's number and CVV, sealed to its device", showsSecrets: true,
    confirms: { "to show the number of virtual card \($0.target ?? "")" })
  package let id: String
  /// nil: each request needs a code.
  package let memory: Memory?
  package init(_ id: String, memory: Memory? = nil) {
    self.id = id
    self.memory = memory
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> SealedFields
  { try engine.virtualCardEngine.getVirtualCardDetails(self, context) }
}

/// Changes an ISSUED card (F11–F13). What is sealed stays sealed to the key of the card.
package struct UpdateVirtualCard: WalletOperation {
  package static let contract = Contract.change(
    "UPDATE_VIRTUAL_CARD", .patch, "/simulator/virtual/cards/:id",
    group: .virtualCards, about: "Changes a virtual card",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package let request: VirtualCardUpdate
  package init(_ id: String, _ request: VirtualCardUpdate) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  { try engine.virtualCardEngine.updateVirtualCard(self, context) }
}

/// Cancels a card for ever: it is CLOSED, and stays readable (F04, F14). Repeating it has no
/// effect.
package struct CancelVirtualCard: WalletOperation, ItemRequest {
  package static let contract = Contract.change(
    "CANCEL_VIRTUAL_CARD", .post, "/simulator/virtual/cards/:id/cancellation",
    group: .virtualCards, about: "Cancels a virtual card",
    lostAnswer: .notRecorded, retry: .withKey)
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  { try engine.virtualCardEngine.cancelVirtualCard(self, context) }
}

/// Lists the payments with one virtual card (F21, F26).
package struct ListVirtualTransactions: WalletOperation {
  package static let contract = Contract.read(
    "LIST_VIRTUAL_TRANSACTIONS", "/simulator/virtual/cards/:id/transactions",
    group: .virtualCards, about: "The payments with one virtual card")
  package let id: String
  package let query: TransactionQuery
  package init(_ id: String, _ query: TransactionQuery = TransactionQuery()) {
    self.id = id
    self.query = query
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  { try engine.virtualCardEngine.listVirtualTransactions(self, context) }
}

/// Which push messages the phone gets (F32).
package struct GetNoticeRules: WalletOperation, PlainRequest {
  package static let contract = Contract.read(
    "GET_NOTIFICATION_RULES", "/simulator/virtual/notificationrules", group: .virtualCards,
    about: "Which messages of virtual cards the phone gets")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  { try engine.virtualCardEngine.getNoticeRules(self, context) }
}

/// Replaces the rules. Repeating it has no effect.
package struct SetNoticeRules: WalletOperation {
  package static let contract = Contract.change(
    "SET_NOTIFICATION_RULES", .post, "/simulator/virtual/notificationrules",
    group: .virtualCards, about: "Sets which messages of virtual cards the phone gets",
    lostAnswer: .notRecorded, retry: .withKey)
  package let request: NoticeRules
  package init(_ request: NoticeRules) { self.request = request }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  { try engine.virtualCardEngine.setNoticeRules(self, context) }
}
