import Synchronization
import WalletAPI
import WalletModel

/// The cards of several wallets as they were read last: one list, in the order of the wallets. A card
/// that two wallets list is the first one's. Thread-safe.
final class CombinedCards: Sendable {
  /// Further cards of a wallet are not listed.
  static let most = 100_000

  private enum Entry {
    case card(Card)
    case damaged(CardID)
  }

  private struct Shelf {
    var entries: [Entry] = []
    /// What is being read anew, while `entries` are shown; nil: nothing is.
    var draft: [Entry]?
  }

  private struct State {
    var shelves: [Shelf]
    /// What is listed; nil: something has changed since.
    var merged: [Entry]?
    var wallets: [CardID: Int] = [:]
    var accounts: [AccountID: Int] = [:]
  }

  private let names: [String]
  private let state: Mutex<State>

  /// - Parameter names: Of the wallets, in their order.
  init(_ names: [String]) {
    self.names = names
    state = Mutex(State(shelves: names.map { _ in Shelf() }))
  }

  /// The wallet of a card that was read; nil: no wallet has listed it.
  func wallet(of card: CardID) -> Int? { state.withLock { $0.wallets[card] } }
  func wallet(of account: AccountID) -> Int? { state.withLock { $0.accounts[account] } }

  // MARK: Reading

  /// A wallet is read from the beginning. What is known of it stays until all was read.
  func begin(_ wallet: Int) {
    state.withLock { state in
      let isFirst = state.shelves[wallet].entries.isEmpty
      state.shelves[wallet].draft = isFirst ? nil : []
    }
  }

  /// Adds the next page of a wallet, and returns how many records it has.
  func add(_ page: CardList, to wallet: Int) -> Int {
    var damaged = page.damaged.sorted { $0.position < $1.position }[...]
    var entries: [Entry] = []
    // Positions count from the beginning of the list.
    let start = max(0, page.meta.page - 1) * page.meta.limit
    for card in page.cards {
      while let record = damaged.first, record.position <= start + entries.count {
        entries.append(.damaged(record.id))
        damaged.removeFirst()
      }
      entries.append(.card(named(card, wallet)))
    }
    entries += damaged.map { .damaged($0.id) }
    state.withLock { state in
      for case .card(let card) in entries { Self.learn(card, wallet, &state) }
      state.merged = nil
      if state.shelves[wallet].draft == nil {
        state.shelves[wallet].entries += entries
      } else {
        state.shelves[wallet].draft? += entries
      }
    }
    return entries.count
  }

  /// All pages were read, or reading failed.
  func end(_ wallet: Int, isComplete: Bool) {
    state.withLock { state in
      if isComplete, let draft = state.shelves[wallet].draft {
        state.shelves[wallet].entries = draft
        state.merged = nil
      }
      state.shelves[wallet].draft = nil
    }
  }

  /// Keeps a card as it was just read, and returns it with its wallet.
  func take(_ card: Card, from wallet: Int) -> Card {
    let card = named(card, wallet)
    state.withLock { state in
      Self.learn(card, wallet, &state)
      state.merged = nil
      let place = state.shelves[wallet].entries.firstIndex {
        if case .card(let known) = $0 { known.id == card.id } else { false }
      }
      if let place {
        state.shelves[wallet].entries[place] = .card(card)
      } else {
        state.shelves[wallet].entries.append(.card(card))
      }
    }
    return card
  }

  private func named(_ card: Card, _ wallet: Int) -> Card {
    var card = card
    card.wallet = names[wallet]
    return card
  }

  private static func learn(_ card: Card, _ wallet: Int, _ state: inout State) {
    // The first wallet keeps what two have.
    if state.wallets[card.id, default: .max] > wallet { state.wallets[card.id] = wallet }
    if state.accounts[card.accountID, default: .max] > wallet {
      state.accounts[card.accountID] = wallet
    }
  }

  // MARK: The list

  func list(_ query: CardQuery) -> CardList {
    var found = merged
    if query.cardType != nil || !query.statuses.isEmpty {
      found = found.filter { entry in
        guard case .card(let card) = entry else { return false }
        return (query.cardType == nil || card.cardType == query.cardType)
          && (query.statuses.isEmpty || query.statuses.contains(card.status))
      }
    }
    var list = CardList(
      cards: [],
      meta: PagingResultMeta(
        numberOfRecords: found.count, limit: query.limit,
        page: min(query.offset / query.limit, .max - 1) + 1))
    for (index, entry) in found.dropFirst(query.offset).prefix(query.limit).enumerated() {
      switch entry {
      case .card(let card): list.cards.append(card)
      case .damaged(let id):
        list.damaged.append(DamagedRecord(id: id, position: query.offset + index))
      }
    }
    return list
  }

  private var merged: [Entry] {
    state.withLock { state in
      if let merged = state.merged { return merged }
      var seen: Set<CardID> = []
      let merged = state.shelves.flatMap(\.entries).filter { entry in
        guard case .card(let card) = entry else { return true }
        return seen.insert(card.id).inserted
      }
      state.merged = merged
      return merged
    }
  }
}
