import ScreenKit
import WalletAPI
package import WalletModel
import WalletService
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
  /// When cards on their way are looked at again, in nanoseconds since boot.
  var nextLook: UInt64 = 0
}

/// A read of virtual cards or of what belongs to them.
protocol VirtualQuery: PlainQuery {}

extension VirtualQuery {
  func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    VirtualCards.failed(error, &state)
  }
}

struct PersonasQuery: VirtualQuery {
  func request(_ service: WalletService) async throws(WalletError) -> [Persona] {
    try await service.send(ListPersonas())
  }
  func succeed(_ personas: [Persona], _ state: inout State) -> [Effect] {
    guard personas != state.virtual.personas else { return [] }
    state.virtual.personas = personas
    VirtualCards.arrange(&state)
    Dialog.refreshTop(&state)
    return []
  }
}

struct FundingSourcesQuery: VirtualQuery {
  func request(_ service: WalletService) async throws(WalletError) -> [FundingSource] {
    try await service.send(ListFundingSources())
  }
  func succeed(_ sources: [FundingSource], _ state: inout State) -> [Effect] {
    state.virtual.sources = sources
    Dialog.refreshTop(&state)
    return []
  }
}

struct ProvisionalSourcesQuery: VirtualQuery {
  func request(_ service: WalletService)
    async throws(WalletError) -> [ProvisionalFundingSource]
  { try await service.send(ListProvisionalFundingSources()) }
  func succeed(_ sources: [ProvisionalFundingSource], _ state: inout State) -> [Effect] {
    state.virtual.provisionalSources = sources
    Dialog.refreshTop(&state)
    return []
  }
}

/// The cards on their way.
struct ProvisionalCardsQuery: VirtualQuery {
  func request(_ service: WalletService)
    async throws(WalletError) -> [ProvisionalVirtualCard]
  { try await service.send(ListProvisionalCards()) }
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
struct VirtualPaymentsQuery: Query {
  static let most = 50
  let card: VirtualCard
  func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.send(ListVirtualTransactions(card.id, TransactionQuery(limit: Self.most)))
  }
  func answered(_ result: Result<TransactionPage, WalletError>, _ state: inout State) -> [Effect] {
    state.virtual.payments.take(try? result.get(), of: card)
    return []
  }
}

/// Older payments of a card, at the end of its page. After a failure they are asked for again when
/// the page is left and opened, or the list read again.
struct OlderVirtualPaymentsQuery: VirtualQuery {
  let id: String
  let token: String
  func request(_ service: WalletService) async throws(WalletError) -> TransactionPage {
    try await service.send(
      ListVirtualTransactions(
        id, TransactionQuery(limit: VirtualPaymentsQuery.most, nextToken: token)))
  }
  func succeed(_ page: TransactionPage, _ state: inout State) -> [Effect] {
    state.virtual.payments.take(page, after: token, of: id)
    return []
  }
}

