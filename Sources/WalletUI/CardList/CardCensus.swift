import ScreenKit
import WalletModel

/// Cards by their status. It is counted once all have been read, and then only changed.
struct CardCensus: Sendable, Equatable {
  private(set) var counts: [CardStatus: Int] = [:]
  /// The first card that waits to be activated; nil: none does.
  private(set) var waiting: CardID?

  init() {}

  init(_ rows: [CardRow]) {
    for row in rows where !row.isDamaged { counts[row.status, default: 0] += 1 }
    waiting = rows.first(where: Self.isWaiting)?.id
  }

  /// - Parameter list: As it was before the change.
  mutating func change(_ before: CardRow, to now: CardRow, _ list: ListPane<CardRow>) {
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
