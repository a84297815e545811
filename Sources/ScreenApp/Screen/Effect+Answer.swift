import Log
import Secrets
import WalletAPI
import WalletModel
import WalletService
import WalletUI

extension Effect {
  /// The number of transactions that are read for the details.
  private static let transactions = 200

  /// The work that this effect belongs to, if it can be cancelled.
  var waiting: Waiting? {
    switch self {
    case .loadPage: .reading
    case .query(let query): query.base.canBeGivenUp ? .reading : nil
    case .perform: .intents
    case .challenge, .attempt, .confirmAuthenticator: .codes
    case .openVault, .signIn, .signInAgain: .opening
    default: nil
    }
  }

  /// Asks the service. If the answer of a change was lost, the result also lists all unanswered
  /// changes.
  func answers(by service: WalletService) async -> [Action] {
    switch await answer(by: service) {
    case .performed(let intent, .failure(let error)) where error.code == .changePending:
      [.unanswered(intent, error, service.changes.unanswered())]
    case .authenticatorConfirmed(.failure(let error)) where error.code == .changePending:
      [.authenticatorConfirmed(.failure(error)), .changes(service.changes.unanswered())]
    case let action?: [action]
    case nil: []
    }
  }

  /// nil: the result is not needed.
  private func answer(by service: WalletService) async -> Action? {
    let cards = service.cards
    let authentication = service.authentication
    switch self {
    case .loadPage(let offset, let limit):
      return .page(
        offset: offset,
        await result { () async throws(WalletError) in
          try await cards.getAll(CardQuery(limit: limit, offset: offset))
        })
    case .loadRow(let id):
      return .row(
        id,
        await result { () async throws(WalletError) in
          try await cards.get(id, include: [.tokenizations])
        })
    case .loadDetails(let id): return .loaded(id, await details(id, cards))
    case .loadPrograms:
      return .programs(await result { () async throws(WalletError) in try await cards.programs() })
    case .loadProfile:
      guard let profile = try? await authentication.profile() else { return nil }
      return .profile(CustomerProfileInfo(name: profile.name, market: profile.market))
    case .query(let query):
      let action = await query.perform(by: service)
      if case .answered(_, let error?) = action { Log.error(error) }
      return action
    case .loadPhone:
      return (try? await authentication.phoneMessages()).map { .phone($0) }
    case .perform(let intent, let sca):
      let action = await intent.perform(by: service, sca)
      if case .performed(_, .failure(let error)) = action { Log.error(error) }
      return action
    case .challenge(let reference, let way):
      return .challenged(
        reference.eventID,
        await result { () async throws(WalletError) in
          try await authentication.createChallenge(reference, way)
        })
    case .attempt(let reference, let code):
      defer { code.wipe() }
      return .attempted(
        reference.eventID,
        await result { () async throws(WalletError) in
          try await authentication.submit(reference, code: code)
        })
    case .confirmAuthenticator(let code):
      defer { code.wipe() }
      return .authenticatorConfirmed(
        await result { () async throws(WalletError) in
          try await authentication.confirmAuthenticator(code: code)
        })
    case .loadChanges: return .changes(service.changes.unanswered())
    case .settle(let change):
      return .settled(
        change,
        await result { () async throws(WalletError) in try await service.changes.settle(change) })
    case .loadThemes: return .themes(WalletScreen.themeItems())
    case .openDemo, .openVault, .createVault, .signIn, .signInAgain, .closeVault, .cancel, .copy,
      .takeCopyBack,
      .bell:
      return nil
    }
  }

  private func details(_ id: CardID, _ cards: CardService) async
    -> Result<CardDetails, WalletError>
  {
    await result { () async throws(WalletError) in
      let card = try await cards.get(id, include: [.tokenizations])
      let query = TransactionQuery(limit: Effect.transactions)
      let transactions = try await cards.transactions(id, query).transactions
      // The card is shown even if its account cannot be read.
      let id = card.accountID
      let account = id.rawValue.isEmpty ? nil : try? await cards.account(id)
      return CardDetails(card: card, account: account, transactions: transactions)
    }
  }
}

private func result<Value>(_ body: () async throws(WalletError) -> Value) async
  -> Result<Value, WalletError>
{
  do {
    return .success(try await body())
  } catch {
    Log.error(error)
    return .failure(error)
  }
}
