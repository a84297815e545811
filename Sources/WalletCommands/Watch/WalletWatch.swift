import WalletAPI
import WalletModel
import WalletService

/// Compares what a wallet has with what it had, so that each change is reported once. The news do
/// not matter for this.
struct WalletWatch {
  private let wallet: WalletService
  private var payments = KnownPayments()
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

  /// nil: the card is not known.
  func lastFour(of card: CardID) -> String? {
    cards[card]?.lastFour ?? virtualCards[card.rawValue]
  }

  /// Prepaid and virtual.
  var cardCount: Int { cards.count + virtualCards.count }

  /// What has changed, the oldest payment first.
  ///
  /// - Parameters:
  ///   - topic: nil: everything may have changed.
  ///   - ids: Of what has changed; nil: any of it may have.
  mutating func changes(about topic: NewsTopic?, ids: [String]?)
    async throws(WalletError) -> [WalletAlert]
  {
    var alerts: [WalletAlert] = []
    if topic != .virtualCards { alerts += try await changedCards(ids) }
    if topic != .cards { alerts += try await newVirtualCards() }
    return alerts + (try await newPayments())
  }

  private mutating func changedCards(_ ids: [String]?)
    async throws(WalletError) -> [WalletAlert]
  {
    var read: [Card] = []
    if let ids, ids.allSatisfy({ cards[CardID($0)] != nil }) {
      for id in ids { read.append(try await wallet.cards.get(CardID(id))) }
    } else {
      read = try await wallet.cards.all().cards
    }
    var alerts: [WalletAlert] = []
    for card in read {
      if let alert = WalletAlert.status(of: card, before: cards[card.id]?.status) {
        alerts.append(alert)
      }
      cards[card.id] = card
    }
    return alerts
  }

  private mutating func newVirtualCards() async throws(WalletError) -> [WalletAlert] {
    var alerts: [WalletAlert] = []
    for card in try await wallet.allVirtualCards()
    where virtualCards.updateValue(card.lastFour, forKey: card.id) == nil {
      alerts.append(.virtualCardMade(card))
    }
    return alerts
  }

  private mutating func newPayments() async throws(WalletError) -> [WalletAlert] {
    let found = try await wallet.payments(most: Self.mostPayments)
    // The list may have ended between payments of the same time.
    let from = found.count < Self.mostPayments ? nil : found.last?.sortDate.adding(seconds: 1)
    defer { payments = KnownPayments(found, from: from) }
    return payments.alerts(in: found)
  }
}

extension WalletService {
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
