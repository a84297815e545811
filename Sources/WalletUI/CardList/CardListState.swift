package import WalletModel
package import Words

/// The list: what has been read, what of it is shown, and where one stands.
package struct CardListState: Sendable {
  package private(set) var rows: [CardRow] = []
  /// Records that there are, read or not.
  package var total = 0
  package var isLoading = true
  /// Where the page begins that the reading under way goes on with; nil: none is.
  package var awaited: Int?
  var refresh = CardRefresh()
  /// Whether anything has been read: an empty list that has not says nothing about the wallet.
  package private(set) var isKnown = false
  /// Stood on as soon as it has been read: a card that was just created.
  package var wanted: CardID?
  /// Indices into `rows` that match the filter; nil: all.
  package private(set) var matches: [Int32]?
  package var filter: Filter?
  /// Whether physical cards are left out.
  package private(set) var onlyVirtual = false
  /// Position among what is shown.
  package private(set) var selected = 0
  /// The first shown position in sight.
  package var top = 0
  /// Whole lines in sight, as the last frame had it.
  package var height = 10
  /// One for each programme name, so that 100,000 rows share a handful of strings.
  private var programNames: [String: String] = [:]
  private var positions: [CardID: Int32] = [:]

  package struct Filter: Sendable, Equatable {
    package var input = TextInput()
    /// Keys go into the filter's text.
    package var isEditing = true
    /// Where one stood before, until another card is chosen.
    var origin: CardID?
  }

  private let words: Words

  package init(_ words: Words) { self.words = words }

  package var count: Int { matches?.count ?? rows.count }

  package subscript(position: Int) -> CardRow? {
    guard position >= 0, position < count else { return nil }
    return rows[matches.map { Int($0[position]) } ?? position]
  }

  package var focused: CardRow? { self[selected] }

  package func row(_ id: CardID) -> CardRow? { positions[id].map { rows[Int($0)] } }

  /// Rows from `offset` on, as a page brought them: replaced where there are some, else appended.
  /// A page can be older than what a change has brought meanwhile: that stays, and is returned.
  @discardableResult
  package mutating func merge(_ page: CardList, at offset: Int) -> [CardID] {
    var outdated: [CardID] = []
    total = page.meta.numberOfRecords
    isKnown = true
    var incoming = page.cards.makeIterator()
    let damaged = Dictionary(
      page.damaged.map { ($0.position, $0.id) }, uniquingKeysWith: { a, _ in a })
    let amount = page.cards.count + damaged.count
    for position in offset..<offset + amount {
      if let id = damaged[position] {
        put(CardRow(damaged: id, words), at: position)
      } else if let card = incoming.next() {
        let known = row(card.id)
        let isOlder = known.map { card.version < $0.version } ?? false
        if isOlder { outdated.append(card.id) }
        put(isOlder ? known ?? CardRow(card) : shared(CardRow(card)), at: position)
      }
    }
    isLoading = rows.count < total && amount > 0
    extendMatches(from: offset)
    clampSelection()
    if let wanted, let position = position(of: wanted) {
      self.wanted = nil
      select(position)
    }
    return outdated
  }

  /// Drops rows beyond the total: records went away.
  package mutating func trim() {
    guard rows.count > total else { return }
    for row in rows[total...] { positions[row.id] = nil }
    rows.removeSubrange(total...)
    if matches != nil { refilter() }
    clampSelection()
  }

  package mutating func update(_ card: Card) {
    guard let index = positions[card.id] else { return }
    rows[Int(index)] = shared(CardRow(card))
  }

  package mutating func setStatus(_ status: CardStatus, of id: CardID) {
    guard let index = positions[id] else { return }
    rows[Int(index)].status = status
  }

  package mutating func removeAll() { self = CardListState(words) }

  // MARK: Moving

  package mutating func move(by lines: Int) { select(selected + lines) }

  package mutating func select(_ position: Int) {
    filter?.origin = nil
    selected = position
    clampSelection()
    scroll()
  }

  /// Stands on the card, when it is shown.
  package mutating func focus(_ id: CardID) {
    if let position = position(of: id) { select(position) }
  }

  /// Keeps the selection in sight with a margin of lines around it.
  package mutating func scroll() {
    let margin = min(2, max(0, (height - 1) / 2))
    top = min(top, max(0, selected - margin))
    top = max(top, selected + margin + 1 - height)
    top = max(0, min(top, count - height))
  }

  // MARK: Filtering

  /// Shows what matches the query. A longer query only looks at what matched before.
  package mutating func applyFilter(narrowing: Bool = false) {
    let focus = focused?.id
    if narrowing, let matches {
      let query = query
      self.matches = matches.filter { isShown(rows[Int($0)], query) }
    } else {
      refilter()
    }
    selected = filter?.origin.flatMap(position) ?? focus.flatMap(position) ?? 0
    clampSelection()
  }

  /// Begins to filter, from the card on which one stands.
  package mutating func startFilter() {
    if filter == nil { filter = Filter() }
    filter?.isEditing = true
    if let focused { filter?.origin = focused.id }
  }

  /// Keeps what is shown; the card that one stands on was chosen by it.
  package mutating func acceptFilter() {
    if filter?.input.text.isEmpty == true { filter = nil }
    filter?.isEditing = false
    if focused != nil { filter?.origin = nil }
  }

  /// Shows all again, and stands where one stood before if nothing was chosen.
  package mutating func endFilter() {
    let origin = filter?.origin
    filter = nil
    applyFilter()
    if let origin { focus(origin) }
  }

  /// Where a card stands among what is shown. Matches are in ascending order.
  private func position(of id: CardID) -> Int? {
    guard let index = positions[id] else { return nil }
    guard let matches else { return Int(index) }
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < matches.count && matches[low] == index ? low : nil
  }

  package mutating func showOnlyVirtual(_ isOn: Bool) {
    guard isOn != onlyVirtual else { return }
    onlyVirtual = isOn
    applyFilter()
  }

  /// As `matches(_:)` wants it; empty: every card matches.
  private var query: [UInt8] { filter.map { searchBytes($0.input.text) } ?? [] }

  private func isShown(_ row: CardRow, _ query: [UInt8]) -> Bool {
    (!onlyVirtual || row.cardType == .virtual) && row.matches(query, words)
  }

  private mutating func refilter() {
    let query = query
    guard onlyVirtual || !query.isEmpty else {
      matches = nil
      return
    }
    matches = rows.indices.filter { isShown(rows[$0], query) }.map(Int32.init)
  }

  private mutating func extendMatches(from offset: Int) {
    guard let known = matches else { return }
    let query = query
    let kept = known.prefix { Int($0) < offset }
    matches =
      kept + rows.indices.dropFirst(offset).filter { isShown(rows[$0], query) }.map(Int32.init)
  }

  private mutating func put(_ row: CardRow, at position: Int) {
    if position < rows.count {
      if rows[position].id != row.id { positions[rows[position].id] = nil }
      rows[position] = row
    } else {
      rows.append(row)
    }
    positions[row.id] = Int32(min(position, rows.count - 1))
  }

  private mutating func shared(_ row: CardRow) -> CardRow {
    var row = row
    if let name = programNames[row.programName] {
      if row.title == row.programName { row.title = name }
      row.programName = name
    } else {
      programNames[row.programName] = row.programName
    }
    return row
  }

  private mutating func clampSelection() {
    selected = max(0, min(selected, count - 1))
    scroll()
  }
}
