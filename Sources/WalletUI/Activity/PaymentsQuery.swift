package import WalletModel
package import WalletService

/// A page of the payments with all cards.
package struct PaymentsQuery: Query {
  package let query: TransactionQuery

  package var waiting: Waiting? { .reading }

  package func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.cards.transactions(nil, query)
  }

  package func answered(
    _ result: Result<TransactionPage, WalletError>, _ state: inout State
  ) -> [Effect] {
    PaymentReading.receive(query, result, &state)
  }
}
