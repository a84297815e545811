import ScreenKit
import WalletAPI
import WalletModel
import WalletService

/// A read of virtual cards or of what belongs to them.
protocol VirtualQuery: PlainQuery {}

extension VirtualQuery {
  func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    VirtualCards.failed(error, &state)
  }
}

struct PersonasQuery: VirtualQuery, SendsOperation {
  var operation: ListPersonas { ListPersonas() }
  func succeed(_ personas: [Persona], _ state: inout State) -> [Effect] {
    guard personas != state.virtual.personas else { return [] }
    state.virtual.personas = personas
    VirtualCards.arrange(&state)
    Dialog.refreshTop(&state)
    return []
  }
}

struct FundingSourcesQuery: VirtualQuery, SendsOperation {
  var operation: ListFundingSources { ListFundingSources() }
  func succeed(_ sources: [FundingSource], _ state: inout State) -> [Effect] {
    state.virtual.sources = sources
    Dialog.refreshTop(&state)
    return []
  }
}

struct ProvisionalSourcesQuery: VirtualQuery, SendsOperation {
  var operation: ListProvisionalFundingSources { ListProvisionalFundingSources() }
  func succeed(_ sources: [ProvisionalFundingSource], _ state: inout State) -> [Effect] {
    state.virtual.provisionalSources = sources
    Dialog.refreshTop(&state)
    return []
  }
}

/// The cards on their way.
struct ProvisionalCardsQuery: VirtualQuery, SendsOperation {
  var operation: ListProvisionalCards { ListProvisionalCards() }
  func succeed(_ cards: [ProvisionalVirtualCard], _ state: inout State) -> [Effect] {
    VirtualCards.take(provisional: cards, &state)
  }
}

/// A page of the cards, as the issuer has them: nothing is opened.
struct VirtualCardPageQuery: PlainQuery {
  var nextToken: String?
  var waiting: Waiting? { .reading }
  func request(_ service: WalletService) async throws(WalletError) -> VirtualCardPage {
    try await service.virtualCards.page(
      VirtualCardQuery(limit: VirtualCardQuery.maximumLimit, nextToken: nextToken))
  }
  func succeed(_ page: VirtualCardPage, _ state: inout State) -> [Effect] {
    VirtualCards.take(page, &state)
  }
  func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    state.virtual.reading.isWhole = true
    VirtualCards.endReading(&state)
    return VirtualCards.failed(error, &state)
  }
}

/// One card, which has changed.
struct OneVirtualCardQuery: QuietQuery {
  let id: String
  func request(_ service: WalletService) async throws(WalletError) -> VirtualCardResult? {
    try await service.virtualCards.get(id)
  }
  func succeed(_ card: VirtualCardResult?, _ state: inout State) -> [Effect] {
    if let card { VirtualCards.show(card, &state) }
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
struct VirtualPaymentsQuery: QuietQuery, SendsOperation {
  static let most = 50
  let card: VirtualCard
  var operation: ListVirtualTransactions {
    ListVirtualTransactions(card.id, TransactionQuery(limit: Self.most))
  }
  func succeed(_ page: TransactionPage, _ state: inout State) -> [Effect] {
    state.virtual.payments.take(page, of: card)
    return []
  }
}

/// Older payments of a card, at the end of its page. After a failure they are asked for again when
/// the page is left and opened, or the list read again.
struct OlderVirtualPaymentsQuery: VirtualQuery, SendsOperation {
  let id: String
  let token: String
  var operation: ListVirtualTransactions {
    ListVirtualTransactions(
      id, TransactionQuery(limit: VirtualPaymentsQuery.most, nextToken: token))
  }
  func succeed(_ page: TransactionPage, _ state: inout State) -> [Effect] {
    state.virtual.payments.take(page, after: token, of: id)
    return []
  }
}
