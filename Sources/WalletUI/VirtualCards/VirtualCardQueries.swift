import WalletAPI
import WalletModel
import WalletService

struct PersonasQuery: Query {
  func request(_ service: WalletService) async throws(WalletError) -> [Persona] {
    try await service.virtualCards.personas()
  }
  func answered(_ result: Result<[Persona], WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let personas):
      guard personas != state.virtual.personas else { return [] }
      state.virtual.personas = personas
      VirtualCards.arrange(&state)
      Dialog.refreshTop(&state)
      return []
    case .failure(let error): return VirtualCards.failed(error, &state)
    }
  }
}

struct FundingSourcesQuery: Query {
  func request(_ service: WalletService) async throws(WalletError) -> [FundingSource] {
    try await service.virtualCards.fundingSources()
  }
  func answered(_ result: Result<[FundingSource], WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let sources):
      state.virtual.sources = sources
      Dialog.refreshTop(&state)
      return []
    case .failure(let error): return VirtualCards.failed(error, &state)
    }
  }
}

struct ProvisionalSourcesQuery: Query {
  func request(_ service: WalletService)
    async throws(WalletError) -> [ProvisionalFundingSource]
  { try await service.virtualCards.provisionalFundingSources() }
  func answered(
    _ result: Result<[ProvisionalFundingSource], WalletError>, _ state: inout State
  ) -> [Effect] {
    switch result {
    case .success(let sources):
      state.virtual.provisionalSources = sources
      Dialog.refreshTop(&state)
      return []
    case .failure(let error): return VirtualCards.failed(error, &state)
    }
  }
}

/// The cards on their way.
struct ProvisionalCardsQuery: Query {
  func request(_ service: WalletService)
    async throws(WalletError) -> [ProvisionalVirtualCard]
  { try await service.virtualCards.provisionalCards() }
  func answered(
    _ result: Result<[ProvisionalVirtualCard], WalletError>, _ state: inout State
  ) -> [Effect] {
    switch result {
    case .success(let cards): return VirtualCards.take(provisional: cards, &state)
    case .failure(let error): return VirtualCards.failed(error, &state)
    }
  }
}

/// A page of the cards, as the issuer has them: nothing is opened.
struct VirtualCardPageQuery: Query {
  var nextToken: String?
  var waiting: Waiting? { .reading }
  func request(_ service: WalletService) async throws(WalletError) -> VirtualCardPage {
    try await service.virtualCards.page(
      VirtualCardQuery(limit: VirtualCardQuery.maximumLimit, nextToken: nextToken))
  }
  func answered(_ result: Result<VirtualCardPage, WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let page): return VirtualCards.take(page, &state)
    case .failure(let error):
      VirtualCards.endReading(&state)
      return VirtualCards.failed(error, &state)
    }
  }
}

/// One card, which has changed.
struct OneVirtualCardQuery: Query {
  let id: String
  func request(_ service: WalletService) async throws(WalletError) -> VirtualCardResult? {
    try await service.virtualCards.get(id)
  }
  func answered(_ result: Result<VirtualCardResult?, WalletError>, _ state: inout State)
    -> [Effect]
  {
    if case .success(let card?) = result { VirtualCards.show(card, &state) }
    return []
  }
}

/// Opens the cards in sight with the keys of this device.
struct OpenVirtualCardsQuery: Query {
  let cards: [VirtualCard]
  func request(_ service: WalletService) async throws(WalletError) -> [VirtualCardResult] {
    try await service.virtualCards.open(cards)
  }
  func answered(_ result: Result<[VirtualCardResult], WalletError>, _ state: inout State)
    -> [Effect]
  {
    state.virtual.opened.failed(cards)
    guard case .success(let results) = result else { return [] }
    for result in results { VirtualCards.take(opened: result, &state) }
    return []
  }
}

/// Opens cards that are not in sight, for a search. Only their names are kept.
struct NameVirtualCardsQuery: Query {
  let cards: [VirtualCard]
  func request(_ service: WalletService) async throws(WalletError) -> [VirtualCardResult] {
    try await service.virtualCards.open(cards)
  }
  func answered(_ result: Result<[VirtualCardResult], WalletError>, _ state: inout State)
    -> [Effect]
  {
    state.virtual.naming.isActive = false
    guard case .success(let results) = result else { return [] }
    for result in results {
      VirtualCards.name(result, &state)
      state.virtual.list.match(result.id)
    }
    return []
  }
}

/// The newest payments of a card.
struct VirtualPaymentsQuery: Query {
  static let most = 50
  let card: VirtualCard
  func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.virtualCards.transactions(
      of: card.id, TransactionQuery(limit: Self.most))
  }
  func answered(_ result: Result<TransactionPage, WalletError>, _ state: inout State) -> [Effect] {
    state.virtual.payments.take(try? result.get(), of: card)
    return []
  }
}

/// Older payments of a card, at the end of its page.
struct OlderVirtualPaymentsQuery: Query {
  let id: String
  let token: String
  func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.virtualCards.transactions(
      of: id, TransactionQuery(limit: VirtualPaymentsQuery.most, nextToken: token))
  }
  func answered(_ result: Result<TransactionPage, WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let page):
      state.virtual.payments.take(page, after: token, of: id)
      return []
    // It is asked for again when the page is left and opened, or the list read again.
    case .failure(let error): return VirtualCards.failed(error, &state)
    }
  }
}
