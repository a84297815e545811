import ScreenKit
import WalletAPI
import WalletModel
import WalletService

/// A page of the list of cards.
struct CardPageQuery: Query {
  let offset: Int
  let limit: Int

  var waiting: Waiting? { .reading }

  func request(_ service: WalletService) async throws(WalletError) -> CardList {
    try await service.cards.getAll(CardQuery(limit: limit, offset: offset))
  }

  func answered(_ result: Result<CardList, WalletError>, _ state: inout State) -> [Effect] {
    if case .failure(let error) = result, error.code == .unauthorized {
      CardReading.end(&state)
      state.cards.reading.refresh.forgetList()
      return SignInAgain.readRefused(error, &state)
    }
    return CardReading.merge(result, at: offset, &state)
  }
}

/// One card that may have changed.
struct CardRowQuery: Query {
  let id: CardID

  func request(_ service: WalletService) async throws(WalletError) -> Card {
    try await service.cards.get(id, include: [.tokenizations])
  }

  func answered(_ result: Result<Card, WalletError>, _ state: inout State) -> [Effect] {
    if case .failure(let error) = result, error.code == .unauthorized {
      state.cards.reading.refresh.ended(id)
      return SignInAgain.readRefused(error, &state)
    }
    return CardReading.receive(id, result, &state)
  }
}

/// Everything that the details pane shows about a card.
struct CardDetailsQuery: Query {
  /// Payments that are read with the card.
  static let transactions = 200

  let id: CardID

  func request(_ service: WalletService) async throws(WalletError) -> CardDetails {
    let card = try await service.cards.get(id, include: [.tokenizations])
    let query = TransactionQuery(limit: Self.transactions)
    let payments = try await service.cards.transactions(id, query)
    // A card is shown even if its account cannot be read.
    let id = card.accountID
    let account =
      id.rawValue.isEmpty ? nil : try? await service.send(GetAccount(id, only: .balances))
    return CardDetails(
      card: card, account: account, transactions: payments.transactions,
      nextToken: payments.nextToken)
  }

  func answered(_ result: Result<CardDetails, WalletError>, _ state: inout State) -> [Effect] {
    if case .failure(let error) = result, error.code == .unauthorized {
      _ = state.cards.details.endRequest(id)
      return SignInAgain.readRefused(error, &state)
    }
    return CardReading.store(result, for: id, &state)
  }

  func isInvisible(_ result: Result<CardDetails, WalletError>, _ state: State) -> Bool {
    guard case .success(let value) = result else { return false }
    return id != state.cards.list.focused?.id
      && state.cards.list.row(id) == CardRow(value.card, state.words)
  }
}

/// The next payments of a card.
struct FurtherPaymentsQuery: Query {
  let id: CardID
  let token: String

  func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    let query = TransactionQuery(limit: CardDetailsQuery.transactions, nextToken: token)
    return try await service.cards.transactions(id, query)
  }

  func answered(_ result: Result<TransactionPage, WalletError>, _ state: inout State) -> [Effect] {
    state.cards.details.readsFurther = nil
    switch result {
    case .success(let page): state.cards.details.append(page, after: token, of: id)
    case .failure(let error):
      if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    }
    return []
  }
}