/// Reads virtual cards, and shows what was read.
package enum VirtualCards {
  /// The most cards, even if a server reports more.
  private static let maximumCards = 100_000
  /// Changed cards that are read one by one; of more all are read.
  private static let mostSingly = 20
  /// Nanoseconds between two looks at cards on their way.
  private static let lookInterval = Clock.second / 2

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
    ] + (state.shop.merchants.isEmpty ? [.read(MerchantsQuery())] : [])
  }

  /// - Parameter isShort: Only what has changed since the last reading.
  static func readCards(isShort: Bool = false, _ state: inout State) -> [Effect] {
    if !isShort { state.virtual.reading.isWhole = true }
    guard !state.virtual.reading.isActive else {
      state.virtual.reading.isStale = true
      return []
    }
    if !state.virtual.list.isKnown { state.startWork(state.words.virtualCards.readingVirtual) }
    state.virtual.reading.isActive = true
    state.virtual.reading.isStale = false
    state.virtual.reading.isShort = !state.virtual.reading.isWhole
    state.virtual.reading.isWhole = false
    state.virtual.reading.fresh = []
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

  fileprivate static func endReading(_ state: inout State) {
    state.virtual.reading.isActive = false
    state.virtual.reading.fresh = []
    state.virtual.list.isLoading = false
    state.endWork(state.words.virtualCards.readingVirtual)
  }

  /// A page was read. The first pages are shown as they come; after that the rows change at once.
  fileprivate static func take(_ page: VirtualCardPage, _ state: inout State) -> [Effect] {
    let isFirst = !state.virtual.list.isKnown || state.virtual.reading.arrangesAt > 0
    if state.virtual.reading.isShort {
      return takeChanges(page, &state)
    }
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
    endReading(&state)
    return state.virtual.reading.isStale ? readCards(isShort: true, &state) : []
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
      return []
    }
    guard let ids, ids.count <= mostSingly else {
      return readLists(state) + readCards(&state)
    }
    // What is no card here is a source, or a card on its way.
    let cards = ids.filter { state.virtual.list.row($0) != nil }
    return cards.map { .read(OneVirtualCardQuery(id: $0)) }
      + (cards.count < ids.count ? readLists(state) : [])
  }

  /// Cards on their way, as they are now. Those that are there become rows.
  fileprivate static func take(
    provisional cards: [ProvisionalVirtualCard], _ state: inout State
  ) -> [Effect] {
    guard cards != state.virtual.provisional else { return [] }
    let before = state.virtual.provisional.filter(\.isMaking).map(\.id)
    let focus = state.virtual.list.focused?.making?.id
    state.virtual.provisional = cards
    // Those that were ordered elsewhere are new here, too.
    merge(
      cards.compactMap(\.card).filter { known in
        state.virtual.list.row(known.id) == nil && state.virtual.list.isKnown
      }, &state)
    arrange(&state)
    // What was ordered here says so itself, once this device has opened it.
    let own = Set(state.virtualForms.makings.compactMap(\.provisionalID))
    let ended = cards.filter { before.contains($0.id) && !own.contains($0.id) }
    for one in ended where one.card != nil { tellMade(one, &state) }
    for one in ended where one.state == .failed {
      state.toasts.show(.danger, state.words.virtualCards.isNotMade, clock: state.clock, seconds: 8)
    }
    // The row in focus has become the card's.
    if let card = cards.first(where: { $0.id == focus })?.card { state.virtual.list.focus(card.id) }
    return VirtualCardMaking.noticed(cards, &state)
  }

  private static func tellMade(_ made: ProvisionalVirtualCard, _ state: inout State) {
    let name = made.clientRefID.flatMap { state.virtual.orders[$0]?.order.alias }
    let title = name ?? state.words.virtualCards.cardNamed(lastFour: made.card?.lastFour ?? "")
    state.toasts.show(.success, state.words.virtualCards.virtualIsReady(title), clock: state.clock)
  }

  /// A card was ordered on this device: it is shown being made.
  package static func ordered(
    _ order: VirtualOrder, _ provisional: ProvisionalVirtualCard, _ state: inout State
  ) -> [Effect] {
    state.virtual.orders[order.order.reference] = order
    state.virtual.provisional.removeAll { $0.id == provisional.id }
    state.virtual.provisional.insert(provisional, at: 0)
    state.virtual.reading.nextLook = state.clock.now + lookInterval
    arrange(&state)
    state.virtual.list.focus(VirtualRow.id(of: provisional))
    return []
  }

  /// The keys of this device have changed: what is in sight is opened again.
  package static func keysChanged(_ state: inout State) -> [Effect] {
    state.virtual.opened.removeAll()
    for id in state.virtual.list.rows.map(\.id) {
      state.virtual.list.update(id) { $0.namedVersion = nil }
    }
    state.virtual.naming.restart()
    return settle(&state)
  }

  // MARK: What was read

  /// A card as it is now, opened. It gets a row if it has none.
  package static func show(_ result: VirtualCardResult, _ state: inout State) {
    guard !result.card.isDamaged else { return }
    merge([result.card], &state)
    take(opened: result, &state)
  }

  fileprivate static func take(opened result: VirtualCardResult, _ state: inout State) {
    // What was opened is of an older version than the row, which is opened again.
    if let card = state.virtual.list.row(result.id)?.card, card.version > result.card.version {
      return
    }
    state.virtual.opened.take(result)
    name(result, &state)
  }

  /// Gives the row of a card its name, or why it has none.
  fileprivate static func name(_ result: VirtualCardResult, _ state: inout State) {
    state.virtual.list.update(result.id) { row in
      guard (row.card?.version ?? 0) <= result.card.version else { return }
      row.namedVersion = result.card.version
      switch result {
      case .success(let opened):
        row.name = opened.alias
        row.cause = nil
      case .partial(_, let cause): row.cause = cause
      }
    }
  }

  /// Cards that have changed or are new. Only a new card, or one that goes to another group, moves
  /// rows.
  static func merge(_ cards: [VirtualCard], _ state: inout State) {
    var moved: [VirtualCard] = []
    for card in cards {
      guard let row = state.virtual.list.row(card.id), let known = row.card,
        VirtualRow.group(of: card, state.virtual) == row.group,
        known.state.isOver == card.state.isOver
      else {
        moved.append(card)
        continue
      }
      guard card.version >= known.version else { continue }
      add(known, -1, row.group, &state)
      add(card, 1, row.group, &state)
      state.virtual.list.update(card.id) { $0.content = .card(card) }
      state.virtual.naming.restart()
    }
    guard !moved.isEmpty else { return }
    let ids = Set(moved.map(\.id))
    arrange(state.virtual.cards.filter { !ids.contains($0.id) } + moved, &state)
  }

  fileprivate static func add(
    _ card: VirtualCard, _ sign: Int64, _ group: VirtualGroup, _ state: inout State
  ) {
    let sum = state.virtual.spent[group]?[card.currency] ?? 0
    let (new, isOver) = sum.addingReportingOverflow(
      sign * max(0, min(card.spentThisMonth, .max - 1)))
    state.virtual.spent[group, default: [:]][card.currency] = isOver ? .max : new
  }

  /// Arranges the rows again, if the rows that are not cards have changed.
  static func arrange(_ state: inout State) { arrange(state.virtual.cards, &state) }

  /// The rows by persona: what is on its way first, then cards that can pay, then the others, the
  /// newest first.
  private static func arrange(_ cards: [VirtualCard], _ state: inout State) {
    let known = state.virtual
    var rows: [VirtualRow] = []
    rows.reserveCapacity(cards.count)
    var seen: Set<String> = []
    state.virtual.spent = [:]
    for (index, card) in cards.enumerated() where card.id.isEmpty || seen.insert(card.id).inserted {
      let old = known.list.row(card.id)
      let row = VirtualRow(
        id: card.id.isEmpty ? "damaged \(index)" : card.id, content: .card(card),
        group: VirtualRow.group(of: card, known), name: old?.name, cause: old?.cause,
        namedVersion: old?.namedVersion)
      rows.append(row)
      if !card.isDamaged { add(card, 1, row.group, &state) }
    }
    for making in known.provisional where making.isShown && !seen.contains(making.card?.id ?? "") {
      let order = making.clientRefID.flatMap { known.orders[$0]?.order }
      let group = order.flatMap { known.persona($0.personaID) }.map { VirtualGroup.persona($0.id) }
      rows.append(
        VirtualRow(
          id: VirtualRow.id(of: making), content: .making(making), group: group ?? .making,
          name: order?.alias))
    }
    let places = Dictionary(
      known.personas.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = rows.map { $0.place(places) }
    let order = rows.indices.sorted { keys[$0] < keys[$1] }
    let isLoading = known.list.isLoading
    state.virtual.list.replace(with: order.map { rows[$0] }, nextToken: nil, keepsPlace: true)
    state.virtual.list.total = rows.count
    state.virtual.list.isLoading = isLoading
    state.virtual.naming.restart()
  }

  // MARK: Opening

  /// Cards that a search opens at once.
  static let namesAtOnce = 50

  /// How far a search by name has come: the cards that were looked at, and all; nil: nothing is
  /// searched, or all was.
  static func searched(_ state: State) -> (count: Int, total: Int)? {
    guard state.virtual.isSearched else { return nil }
    let (next, total) = (state.virtual.naming.next, state.virtual.list.rows.count)
    guard next < total || state.virtual.naming.isActive else { return nil }
    return (min(next, total), total)
  }

  /// The next cards whose names a search does not know. It ends with the search, when another
  /// screen is shown, and when the wallet locks.
  private static func nextNames(_ state: inout State) -> [Effect] {
    guard state.virtual.isSearched, !state.virtual.naming.isActive else { return [] }
    let rows = state.virtual.list.rows
    var next = state.virtual.naming.next
    var cards: [VirtualCard] = []
    while next < rows.count, cards.count < namesAtOnce {
      if let card = rows[next].card, !card.isDamaged, rows[next].namedVersion != card.version {
        cards.append(card)
      }
      next += 1
    }
    state.virtual.naming.next = next
    guard !cards.isEmpty else { return [] }
    state.virtual.naming.isActive = true
    return [.read(NameVirtualCardsQuery(cards: cards))]
  }

  /// Opens the cards in sight, and others only for a search.
  static func settle(_ state: inout State) -> [Effect] {
    guard state.gate == .open, state.shown is VirtualCardsScreen else { return [] }
    let list = state.virtual.list
    var cards: [VirtualCard] = []
    for position in Set(Array(list.top..<list.top + list.height) + [list.selected]).sorted() {
      guard let card = list[position]?.card, state.virtual.opened.begin(card) else { continue }
      cards.append(card)
    }
    let payments = payments(&state)
    return (cards.isEmpty ? [] : [.read(OpenVirtualCardsQuery(cards: cards))])
      + nextNames(&state) + payments
  }
}

