package import Secrets
package import WalletModel

/// Cards, their account, and the payments with a card.
package protocol CardEngine {
  func listCards(_ operation: ListCards, _ context: RequestContext) throws(WalletError) -> CardList
  func getCard(_ operation: GetCard, _ context: RequestContext) throws(WalletError) -> Card
  func createCard(_ operation: CreateCard, _ context: RequestContext) throws(WalletError) -> Card
  func activateCard(_ operation: ActivateCard, _ context: RequestContext) throws(WalletError)
    -> Card
  func setCardStatus(_ operation: SetCardStatus, _ context: RequestContext) throws(WalletError)
    -> Card
  func setCardPin(_ operation: SetCardPin, _ context: RequestContext) throws(WalletError) -> Card
  func renameCard(_ operation: RenameCard, _ context: RequestContext) throws(WalletError) -> Card
  func unlockCardFor(_ operation: UnlockCardFor, _ context: RequestContext) throws(WalletError)
    -> Card
  func setCardControls(_ operation: SetCardControls, _ context: RequestContext)
    throws(WalletError) -> Card
  func replaceCard(_ operation: ReplaceCard, _ context: RequestContext) throws(WalletError) -> Card
  func getSecureDetails(_ operation: GetSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  func linkSecureDetails(_ operation: LinkSecureDetails, _ context: RequestContext)
    throws(WalletError) -> Secret
  func openSecureDetails(_ operation: OpenSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  func getPin(_ operation: GetPin, _ context: RequestContext) throws(WalletError) -> Secret
  func getPrograms(_ operation: GetPrograms, _ context: RequestContext) throws(WalletError)
    -> [CardProgram]
  func getAccount(_ operation: GetAccount, _ context: RequestContext) throws(WalletError) -> Account
  func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
}

extension WireRoute {
  static let cards: [WireRoute] = [
    WireRoute(ListCards.self),
    WireRoute(GetCard.self),
    WireRoute(CreateCard.self),
    WireRoute(ActivateCard.self),
    WireRoute(SetCardStatus.self),
    WireRoute(SetCardPin.self),
    WireRoute(RenameCard.self),
    WireRoute(UnlockCardFor.self),
    WireRoute(SetCardControls.self),
    WireRoute(ReplaceCard.self),
    WireRoute(GetSecureDetails.self),
    WireRoute(LinkSecureDetails.self),
    WireRoute(OpenSecureDetails.self),
    WireRoute(GetPin.self),
    WireRoute(GetPrograms.self),
    WireRoute(GetAccount.self),
    WireRoute(ListTransactions.self),
  ]
}
