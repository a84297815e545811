import ScreenKit
import WalletModel

/// Reads cards again that were changed elsewhere, a few at a time. If more than `maximumWaiting`
/// cards wait, it reads the whole list once instead, however many more changes are reported.
package struct CardRefresh: Sendable, Equatable {
  /// The maximum number of cards that are read at the same time.
  static let maximumConcurrent = 4
  /// The maximum number of cards that wait to be read.
  static let maximumWaiting = 48
  /// Minimum seconds between two readings of the list that events caused.
  static let pause = 1

  private var reading: Set<CardID> = []
  /// In the order in which they changed, each once.
  private var waiting: [CardID] = []
  /// The list is to be read, when no reading is under way and the pause is over.
  private(set) var wantsList = false
  /// The end of the pause, in nanoseconds since boot.
  private var listIsReadBefore: UInt64 = 0

  /// A card that changes during its reading is read again.
  mutating func add(_ id: CardID) {
    guard !wantsList, !waiting.contains(id) else { return }
    waiting.append(id)
    if waiting.count > CardRefresh.maximumWaiting { addAll() }
  }

  mutating func addAll() {
    waiting = []
    wantsList = true
  }

  /// The next cards to read.
  mutating func next() -> [CardID] {
    var cards: [CardID] = []
    while reading.count < CardRefresh.maximumConcurrent,
      let index = waiting.firstIndex(where: { !reading.contains($0) })
    {
      let id = waiting.remove(at: index)
      reading.insert(id)
      cards.append(id)
    }
    return cards
  }

  mutating func ended(_ id: CardID) { reading.remove(id) }

  /// When the list may be read, in nanoseconds since boot; nil: it need not be.
  var listDeadline: UInt64? { wantsList ? listIsReadBefore : nil }

  /// A reading of the list starts, for any reason.
  mutating func listReadingStarted(_ clock: Clock) {
    waiting = []
    wantsList = false
    listIsReadBefore = clock.after(seconds: CardRefresh.pause)
  }

  /// Reading the list would fail now.
  mutating func forgetList() { wantsList = false }
}

extension CardRefresh: Timed {
  static func deadlines(_ state: State) -> [UInt64] { refreshDeadline(state).map { [$0] } ?? [] }

  static func due(_ state: inout State) -> [Effect]? {
    guard let deadline = refreshDeadline(state), deadline <= state.clock.now else { return nil }
    return continueRefreshing(&state)
  }

  /// Reads changed cards again.
  static func refresh(_ ids: [CardID], _ state: inout State) -> [Effect] {
    for id in ids { state.cards.reading.refresh.add(id) }
    return continueRefreshing(&state)
  }

  /// Reads the list again: any card may have changed.
  static func refreshList(_ state: inout State) -> [Effect] {
    state.cards.reading.refresh.addAll()
    return continueRefreshing(&state)
  }

  static func continueRefreshing(_ state: inout State) -> [Effect] {
    guard state.gate == .open else { return [] }
    if let deadline = refreshDeadline(state), deadline <= state.clock.now {
      return CardReading.reload(&state)
    }
    return state.cards.reading.refresh.next().map { .read(CardRowQuery(id: $0)) }
  }

  /// When the list is read again without a key, in nanoseconds since boot; nil: not because of the
  /// clock.
  private static func refreshDeadline(_ state: State) -> UInt64? {
    state.cards.reading.awaited == nil ? state.cards.reading.refresh.listDeadline : nil
  }
}
