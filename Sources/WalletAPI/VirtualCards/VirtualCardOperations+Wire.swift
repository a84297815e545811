package import WalletModel

extension ListPersonas {
  package typealias Response = [Persona]
  package typealias Answer = FullList<Persona>
}

extension CreatePersona {
  package typealias Response = Persona
  package var body: PersonaRequest { request }
  package init(ids: [String], query: NoQuery, body: PersonaRequest) { self.init(body) }
}

extension DeletePersona {
  package typealias Response = Persona
}

extension GetOwnershipProof {
  package typealias Response = OwnershipProof
  package var wireIDs: [String] { [id] }
  package var body: ProofRequest { request }
  package init(ids: [String], query: NoQuery, body: ProofRequest) { self.init(ids[0], body) }
}

extension GetVirtualCardsConfig {
  package typealias Response = VirtualCardsConfig
}

extension SetUpFundingSource {
  package typealias Response = ProvisionalFundingSource
  package var body: FundingSourceRequest { request }
  package init(ids: [String], query: NoQuery, body: FundingSourceRequest) { self.init(body) }
}

extension ListProvisionalFundingSources {
  package typealias Response = [ProvisionalFundingSource]
  package typealias Answer = FullList<ProvisionalFundingSource>
}

extension GetProvisionalFundingSource {
  package typealias Response = ProvisionalFundingSource
}

extension CompleteFundingSource {
  package typealias Response = FundingSource
  package var wireIDs: [String] { [id] }
  package var body: FundingCompletion { request }
  package init(ids: [String], query: NoQuery, body: FundingCompletion) { self.init(ids[0], body) }
}

extension CancelProvisionalFundingSource {
  package typealias Response = ProvisionalFundingSource
}

extension ListFundingSources {
  package typealias Response = [FundingSource]
  package typealias Answer = FullList<FundingSource>
}

extension GetFundingSource {
  package typealias Response = FundingSource
}

extension CancelFundingSource {
  package typealias Response = FundingSource
}

extension ReviewUnfundedFundingSource {
  package typealias Response = FundingSource
}

extension RefreshFundingSource {
  package typealias Response = FundingSource
  package var wireIDs: [String] { [id] }
  package var body: FundingSourceRequest { request }
  package init(ids: [String], query: NoQuery, body: FundingSourceRequest) {
    self.init(ids[0], body)
  }
}

extension RequireFundingSourceRefresh {
  package typealias Response = FundingSource
}

extension ProvisionVirtualCard {
  package typealias Response = ProvisionalVirtualCard
  package var body: VirtualCardRequest { request }
  package init(ids: [String], query: NoQuery, body: VirtualCardRequest) { self.init(body) }
}

extension ListProvisionalCards {
  package typealias Response = [ProvisionalVirtualCard]
  package typealias Answer = FullList<ProvisionalVirtualCard>
}

extension GetProvisionalCard {
  package typealias Response = ProvisionalVirtualCard
}

extension ListVirtualCards {
  package typealias Response = VirtualCardPage
  package init(ids: [String], query: VirtualCardQuery, body: NoBody) { self.init(query) }
}

extension GetVirtualCard {
  package typealias Response = VirtualCard
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
}

extension GetVirtualCardDetails {
  package typealias Response = SealedFields
  package struct Query: QueryRecord {
    private(set) var memory: Memory?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("remember", &memory)
    }
  }
  package var wireIDs: [String] { [id] }
  package var query: Query { Query(memory: memory) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(ids[0], memory: query.memory)
  }
}

extension UpdateVirtualCard {
  package typealias Response = VirtualCard
  package var wireIDs: [String] { [id] }
  package var body: VirtualCardUpdate { request }
  package init(ids: [String], query: NoQuery, body: VirtualCardUpdate) { self.init(ids[0], body) }
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
}

extension CancelVirtualCard {
  package typealias Response = VirtualCard
  package static var version: (@Sendable (VirtualCard) -> Int)? { { $0.version } }
}

extension ListVirtualTransactions {
  package typealias Response = TransactionPage
  package var wireIDs: [String] { [id] }
  package init(ids: [String], query: TransactionQuery, body: NoBody) { self.init(ids[0], query) }
}

extension GetNoticeRules {
  package typealias Response = NoticeRules
}

extension SetNoticeRules {
  package typealias Response = NoticeRules
  package var body: NoticeRulesRequest { NoticeRulesRequest(request.rules) }
  package init(ids: [String], query: NoQuery, body: NoticeRulesRequest) {
    self.init(NoticeRules(body.rules))
  }
}
