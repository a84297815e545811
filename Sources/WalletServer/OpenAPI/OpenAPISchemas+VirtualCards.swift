import WalletAPI
import WalletModel

/// The schemas of virtual cards.
extension OpenAPISchemas {
  static let virtualCards: [Schema] = [
    record(Persona.self),
    record(ListPersonas.Answer.self),
    record(OwnershipProof.self),
    record(VirtualCardsConfig.self),
    record(FundingSourceSupport.self),
    record(CurrencyVelocity.self),
    record(PricingTier.self),
    record(FundingSource.self),
    record(InstitutionLogo.self),
    record(ListFundingSources.Answer.self),
    record(ProvisionalFundingSource.self),
    record(ListProvisionalFundingSources.Answer.self),
    record(FundingProvisioningData.self),
    record(AuthorizationText.self),
    record(VirtualCard.self),
    record(VirtualCardPage.self),
    record(CardOwner.self),
    record(SealedFields.self),
    record(ProvisionalVirtualCard.self),
    record(ListProvisionalCards.Answer.self),
    request(PersonaRequest.self),
    request(ProofRequest.self),
    request(FundingSourceRequest.self),
    request(FundingCompletion.self),
    request(VirtualCardRequest.self),
    request(VirtualCardUpdate.self),
    record(NoticeRules.self),
    request(NoticeRulesRequest.self),
    record(NoticeRule.self),
    request(VirtualBillingAddress.self),
    request(DevicePublicKey.self),
  ]
}
