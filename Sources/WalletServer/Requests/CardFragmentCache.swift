import Issuer
import Threads
import WalletAPI
import WalletModel

/// The JSON of single cards. New pages are put together from it, so that each card is read once,
/// however many pages show it. It is valid as long as the pages of `CardPageCache`, and contains no
/// secrets.
///
/// As a stage it answers short lists of all cards. Other requests are passed on.
final class CardFragmentCache: Stage {
  private struct Owner: Hashable {
    let customer: CustomerID
    let include: Set<CardInclude>
  }

  /// More cards would need much memory, and few lists are as long.
  private static let longestPage = 50
  private static let most = 8 << 20
  /// The size of a list in bytes, beside its cards.
  private static let overhead = 1024

  private struct State {
    var edition: CardPageCache.Edition?
    var lists: [Owner: Locked<CardFragments>] = [:]
    var size = 0
  }
  private let state = Locked(State())
  private let ledger: any Ledger
  private let issuers: IssuerTable
  private let clock: IssuerClock

  init(_ ledger: any Ledger, _ issuers: IssuerTable, clock: IssuerClock) {
    self.ledger = ledger
    self.issuers = issuers
    self.clock = clock
  }

  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    guard let edition = call.edition, call.route.contract.name == ListCards.contract.name,
      let query = (try? ListCards(wire: call.request, ids: call.ids))?.query,
      query.cardType == nil, query.statuses.isEmpty, query.limit <= Self.longestPage,
      query.fieldErrors.isEmpty
    else { return try next(call) }
    let owner = Owner(customer: call.context.customerID, include: query.include)
    // Requests at the same time wait, because most of them need the same cards.
    let page = try list(of: owner, edition).withLock { cards throws(WalletError) -> WireResponse? in
      try fill(&cards, query, call.context, edition) ? cards.page(query) : nil
    }
    if let page { return page }
    return try next(call)
  }

  private func list(of owner: Owner, _ edition: CardPageCache.Edition) -> Locked<CardFragments> {
    // Released after the lock: there may be thousands of cards, and their memory is overwritten.
    var old: [Owner: Locked<CardFragments>] = [:]
    return state.withLock { state in
      if state.edition != edition || state.size > Self.most {
        swap(&old, &state.lists)
        state = State(edition: edition)
      }
      if let known = state.lists[owner] { return known }
      let new = Locked(CardFragments())
      state.lists[owner] = new
      state.size += Self.overhead
      return new
    }
  }

  /// Reads the cards of the page that are missing.
  ///
  /// - Returns: False if one of them is damaged, or a change was committed meanwhile.
  private func fill(
    _ cards: inout CardFragments, _ query: CardQuery, _ context: RequestContext,
    _ edition: CardPageCache.Edition
  ) throws(WalletError) -> Bool {
    guard let missing = cards.missing(query) else { return true }
    let issuer = issuers.issuer(of: context.customerID)
    let list = try issuer.perform(ListCards(missing), context)
    guard try CardPageCache.Edition(ledger, clock.now()) == edition,
      let size = cards.add(list, missing)
    else { return false }
    state.withLock { if $0.edition == edition { $0.size += size } }
    return true
  }
}

/// The JSON of a customer's cards.
private struct CardFragments {
  /// Cards behind a page, and before it, that are read before they are asked for.
  private static let ahead = 64
  /// The size of a card's entry in the dictionary.
  private static let overhead = 64

  private struct Fragment {
    /// The index in `texts`.
    let text: Int
    let bytes: Range<Int>
  }

  /// The number of cards; nil: none was read yet.
  private var total: Int?
  /// The JSON of cards that were read together, one after the other.
  private var texts: [[UInt8]] = []
  /// By the places of the cards.
  private var fragments: [Int: Fragment] = [:]

  private func places(_ query: CardQuery, of total: Int) -> Range<Int> {
    let first = min(query.offset, total)
    return first..<min(first + query.limit, total)
  }

  /// What has to be read for this page; nil: nothing.
  func missing(_ query: CardQuery) -> CardQuery? {
    guard let total else { return query }
    let places = places(query, of: total)
    guard let first = places.first(where: { fragments[$0] == nil }) else { return nil }
    var missing = query
    var end = places.upperBound
    if let known = (max(0, first - Self.ahead)..<first).last(where: { fragments[$0] != nil }) {
      // Clients that go through the list will ask for the cards before and behind as well.
      missing.offset = known + 1
      end = (end..<end + Self.ahead).first { fragments[$0] != nil } ?? end + Self.ahead
    } else {
      missing.offset = first
    }
    missing.limit = end - missing.offset
    return missing
  }

  /// - Returns: The size in bytes of what was added; nil: the list has damaged cards.
  mutating func add(_ list: CardList, _ query: CardQuery) -> Int? {
    let count = list.meta.numberOfRecords
    guard list.damaged.isEmpty, list.cards.count == places(query, of: count).count else {
      return nil
    }
    total = count
    var writer = JSONWriter(capacity: 1024 * max(1, list.cards.count))
    for (index, card) in list.cards.enumerated() {
      let start = writer.count
      card.write(to: &writer)
      fragments[query.offset + index] = Fragment(text: texts.count, bytes: start..<writer.count)
    }
    texts.append(writer.bytes)
    return writer.count + Self.overhead * list.cards.count
  }

  /// The page; nil: it was not read.
  func page(_ query: CardQuery) -> WireResponse? {
    guard let total else { return nil }
    let list = CardList(cards: [], meta: PagingResultMeta(query, of: total))
    var answer = ListCards.wireResponse(list)
    guard case .plain(let frame) = answer.body,
      let start = frame.firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    let cards = places(query, of: total).compactMap { fragments[$0] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cards.reduce(frame.count) { $0 + $1.bytes.count + 1 })
    bytes += frame[...start]
    for (index, card) in cards.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += texts[card.text][card.bytes]
    }
    bytes += frame[(start + 1)...]
    answer.body = .plain(bytes)
    return answer
  }
}
