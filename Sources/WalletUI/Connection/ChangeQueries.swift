import WalletAPI
import WalletModel
import WalletService

/// All changes without an answer, from the book of changes.
struct ChangesQuery: QuietQuery {
  func request(_ service: WalletService) async throws(WalletError) -> [RecordedChange] {
    service.changes.unanswered()
  }

  func succeed(_ changes: [RecordedChange], _ state: inout State) -> [Effect] {
    LostAnswers.set(changes, &state)
  }

  func isInvisible(_ result: Result<[RecordedChange], WalletError>, _ state: State) -> Bool {
    guard case .success(let changes) = result else { return true }
    return changes == state.backend.unanswered.changes
  }
}

/// Asks whether a change with a lost answer was made.
struct SettlementQuery: Query {
  let change: RecordedChange

  func request(_ service: WalletService)
    async throws(WalletError) -> ChangeService.Settlement
  { try await service.changes.settle(change) }

  func answered(
    _ result: Result<ChangeService.Settlement, WalletError>, _ state: inout State
  ) -> [Effect] {
    LostAnswers.settled(change, result, &state)
  }
}
