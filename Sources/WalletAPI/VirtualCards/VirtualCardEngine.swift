package import WalletModel

/// Personas, and the proofs that they belong to the customer.
package protocol PersonaEngine {
  func listPersonas(_ operation: ListPersonas, _ context: RequestContext)
    throws(WalletError) -> [Persona]
  func createPersona(_ operation: CreatePersona, _ context: RequestContext)
    throws(WalletError) -> Persona
  func deletePersona(_ operation: DeletePersona, _ context: RequestContext)
    throws(WalletError) -> Persona
  func getOwnershipProof(_ operation: GetOwnershipProof, _ context: RequestContext)
    throws(WalletError) -> OwnershipProof
}

/// Where the money of virtual cards comes from.
package protocol FundingEngine {
  func setUpFundingSource(_ operation: SetUpFundingSource, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingSource
  func listProvisionalFundingSources(
    _ operation: ListProvisionalFundingSources, _ context: RequestContext
  )
    throws(WalletError) -> [ProvisionalFundingSource]
  func getProvisionalFundingSource(
    _ operation: GetProvisionalFundingSource, _ context: RequestContext
  )
    throws(WalletError) -> ProvisionalFundingSource
  func completeFundingSource(_ operation: CompleteFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  func cancelProvisionalFundingSource(
    _ operation: CancelProvisionalFundingSource, _ context: RequestContext
  )
    throws(WalletError) -> ProvisionalFundingSource
  func listFundingSources(_ operation: ListFundingSources, _ context: RequestContext)
    throws(WalletError) -> [FundingSource]
  func getFundingSource(_ operation: GetFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  func cancelFundingSource(_ operation: CancelFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  func reviewUnfundedFundingSource(
    _ operation: ReviewUnfundedFundingSource, _ context: RequestContext
  ) throws(WalletError) -> FundingSource
  func refreshFundingSource(_ operation: RefreshFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  func requireFundingSourceRefresh(
    _ operation: RequireFundingSourceRefresh, _ context: RequestContext
  ) throws(WalletError) -> FundingSource
}

/// Virtual cards.
package protocol VirtualCardEngine {
  func getVirtualCardsConfig(_ operation: GetVirtualCardsConfig, _ context: RequestContext)
    throws(WalletError) -> VirtualCardsConfig
  func provisionVirtualCard(_ operation: ProvisionVirtualCard, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  func listProvisionalCards(_ operation: ListProvisionalCards, _ context: RequestContext)
    throws(WalletError) -> [ProvisionalVirtualCard]
  func getProvisionalCard(_ operation: GetProvisionalCard, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  func listVirtualCards(_ operation: ListVirtualCards, _ context: RequestContext)
    throws(WalletError) -> VirtualCardPage
  func getVirtualCard(_ operation: GetVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  func getVirtualCardDetails(_ operation: GetVirtualCardDetails, _ context: RequestContext)
    throws(WalletError) -> SealedFields
  func updateVirtualCard(_ operation: UpdateVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  func cancelVirtualCard(_ operation: CancelVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  func listVirtualTransactions(_ operation: ListVirtualTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  func getNoticeRules(_ operation: GetNoticeRules, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  func setNoticeRules(_ operation: SetNoticeRules, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
}

extension WireRoute {
  static let virtualCards: [WireRoute] = [
    WireRoute(ListPersonas.self),
    WireRoute(CreatePersona.self),
    WireRoute(DeletePersona.self),
    WireRoute(GetOwnershipProof.self),
    WireRoute(GetVirtualCardsConfig.self),
    WireRoute(SetUpFundingSource.self),
    WireRoute(ListProvisionalFundingSources.self),
    WireRoute(GetProvisionalFundingSource.self),
    WireRoute(CompleteFundingSource.self),
    WireRoute(CancelProvisionalFundingSource.self),
    WireRoute(ListFundingSources.self),
    WireRoute(GetFundingSource.self),
    WireRoute(CancelFundingSource.self),
    WireRoute(ReviewUnfundedFundingSource.self),
    WireRoute(RefreshFundingSource.self),
    WireRoute(RequireFundingSourceRefresh.self),
    WireRoute(ProvisionVirtualCard.self),
    WireRoute(ListProvisionalCards.self),
    WireRoute(GetProvisionalCard.self),
    WireRoute(ListVirtualCards.self),
    WireRoute(GetVirtualCard.self),
    WireRoute(GetVirtualCardDetails.self),
    WireRoute(UpdateVirtualCard.self),
    WireRoute(CancelVirtualCard.self),
    WireRoute(ListVirtualTransactions.self),
    WireRoute(GetNoticeRules.self),
    WireRoute(SetNoticeRules.self),
  ]
}
