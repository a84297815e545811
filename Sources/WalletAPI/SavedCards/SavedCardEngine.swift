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
