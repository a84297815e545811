import ScreenKit
import TextLayout
import WalletModel

/// The rows of the table in groups, each below a band with its sum: days, or merchants.
///
/// A line is a row or a band. A key needs the same time however many there are.
struct PaymentTable: Sendable, Equatable {
  struct Group: Sendable, Equatable {
    /// Its first row.
    let first: Int
    /// Negative where more was paid than came back. Empty: nothing counts.
    let sums: [Money]
  }

  enum Line: Equatable {
    case band(Group)
    case row(Int)
  }

  private(set) var groups: [Group] = []
  private var rows = 0
  /// What was paid and what came back.
  private(set) var out: [Money] = []
  private(set) var back: [Money] = []
  /// Columns of the longest merchant, card and state with its sign.
  private(set) var merchantWidth = 0
  private(set) var cardWidth = 0
  private(set) var stateWidth = 0
  /// Lines in sight, as the last frame had it.
  var height = 10
  /// The first line in sight.
  private(set) var top = 0

  var count: Int { rows + groups.count }

  /// Bands above or at a row.
  private func bands(at row: Int) -> Int { groups.partitioningIndex { $0.first > row } }

  func line(of row: Int) -> Int { row + bands(at: row) }

  subscript(line: Int) -> Line? {
    guard line >= 0, line < count else { return nil }
    // The number of bands above this line or on it.
    var (low, high) = (0, groups.count)
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].first + middle <= line { low = middle + 1 } else { high = middle }
    }
    if low > 0, groups[low - 1].first + low - 1 == line { return .band(groups[low - 1]) }
    return .row(line - low)
  }

  /// Groups the rows that a list shows.
  ///
  /// - Parameters:
  ///   - card: A card's name.
  ///   - state: The words for a payment's state.
  mutating func group(
    _ list: ListPane<Transaction>, by sort: ActivityScreen.Sort, in zone: TimeZone,
    card: (CardID) -> String, state: (Transaction) -> String
  ) {
    var starts: [(row: Int, key: Key)] = []
    var amounts: [[Money]] = []
    var (out, back): ([Money], [Money]) = ([], [])
    var cards: Set<CardID> = []
    (merchantWidth, stateWidth) = (0, 0)
    var states: Set<String> = []
    rows = list.count
    for row in 0..<rows {
      guard let payment = list[row] else { continue }
      if let key = Key(payment, sort, zone), key != starts.last?.key {
        starts.append((row, key))
        amounts.append([])
      }
      if let spent = payment.spent.map({ Money($0, payment.billedAmount.currency) }) {
        if !amounts.isEmpty { amounts[amounts.count - 1].append(-spent) }
        if payment.type == .refund { back.append(-spent) } else { out.append(spent) }
      }
      cards.insert(payment.cardID)
      merchantWidth = max(merchantWidth, Text.width(of: payment.description))
      states.insert(state(payment))
    }
    groups = zip(starts, amounts).map { Group(first: $0.row, sums: $1.sums) }
    (self.out, self.back) = (out.sums, back.sums)
    stateWidth = states.map { Text.width(of: $0) + 2 }.max() ?? 0
    cardWidth = cards.map { Text.width(of: card($0)) }.max() ?? 0
  }

  private enum Key: Equatable {
    case day(Int)
    case merchant(String)

    /// nil: there are no groups.
    init?(_ payment: Transaction, _ sort: ActivityScreen.Sort, _ zone: TimeZone) {
      switch sort {
      case .newest, .oldest:
        self = .day(payment.transactedAt.civil(in: zone).dayNumber)
      case .merchant: self = .merchant(payment.description)
      case .amount: return nil
      }
    }
  }

  /// Keeps the selected row in sight, with a margin of lines around it, and the band above it.
  mutating func scroll(to row: Int) {
    let line = line(of: row)
    let isFirst = line > 0 && self[line - 1] != .row(row - 1)
    let margin = min(2, max(0, (height - 1) / 2))
    top = min(top, max(0, line - (isFirst ? 1 : 0) - margin))
    top = max(top, line + margin + 1 - height)
    top = max(0, min(top, count - height))
  }
}

extension Array {
  /// The first index whose element satisfies the condition, which all later elements satisfy too.
  fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
