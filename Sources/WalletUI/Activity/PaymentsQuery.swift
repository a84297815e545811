package import WalletModel
package import WalletService

/// A page of payments.
package struct PaymentsQuery: Query {
  /// nil: the payments with all cards.
  package let card: CardID?
  package let query: TransactionQuery

  package var waiting: Waiting? { .reading }

  package func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.cards.transactions(card, query)
  }

  package func answered(
    _ result: Result<TransactionPage, WalletError>, _ state: inout State
  ) -> [Effect] {
    // The request has changed since, so this answer is of no use.
    guard let activity = state.screen(ActivityScreen.self), activity.requested.card == card,
      activity.requested.query == query
    else { return [] }
    return activity.receive(result, &state)
  }
}