extension VirtualCards {
  /// The payments of the card in focus, once for what it has paid; and older ones, where its page
  /// comes near its end.
  private static func payments(_ state: inout State) -> [Effect] {
    guard state.unreadable == nil, !state.virtual.isMissing, let card = state.virtual.focused else {
      return []
    }
    if state.virtual.payments.begin(card) { return [.read(VirtualPaymentsQuery(card: card))] }
    guard let screen = state.screen(VirtualCardsScreen.self), screen.isNearEnd(state),
      let token = state.virtual.payments.beginMore(card.id)
    else { return [] }
    return [.read(OlderVirtualPaymentsQuery(id: card.id, token: token))]
  }
}

extension VirtualCardsState {
  /// Whether names are searched for a text.
  var isSearched: Bool {
    if case .text = list.condition { true } else { false }
  }

  /// The cards of all rows.
  var cards: [VirtualCard] { list.rows.compactMap(\.card) }
}

extension VirtualRow {
  static func id(of making: ProvisionalVirtualCard) -> String { "making \(making.id)" }

  static func group(of card: VirtualCard, _ state: VirtualCardsState) -> VirtualGroup {
    if card.isDamaged { return .damaged }
    guard let owner = card.owners.first(where: { $0.issuer == CardOwner.personas }) else {
      return .orphans
    }
    return .persona(owner.id)
  }

