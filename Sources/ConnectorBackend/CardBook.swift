import HTTPClient
import Issuer
import IssuerConnectors
import Synchronization
import WalletAPI
import WalletModel

/// The cards of an account as they were read last, in the issuer's order, with their versions.
/// Only one thread reads from the issuer at a time; everyone may look.
final class CardBook: Sendable {
  private struct State {
    var order: [CardID] = []
    var cards: [CardID: IssuerCard] = [:]
    var unreadable = 0
    /// Whether all pages have been read.
    var isComplete = false
    /// What the next page is asked for with.
    var mark: String?
    /// When the first page was asked for last; nil: never.
    var begun: Instant?
  }

  private let account: IssuerAccountRecord
  private let accounts: IssuerAccounts
  private let clock: IssuerClock
  /// Whose cards they are.
  let customer: CustomerID
  private let state = Mutex(State())

  /// Pages of an endless list are not read for ever.
  static let mostCards = 100_000

  init(_ account: IssuerAccountRecord, _ ledger: any Ledger, _ clock: IssuerClock) {
    self.account = account
    accounts = IssuerAccounts(ledger)
    customer = ledger.owner
    self.clock = clock
  }

  var isComplete: Bool { state.withLock { $0.isComplete } }
  var unreadable: Int { state.withLock { $0.unreadable } }
  var all: [IssuerCard] {
    state.withLock { state in state.order.compactMap { state.cards[$0] } }.map(current)
  }
  func card(_ id: CardID) -> IssuerCard? { state.withLock { $0.cards[id] }.map(current) }

  /// Issuers call a card active although its expiry is past.
  private func current(_ found: IssuerCard) -> IssuerCard {
    var found = found
    found.card.expire(at: clock.now())
    return found
  }

  /// Begins with the first page again. What is known stays until it is read anew.
  func restart() { state.withLock { ($0.isComplete, $0.mark) = (false, nil) } }

  /// Whether the list that is known was read after this time, and reading it has begun.
  func wasRead(since time: Instant) -> Bool {
    state.withLock { state in
      state.begun.map { $0 >= time } ?? false && (state.isComplete || state.mark != nil)
    }
  }

  /// Reads the next page.
  ///
  /// - Returns: The cards that changed, or that are new.
  func readPage(_ client: ConnectorClient) throws(WalletError) -> [CardID] {
    let now = Instant.now
    let mark = state.withLock { $0.mark }
    let page = try client.perform(client.connector.cards(after: mark))
    let changed = try take(page.elements)
    state.withLock { state in
      if mark == nil { (state.order, state.unreadable, state.begun) = ([], 0, now) }
      var known = Set(state.order)
      // A card that was made meanwhile moves the others to the next page.
      for card in page.elements where known.insert(card.id).inserted { state.order.append(card.id) }
      state.unreadable += page.unreadable
      state.mark = page.next
      // A page that leads back to itself ends the list.
      state.isComplete =
        page.next == nil || page.next == mark || state.order.count >= Self.mostCards
      if state.isComplete {
        let listed = Set(state.order)
        state.cards = state.cards.filter { listed.contains($0.key) }
      }
    }
    return changed
  }

  /// Takes over cards as they were just read.
  ///
  /// - Parameter change: What the owner has just changed; nil: nothing.
  /// - Returns: Those that changed, or that are new.
  @discardableResult
  func take(_ read: [IssuerCard], after change: WantedChange? = nil) throws(WalletError) -> [CardID]
  {
    let records = try accounts.records(
      of: read.map { card in
        ReadIssuerCard(
          id: card.id, fingerprint: card.fingerprint, status: card.card.status,
          reason: change?.status == card.card.status ? change?.reason : nil)
      }, in: account, at: clock.now())
    var changed: [CardID] = []
    state.withLock { state in
      for var card in read {
        let record = records[card.id]
        card.card.version = record?.version ?? 1
        card.card.statusReason = record?.statusReason ?? card.card.statusReason
        card.card.statusDate = record?.statusDate
        card.card.customerID = customer
        if state.cards[card.id]?.card.version != card.card.version { changed.append(card.id) }
        if state.cards[card.id] == nil, state.isComplete { state.order.insert(card.id, at: 0) }
        state.cards[card.id] = card
      }
    }
    return changed
  }
}
