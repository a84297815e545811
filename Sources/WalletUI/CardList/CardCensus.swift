import ScreenKit
import WalletModel

/// Cards by their status. They are counted once they have been read, and then only changed.
struct CardCensus: Sendable, Equatable {
  private(set) var counts: [CardStatus: Int] = [:]
  /// The first card that waits to be activated; nil: none does.
  private(set) var waiting: CardID?
  /// How many rows, from the first one on, are counted; 0: all have to be counted again.
  private var counted = 0

  /// The rows from this position on were read, maybe again.
  mutating func rowsWereRead(from position: Int) { if position < counted { counted = 0 } }

  /// Counts the rows that are not counted yet. A large list comes in many parts.
  mutating func count(_ rows: [CardRow]) {
    if counted == 0 || counted > rows.count { self = CardCensus() }
    for row in rows[counted...] {
      if !row.isDamaged { counts[row.status, default: 0] += 1 }
      if waiting == nil, Self.isWaiting(row) { waiting = row.id }
    }
    counted = rows.count
  }

  /// - Parameter list: As it was before the change.
  mutating func change(_ before: CardRow, to now: CardRow, _ list: ListPane<CardRow>) {
    // One that could not be read has no place in the counts, nor has one that is not counted yet.
    if before.isDamaged || counted < list.rows.count { counted = 0 }
    guard before.status != now.status, !counts.isEmpty else { return }
    counts[before.status, default: 0] -= 1
    if counts[before.status] == 0 { counts[before.status] = nil }
    counts[now.status, default: 0] += 1
    if waiting == now.id, !Self.isWaiting(now) {
      waiting = list.rows.first { $0.id != now.id && Self.isWaiting($0) }?.id
    } else if waiting == nil, Self.isWaiting(now) {
      waiting = now.id
    }
  }

  private static func isWaiting(_ row: CardRow) -> Bool {
    row.status == .issued && row.cardType == .physical
  }
}
