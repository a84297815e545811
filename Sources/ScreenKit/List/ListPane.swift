/// A row of a list.
package protocol ListRow: Sendable {
  associatedtype ID: Hashable, Sendable
  /// The filter of a list of such rows, such as typed text; `Never`: there is no filter.
  associatedtype Condition: Sendable, Equatable
  var id: ID { get }
  func passes(_ condition: Condition) -> Bool
}

/// A list with a selected row: what has been read, which rows the filter shows, and the selection.
///
/// All screens with a list use it. A key takes the same time however many rows there are, except
/// for keys that change the filter.
package struct ListPane<Row: ListRow>: Sendable {
  package private(set) var rows: [Row] = []
  /// The number of rows in the backend, read or not, if the backend reports it.
  package var total = 0
  /// The token that requests the next page; nil: there is none.
  package var nextToken: String?
  package var isLoading = true
  /// Whether anything has been read. Before that, an empty list has no meaning.
  package private(set) var isKnown = false
  /// The row to select as soon as it has been read.
  package var wanted: Row.ID?
  /// Indices into `rows` of the rows that pass the filter, ascending; nil: all.
  package private(set) var matches: [Int32]?
  package private(set) var condition: Row.Condition?
  package var filter: Filter?
  /// The position of the selected row among the shown ones.
  package private(set) var selected = 0
  /// The position of the first visible row.
  package private(set) var top = 0
  /// The number of fully visible rows in the last frame.
  package var height = 10
  private var positions: [Row.ID: Int32] = [:]

  package init() {}

  /// Text that filters the list.
  package struct Filter: Sendable, Equatable {
    package var input = TextInput()
    /// Whether keys go into the filter's text.
    package var isEditing = true
    /// The selected row before filtering, until another row is chosen.
    fileprivate var origin: Row.ID?
  }

  package var count: Int { matches?.count ?? rows.count }

  package subscript(position: Int) -> Row? {
    guard position >= 0, position < count else { return nil }
    return rows[matches.map { Int($0[position]) } ?? position]
  }

  package var focused: Row? { self[selected] }

  package func row(_ id: Row.ID) -> Row? { positions[id].map { rows[Int($0)] } }

  package mutating func removeAll() { self = ListPane() }

  // MARK: Reading

  /// A page was read. Its rows replace those from `offset` on, or are appended. The selected
  /// position stays the same.
  package mutating func put(_ page: [Row], at offset: Int, of total: Int) {
    self.total = total
    isKnown = true
    // In generic code, to enumerate the rows would take half as long as to put them.
    for index in page.indices { put(page[index], at: offset + index) }
    isLoading = rows.count < total && !page.isEmpty
    extendMatches(from: offset)
    clampSelection()
    selectWanted()
  }

  /// The list was read again from its beginning.
  ///
  /// - Parameter keepsPlace: Whether the same row stays selected, unless it is the first one.
  package mutating func replace(with page: [Row], nextToken: String?, keepsPlace: Bool) {
    let focus = keepsPlace && selected > 0 ? focused?.id : nil
    rows = []
    positions = [:]
    append(page, nextToken: nextToken)
    selected = focus.flatMap(position) ?? 0
    clampSelection()
    selectWanted()
  }

  /// The next page was read.
  package mutating func append(_ page: [Row], nextToken: String?) {
    let end = rows.count
    for (index, row) in page.enumerated() { put(row, at: end + index) }
    self.nextToken = nextToken
    isKnown = true
    extendMatches(from: end)
  }

  /// Removes rows beyond the total, since records were removed.
  package mutating func trim() {
    guard rows.count > total else { return }
    for row in rows[total...] { positions[row.id] = nil }
    rows.removeSubrange(total...)
    if matches != nil { findMatches() }
    clampSelection()
  }

  /// Changes a row, if it has been read.
  package mutating func update(_ id: Row.ID, _ change: (inout Row) -> Void) {
    if let index = positions[id] { change(&rows[Int(index)]) }
  }

  /// The token of the next page, if the selection comes near the last row that was read. After a
  /// failure, only if it moves on at the end.
  package func nextPage(going lines: Int, from before: Int, afterFailure: Bool) -> String? {
    let last = max(0, count - 1)
    guard let nextToken, !isLoading, selected >= last - 20 else { return nil }
    return !afterFailure || before == last && lines > 0 ? nextToken : nil
  }

  private mutating func put(_ row: Row, at position: Int) {
    if position < rows.count {
      if rows[position].id != row.id { positions[rows[position].id] = nil }
      rows[position] = row
    } else {
      rows.append(row)
    }
    positions[row.id] = Int32(min(position, rows.count - 1))
  }

  // MARK: Moving

  package mutating func move(by lines: Int) { select(selected + lines) }

  package mutating func select(_ position: Int) {
    filter?.origin = nil
    selected = position
    clampSelection()
  }

  /// Selects the row, if it is shown.
  package mutating func focus(_ id: Row.ID) {
    if let position = position(of: id) { select(position) }
  }

  /// Selects the row now, or as soon as it has been read.
  package mutating func want(_ id: Row.ID) {
    wanted = id
    selectWanted()
  }

  private mutating func selectWanted() {
    guard let wanted, let position = position(of: wanted) else { return }
    self.wanted = nil
    select(position)
  }

  /// Keeps the selection visible, with a margin of lines around it.
  package mutating func scroll() {
    let margin = min(2, max(0, (height - 1) / 2))
    top = min(top, max(0, selected - margin))
    top = max(top, selected + margin + 1 - height)
    top = max(0, min(top, count - height))
  }

  private mutating func clampSelection() {
    selected = max(0, min(selected, count - 1))
    scroll()
  }

  // MARK: Filtering

  /// Shows the rows that pass the condition; nil: all. The same row stays selected, if it is shown.
  ///
  /// - Parameter narrowing: Whether every row that passes also passed the condition before.
  package mutating func show(_ condition: Row.Condition?, narrowing: Bool = false) {
    guard condition != self.condition else { return }
    let focus = focused?.id
    self.condition = condition
    if narrowing, let matches, let condition {
      self.matches = matches.filter { rows[Int($0)].passes(condition) }
    } else {
      findMatches()
    }
    selected = filter?.origin.flatMap(position) ?? focus.flatMap(position) ?? 0
    clampSelection()
  }

  /// A row has changed: it may pass the condition now, or no longer. The same row stays selected.
  package mutating func match(_ id: Row.ID) {
    guard let condition, let index = positions[id], let place = matchPlace(index) else { return }
    let isShown = place < count && matches?[place] == index
    guard rows[Int(index)].passes(condition) != isShown else { return }
    if isShown {
      matches?.remove(at: place)
      if place < selected { selected -= 1 }
    } else {
      if place <= selected, count > 0 { selected += 1 }
      matches?.insert(index, at: place)
    }
    clampSelection()
  }

  /// Starts filtering, and remembers the selected row.
  package mutating func startFilter() {
    if filter == nil { filter = Filter() }
    filter?.isEditing = true
    if let focused { filter?.origin = focused.id }
  }

  /// Keeps the filter, and the selected row.
  package mutating func acceptFilter() {
    if filter?.input.text.isEmpty == true { filter = nil }
    filter?.isEditing = false
    if focused != nil { filter?.origin = nil }
  }

  /// Ends the filter, and selects the row from before if no other one was chosen.
  ///
  /// - Parameter condition: The filter that remains.
  package mutating func endFilter(_ condition: Row.Condition?) {
    let origin = filter?.origin
    filter = nil
    show(condition)
    if let origin { focus(origin) }
  }

  /// The position of a row among the shown ones.
  private func position(of id: Row.ID) -> Int? {
    guard let index = positions[id] else { return nil }
    guard let matches, let place = matchPlace(index) else { return Int(index) }
    return place < matches.count && matches[place] == index ? place : nil
  }

  /// The place of an index into `rows` in `matches`, or where it would be; nil: all rows are shown.
  private func matchPlace(_ index: Int32) -> Int? {
    guard let matches else { return nil }
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func findMatches() {
    guard let condition else {
      matches = nil
      return
    }
    matches = rows.indices.filter { rows[$0].passes(condition) }.map(Int32.init)
  }

  private mutating func extendMatches(from offset: Int) {
    guard let known = matches, let condition else { return }
    let kept = known.prefix { Int($0) < offset }
    matches =
      kept + rows.indices.dropFirst(offset).filter { rows[$0].passes(condition) }.map(Int32.init)
  }
}

extension ListPane: Equatable where Row: Equatable {}
