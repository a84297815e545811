import WalletModel

/// Reads cards again that were changed elsewhere: a few at a time. If there are more than some dozens,
/// it reads the whole list once instead, however many more changes are reported.
package struct CardRefresh: Sendable, Equatable {
  /// Cards that are read at the same time.
  static let atOnce = 4
  /// Cards that wait to be read.
  static let most = 48
  /// Seconds between two readings of the list that news caused.
  static let pause = 1

  private var reading: Set<CardID> = []
  /// In the order in which they changed, each once.
  private var waiting: [CardID] = []
  /// The list is to be read, when nothing else reads it and the pause is over.
  private(set) var wantsList = false
  /// Nanoseconds since boot.
  private var listIsReadBefore: UInt64 = 0

  /// Changed once more while it is read: then it is read once more.
  mutating func add(_ id: CardID) {
    guard !wantsList, !waiting.contains(id) else { return }
    waiting.append(id)
    if waiting.count > CardRefresh.most { addAll() }
  }

  mutating func addAll() {
    waiting = []
    wantsList = true
  }

  /// The next cards to read.
  mutating func next() -> [CardID] {
    var cards: [CardID] = []
    while reading.count < CardRefresh.atOnce,
      let index = waiting.firstIndex(where: { !reading.contains($0) })
    {
      let id = waiting.remove(at: index)
      reading.insert(id)
      cards.append(id)
    }
    return cards
  }

  mutating func ended(_ id: CardID) { reading.remove(id) }

  /// When the list may be read; nil: it need not be.
  var listDeadline: UInt64? { wantsList ? listIsReadBefore : nil }

  /// The list is being read, whatever the reason.
  mutating func listBegins(_ clock: Clock) {
    waiting = []
    wantsList = false
    listIsReadBefore = clock.after(seconds: CardRefresh.pause)
  }

  /// There is no use in reading it now.
  mutating func forgetList() { wantsList = false }
}

extension CardRefresh: Timed {
  static func deadlines(_ state: State) -> [UInt64] { refreshDeadline(state).map { [$0] } ?? [] }

  static func due(_ state: inout State) -> [Effect]? {
    guard let deadline = refreshDeadline(state), deadline <= state.clock.now else { return nil }
    return goOnRefreshing(&state)
  }

  /// Reads cards again that have changed.
  static func refresh(_ ids: [CardID], _ state: inout State) -> [Effect] {
    for id in ids { state.reading.refresh.add(id) }
    return goOnRefreshing(&state)
  }

  /// Reads the list again: any card may have changed.
  static func refreshList(_ state: inout State) -> [Effect] {
    state.reading.refresh.addAll()
    return goOnRefreshing(&state)
  }

  static func goOnRefreshing(_ state: inout State) -> [Effect] {
    guard state.gate == .open else { return [] }
    if let deadline = refreshDeadline(state), deadline <= state.clock.now {
      return CardReading.reload(&state)
    }
    return state.reading.refresh.next().map { .read(CardRowQuery($0)) }
  }

  /// When the list is read again without anybody asking for it; nil: not by the clock.
  private static func refreshDeadline(_ state: State) -> UInt64? {
    state.reading.awaited == nil ? state.reading.refresh.listDeadline : nil
  }
}
