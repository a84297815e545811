import WalletAPI
import WalletModel
import WalletService

/// What happened in a wallet.
enum WalletHappening: Equatable {
  /// New, or with another amount or state.
  case payment(Transaction, lastFour: String?)
  case cardStatus(Card)
  case virtualCardMade(VirtualCard)
  case connectionLost(WalletError)
  case connectionRestored
  case newsLate
  case newsOnTime
}

/// Compares what a wallet has with what it had, so that each change is told once, whatever the news
/// were.
struct WalletWatch {
  private let wallet: WalletService
  /// Versions by id.
  private var payments: [TransactionID: Int] = [:]
  private var cards: [CardID: Card] = [:]
  /// Last four digits by id.
  private var virtualCards: [String: String] = [:]

  /// The newest payments are compared. Older ones are not pending any more.
  private static let mostPayments = 10 * TransactionQuery.maximumLimit

  /// Reads what there is.
  init(_ wallet: WalletService) async throws(WalletError) {
    self.wallet = wallet
    _ = try await changes(about: nil, ids: nil)
  }

  /// Prepaid and virtual.
  var cardCount: Int { cards.count + virtualCards.count }

  /// What has changed, the oldest payment first.
  ///
  /// - Parameters:
  ///   - topic: nil: everything may have changed.
  ///   - ids: Of what has changed; nil: any of it may have.
  mutating func changes(about topic: NewsTopic?, ids: [String]?)
    async throws(WalletError) -> [WalletHappening]
  {
    var happenings: [WalletHappening] = []
    if topic != .virtualCards { happenings += try await changedCards(ids) }
    if topic != .cards { happenings += try await newVirtualCards() }
    return happenings + (try await newPayments())
  }

  private mutating func changedCards(_ ids: [String]?)
    async throws(WalletError) -> [WalletHappening]
  {
    var read: [Card] = []
    if let ids, ids.allSatisfy({ cards[CardID($0)] != nil }) {
      for id in ids { read.append(try await wallet.cards.get(CardID(id))) }
    } else {
      read = try await wallet.allCards()
    }
    var happenings: [WalletHappening] = []
    for card in read {
      if let known = cards[card.id], known.status != card.status {
        happenings.append(.cardStatus(card))
      }
      cards[card.id] = card
    }
    return happenings
  }

  private mutating func newVirtualCards() async throws(WalletError) -> [WalletHappening] {
    var happenings: [WalletHappening] = []
    for card in try await wallet.allVirtualCards()
    where virtualCards.updateValue(card.lastFour, forKey: card.id) == nil {
      happenings.append(.virtualCardMade(card))
    }
    return happenings
  }

  private mutating func newPayments() async throws(WalletError) -> [WalletHappening] {
    var query = TransactionQuery(limit: TransactionQuery.maximumLimit)
    var found: [Transaction] = []
    repeat {
      let page = try await wallet.cards.transactions(nil, query)
      found += page.transactions
      query.nextToken = page.transactions.isEmpty ? nil : page.nextToken
    } while query.nextToken != nil && found.count < Self.mostPayments
    let known = payments
    payments = [:]
    for payment in found where !payment.isDamaged { payments[payment.id] = payment.version }
    return found.reversed().filter { !$0.isDamaged && known[$0.id] != $0.version }.map {
      .payment(
        $0, lastFour: cards[$0.cardID]?.lastFour ?? virtualCards[$0.cardID.rawValue])
    }
  }
}

extension WalletService {
  /// All prepaid cards, without those that cannot be read.
  func allCards() async throws(WalletError) -> [Card] {
    var cards: [Card] = []
    var query = CardQuery(limit: CardQuery.maximumLimit)
    while true {
      let page = try await self.cards.getAll(query)
      cards += page.cards
      query.offset += query.limit
      if page.cards.isEmpty || query.offset >= page.meta.numberOfRecords { return cards }
    }
  }

  /// All virtual cards, sealed, without those that cannot be read. A server that has no virtual cards
  /// has none.
  func allVirtualCards() async throws(WalletError) -> [VirtualCard] {
    var cards: [VirtualCard] = []
    var query = VirtualCardQuery(limit: VirtualCardQuery.maximumLimit)
    repeat {
      let page: VirtualCardPage
      do throws(WalletError) {
        page = try await virtualCards.page(query)
      } catch {
        guard error.code == .notFound else { throw error }
        return cards
      }
      cards += page.cards.filter { !$0.isDamaged }
      query.nextToken = page.cards.isEmpty ? nil : page.nextToken
    } while query.nextToken != nil
    return cards
  }
}
