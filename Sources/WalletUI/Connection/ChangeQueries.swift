package import WalletAPI
package import WalletModel
package import WalletService

/// All changes without an answer, from the book of changes.
package struct ChangesQuery: PlainQuery {
  package func request(_ service: WalletService) async throws(WalletError) -> [RecordedChange] {
    service.changes.unanswered()
  }

  package func succeed(_ changes: [RecordedChange], _ state: inout State) -> [Effect] {
    LostAnswers.set(changes, &state)
  }

  package func isInvisible(_ result: Result<[RecordedChange], WalletError>, _ state: State) -> Bool
  {
    guard case .success(let changes) = result else { return true }
    return changes == state.unanswered.changes
  }
}

/// Asks whether a change with a lost answer was made.
package struct SettlementQuery: Query {
  package let change: RecordedChange

  package init(_ change: RecordedChange) { self.change = change }

  package func request(_ service: WalletService)
    async throws(WalletError) -> ChangeService.Settlement
  { try await service.changes.settle(change) }

  package func answered(
    _ result: Result<ChangeService.Settlement, WalletError>, _ state: inout State
  ) -> [Effect] {
    LostAnswers.settled(change, result, &state)
  }
}
