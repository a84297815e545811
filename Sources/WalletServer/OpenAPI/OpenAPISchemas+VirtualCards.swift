import WalletAPI
import WalletModel

/// The schemas of virtual cards.
extension OpenAPISchemas {
  static let virtualCards =
    records(
      Persona.self, ListPersonas.Answer.self, OwnershipProof.self, VirtualCardsConfig.self,
      FundingSourceSupport.self, CurrencyVelocity.self, PricingTier.self, FundingSource.self,
      InstitutionLogo.self, ListFundingSources.Answer.self, ProvisionalFundingSource.self,
      ListProvisionalFundingSources.Answer.self, FundingProvisioningData.self,
      AuthorizationText.self, VirtualCard.self, VirtualCardPage.self, CardOwner.self,
      SealedFields.self, ProvisionalVirtualCard.self, ListProvisionalCards.Answer.self,
      NoticeRules.self, NoticeRule.self)
    + requests(
      PersonaRequest.self, ProofRequest.self, FundingSourceRequest.self, FundingCompletion.self,
      VirtualCardRequest.self, VirtualCardUpdate.self, NoticeRulesRequest.self,
      VirtualBillingAddress.self, DevicePublicKey.self)
}
