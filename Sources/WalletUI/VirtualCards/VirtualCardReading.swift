import ScreenKit
import WalletAPI
import WalletModel
import Words

/// What is being read of the virtual cards.
struct VirtualReading: Sendable {
  /// The cards of the pages that were read, until the last one.
  var fresh: [VirtualCard] = []
  /// Whether a reading is under way.
  var isActive = false
  /// Whether it ends at the first card that is known: all after it are older.
  var isShort = false
  /// The next one reads every card: it is the first one, or any card may have changed. A payment
  /// changes neither its card's version nor its place.
  var isWhole = true
  /// What was read may be outdated: it is read again as soon as it can be.
  var isStale = false
  /// Cards with news that came while another screen was shown. A payment does not move its card
  /// to the front of the list, so that a short reading does not find it.
  var changed: Set<String> = []
  /// The number of cards at which the rows are arranged next, while pages arrive for the first time.
  var arrangesAt = 0

  mutating func begin() {
    (isActive, isStale, isShort, isWhole) = (true, false, !isWhole, false)
    fresh = []
  }
}

/// Reads virtual cards, and shows what was read.
package enum VirtualCards: Sendable {
  /// The most cards, even if a server reports more.
  private static let maximumCards = 100_000
  /// Changed cards that are read one by one; of more all are read.
  private static let mostSingly = 20

  /// Why nothing can be changed now; nil: it can.
  static func refusal(_ state: State) -> String? {
    state.virtual.isMissing ? state.words.virtualCards.noVirtualService : state.unreachable
  }

  static func failed(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    if error.code == .notFound { state.virtual.isMissing = true }
    if !state.virtual.isMissing, state.unreachable == nil, error.code != .cancelled {
      state.show(error)
    }
    return []
  }

  // MARK: Reading

  /// Everything that the screen and its forms show.
  static func readAll(_ state: inout State) -> [Effect] {
    guard !state.virtual.isMissing, state.unreadable == nil else { return [] }
    return readLists(state) + readCards(&state)
  }

  /// Personas, sources and what is on its way.
  static func readLists(_ state: State) -> [Effect] {
    guard !state.virtual.isMissing, state.unreadable == nil else { return [] }
    return [
      .read(PersonasQuery()), .read(FundingSourcesQuery()), .read(ProvisionalSourcesQuery()),
      .read(ProvisionalCardsQuery()),
    ] + (state.paying.shop.merchants.isEmpty ? [.read(MerchantsQuery())] : [])
  }

  /// - Parameter isShort: Only what has changed since the last reading.
  static func readCards(isShort: Bool = false, _ state: inout State) -> [Effect] {
    if !isShort { state.virtual.reading.isWhole = true }
    guard !state.virtual.reading.isActive else {
      state.virtual.reading.isStale = true
      return []
    }
    if !state.virtual.list.isKnown { state.startWork(state.words.virtualCards.readingVirtual) }
    state.virtual.reading.begin()
    state.virtual.list.isLoading = true
    return [.read(VirtualCardPageQuery())]
  }

  /// What has changed while another screen was shown.
  static func readMissed(_ state: inout State) -> [Effect] {
    let reading = state.virtual.reading
    guard reading.isWhole || !reading.changed.isEmpty, !state.virtual.isMissing,
      state.unreadable == nil
    else { return [] }
    state.virtual.reading.changed = []
    let known = reading.changed.filter { state.virtual.list.row($0) != nil }.sorted()
    guard known.count <= mostSingly, !reading.isWhole else { return readCards(&state) }
    return known.map { .read(OneVirtualCardQuery(id: $0)) } + readCards(isShort: true, &state)
  }

  static func endReading(_ state: inout State) {
    state.virtual.reading.isActive = false
    state.virtual.reading.fresh = []
    state.virtual.list.isLoading = false
    state.endWork(state.words.virtualCards.readingVirtual)
  }

  /// A page was read. The first pages are shown as they come; after that the rows change at once.
  static func take(_ page: VirtualCardPage, _ state: inout State) -> [Effect] {
    let isFirst = !state.virtual.list.isKnown || state.virtual.reading.arrangesAt > 0
    if state.virtual.reading.isShort { return takeChanges(page, &state) }
    state.virtual.reading.fresh += page.cards
    let count = state.virtual.reading.fresh.count
    if let token = page.nextToken, !page.cards.isEmpty, count < maximumCards {
      // Each time there are twice as many, so that arranging takes no longer than reading.
      if isFirst, count >= state.virtual.reading.arrangesAt {
        state.virtual.reading.arrangesAt = count * 2
        arrange(state.virtual.reading.fresh, &state)
      }
      return [.read(VirtualCardPageQuery(nextToken: token))]
    }
    state.virtual.reading.arrangesAt = 0
    arrange(state.virtual.reading.fresh, &state)
    return finish(&state)
  }

  /// The page begins with what has changed last. It ends with the first card that is as known.
  private static func takeChanges(_ page: VirtualCardPage, _ state: inout State) -> [Effect] {
    var isAtKnown = false
    for card in page.cards where !card.isDamaged {
      if let known = state.virtual.list.row(card.id)?.card, known.version == card.version {
        isAtKnown = true
      } else {
        state.virtual.reading.fresh.append(card)
      }
    }
    if let token = page.nextToken, !isAtKnown, !page.cards.isEmpty,
      state.virtual.reading.fresh.count < maximumCards
    {
      return [.read(VirtualCardPageQuery(nextToken: token))]
    }
    merge(state.virtual.reading.fresh, &state)
    return finish(&state)
  }

  private static func finish(_ state: inout State) -> [Effect] {
    endReading(&state)
    return state.virtual.reading.isStale ? readCards(isShort: true, &state) : []
  }

  // MARK: News

  /// - Parameter ids: What has changed; nil: any of it may have.
  static func changed(_ ids: [String]?, _ state: inout State) -> [Effect] {
    guard state.gate == .open, !state.virtual.isMissing, state.unreadable == nil else { return [] }
    guard state.shown is VirtualCardsScreen else {
      if ids == nil { state.virtual.reading.isWhole = true }
      state.virtual.reading.changed.formUnion(ids ?? [])
      return readMakings(ids, state)
    }
    guard let ids, ids.count <= mostSingly else {
      return readLists(state) + readCards(&state)
    }
    // What is no card here is a source, or a card on its way.
    let cards = ids.filter { state.virtual.list.row($0) != nil }
    return cards.map { .read(OneVirtualCardQuery(id: $0)) }
      + (cards.count < ids.count ? readLists(state) : [])
  }
}
