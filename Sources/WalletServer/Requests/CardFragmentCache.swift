import Issuer
import Threads
import WalletAPI
import WalletModel

/// The JSON of single cards. New pages are put together from it, so that each card is read once,
/// however many pages show it. It is valid as long as the pages of `CardPageCache`. After that the
/// cards are read again, and of those that are the same as before the JSON is kept. It contains no
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
  /// The size of a list in bytes, without the JSON. The cards of two readings are kept, up to 178 of
  /// about 1 KiB each.
  private static let overhead = 400 << 10

  private struct State {
    var lists: [Owner: Locked<CardFragments>] = [:]
    /// In bytes. What was replaced after a change counts as well.
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
      if cards.edition != edition { cards = CardFragments(edition, after: cards) }
      return try fill(&cards, query, call.context) ? cards.page(query) : nil
    }
    if let page { return page }
    return try next(call)
  }

  private func list(of owner: Owner, _ edition: CardPageCache.Edition) -> Locked<CardFragments> {
    // Released after the lock: there may be thousands of cards, and their memory is overwritten.
    var old: [Owner: Locked<CardFragments>] = [:]
    return state.withLock { state in
      if state.size > Self.most {
        swap(&old, &state.lists)
        state = State()
      }
      if let known = state.lists[owner] { return known }
      let new = Locked(CardFragments(edition))
      state.lists[owner] = new
      state.size += Self.overhead
      return new
    }
  }

  /// Reads the cards of the page that are missing.
  ///
  /// - Returns: False if one of them is damaged, or a change was committed meanwhile.
  private func fill(
    _ cards: inout CardFragments, _ query: CardQuery, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    guard let missing = cards.missing(query) else { return true }
    let issuer = issuers.issuer(of: context.customerID)
    let list = try issuer.perform(ListCards(missing), context)
    guard try CardPageCache.Edition(ledger, clock.now()) == cards.edition,
      let size = cards.add(list, missing)
    else { return false }
    state.withLock { $0.size += size }
    return true
  }
}

/// The JSON of a customer's cards in one edition.
private struct CardFragments {
  /// Cards behind a page, and before it, that are read before they are asked for.
  private static let ahead = 64
  /// The size of a card's entry in the dictionary, with the header of its JSON.
  private static let overhead = 128

  /// Cards that were read together, and their JSON.
  private struct Part {
    /// The place of the first one.
    var start = 0
    var cards: [Card] = []
    var json: [[UInt8]] = []

    /// nil: the card at this place was another one. Equal strings can have other bytes, but a card
    /// has another version when one of its texts has changed.
    func json(of new: [Card], _ index: Int, at place: Int) -> [UInt8]? {
      let old = place - start
      return cards.indices.contains(old) && cards[old] == new[index] ? json[old] : nil
    }
  }

  let edition: CardPageCache.Edition
  /// The number of cards; nil: none was read yet.
  private var total: Int?
  /// By the places of the cards.
  private var fragments: [Int: [UInt8]] = [:]
  private var latest = Part()
  /// The latest cards of the edition before, which are nearly all the same.
  private let before: Part

  init(_ edition: CardPageCache.Edition, after old: CardFragments? = nil) {
    self.edition = edition
    before = old.map { $0.total == nil ? $0.before : $0.latest } ?? Part()
  }

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
    let json = list.cards.indices.map { index in
      before.json(of: list.cards, index, at: query.offset + index)
        ?? JSONWriter.bytes(list.cards[index])
    }
    for (index, card) in json.enumerated() { fragments[query.offset + index] = card }
    latest = Part(start: query.offset, cards: list.cards, json: json)
    return json.reduce(0) { $0 + $1.count + Self.overhead }
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
    bytes.reserveCapacity(cards.reduce(frame.count) { $0 + $1.count + 1 })
    bytes += frame[...start]
    for (index, card) in cards.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += card
    }
    bytes += frame[(start + 1)...]
    answer.body = .plain(bytes)
    return answer
  }
}