  /// Its place among the rows.
  struct Place: Comparable {
    let group: Int
    let persona: String
    let rank: Int
    let time: Int64
    let id: String
    static func < (a: Place, b: Place) -> Bool {
      (a.group, a.persona, a.rank, b.time, a.id) < (b.group, b.persona, b.rank, a.time, b.id)
    }
  }

  fileprivate func place(_ personas: [String: Int]) -> Place {
    let (group, persona) =
      switch group {
      case .making: (-1, "")
      case .persona(let id): (personas[id] ?? personas.count, personas[id] == nil ? id : "")
      case .orphans: (Int.max - 1, "")
      case .damaged: (Int.max, "")
      }
    switch content {
    case .making(let making):
      return Place(
        group: group, persona: persona, rank: 0, time: making.createdAt.milliseconds, id: id)
    case .card(let card):
      return Place(
        group: group, persona: persona, rank: card.state.isOver ? 2 : 1,
        time: card.createdAt.milliseconds, id: id)
    }
  }
}

extension VirtualCardState {
  /// Whether it will never pay again.
  var isOver: Bool { self == .closed || self == .failed }
}

extension ProvisionalVirtualCard {
  var isMaking: Bool { !isDamaged && state == .provisioning }
  /// Whether it has a row: it is on its way, or nothing came of it.
  var isShown: Bool { isMaking || !isDamaged && state == .failed }
}

/// Looks at cards on their way, and lets their clocks run. There is no timer without them.
extension VirtualCards: Timed {
  /// Seconds after which a card on its way is not read again: news will report it.
  private static let longest: Int64 = 60

  /// Cards whose making is watched.
  static func watched(_ state: State) -> [ProvisionalVirtualCard] {
    state.virtual.provisional.filter {
      $0.isMaking && state.clock.wall.seconds(since: $0.createdAt) < longest
    }
  }

  static func deadlines(_ state: State) -> [UInt64] {
    guard state.gate == .open, state.unreadable == nil, !watched(state).isEmpty else { return [] }
    let look = max(state.virtual.reading.nextLook, state.clock.now)
    guard state.shown is VirtualCardsScreen else { return [look] }
    // Without animation only the seconds change.
    let step = state.settings.reducesMotion ? Clock.second : State.spinnerStep
    return [look, state.clock.now + step]
  }

  static func due(_ state: inout State) -> [Effect]? {
    guard state.unreadable == nil, !watched(state).isEmpty,
      state.virtual.reading.nextLook <= state.clock.now
    else { return nil }
    state.virtual.reading.nextLook = state.clock.now + lookInterval
    return [.read(ProvisionalCardsQuery())]
  }
}
