import Canvas
import TextLayout
import Themes
import WalletModel
import Words

extension TransactionType {
  /// A sign as well, since colour must not be the only difference.
  func glyph(ascii: Bool) -> String {
    switch self {
    case .pending: ascii ? "o" : "◷"
    case .complete: ascii ? "*" : "✓"
    case .refund: ascii ? "<" : "◄"
    case .decline: ascii ? "x" : "✕"
    case .other: "?"
    }
  }
}

struct TransactionsView: FramePart {
  let frame: Frame

  /// Recent payments with a chart of the spending.
  func activity(_ row: CardRow, _ details: CardDetails, _ rect: Rect) {
    let words = words
    guard rect.height > 0 else { return }
    let transactions = details.transactions
    if rect.height == 1 || rect.width < 40 {
      transactionRows(transactions, rect)
      return
    }
    let spending = Spending(transactions, clock: state.clock, currency: details.card.currency)
    frame.canvas.write(words.recent, rect.x, rect.y, theme[.strong])
    if transactions.isEmpty {
      frame.canvas.write(words.noPayments, rect.x + 8, rect.y, theme[.muted])
      return
    }
    frame.canvas.write(words.thirtyDays, rect.x + 8, rect.y, theme[.muted])
    let total = words.money(Money(spending.total, details.card.currency))
    let totalX = rect.maxX - Text.width(of: total)
    frame.canvas.write(total, totalX, rect.y, theme[.strong])
    let room = min(30, totalX - rect.x - 20)
    if room >= 10 { sparkline(Array(spending.days.suffix(room)), rect.x + 18, rect.y) }
    let gap = rect.height >= 6 ? 2 : 1
    transactionRows(transactions, rect.splitTop(gap).rest)
    frame.canvas.mark(.activity, "\(words.recent), \(total), \(words.thirtyDays)", rect)
  }

  private func transactionRows(_ transactions: [Transaction], _ rect: Rect) {
    let first = min(state.details.scroll, max(0, transactions.count - 1))
    for (index, transaction) in transactions.dropFirst(first).prefix(rect.height).enumerated() {
      self.transaction(transaction, Rect(rect.x, rect.y + index, rect.width, 1))
    }
  }

  func transaction(_ transaction: Transaction, _ rect: Rect) {
    if transaction.isDamaged {
      frame.canvas.write(
        Text.truncate(words.damagedRecord, to: rect.width - 9), rect.x + 9, rect.y, theme[.danger])
      return
    }
    let isDeclined = transaction.type == .decline
    let isCredit = transaction.type == .refund
    var money = transaction.billedAmount
    let amount: String
    if isCredit {
      amount = "+" + words.money(money)
    } else {
      money.minorUnits = -money.minorUnits
      amount = words.money(money)
    }
    let stateRoom = stateRoom(rect.width)
    let amountEnd = rect.maxX - stateRoom - (stateRoom > 1 ? 3 : 1)
    frame.canvas.write(
      words.day(transaction.transactedAt, offset: state.clock.utcOffset), rect.x, rect.y,
      theme[.muted])
    let nameRoom = amountEnd - rect.x - Self.dayAndAmount
    frame.canvas.write(
      Text.truncate(transaction.description, to: nameRoom), rect.x + 9, rect.y,
      theme[isDeclined ? .muted : .text])
    frame.canvas.write(
      amount, amountEnd - Text.width(of: amount), rect.y,
      theme[isCredit ? .credit : isDeclined ? .muted : .text])
    let text = stateText(transaction, stateRoom)
    frame.canvas.write(text, rect.maxX - stateRoom, rect.y, theme[role(transaction.type)])
  }

  /// The columns of a row before and after the name.
  private static let dayAndAmount = 9 + 12
  /// The minimum width of a name, in columns, before the state gets more.
  private static let nameRoom = 12

  /// The columns of the state: for its glyph always, for its word before the name gets much room,
  /// and for the reason if everything fits.
  private func stateRoom(_ width: Int) -> Int {
    let words = words
    let longest = TransactionType.allCases.map { Text.width(of: words.transaction($0)) }.max() ?? 0
    let room = width - Self.dayAndAmount - Self.nameRoom - 3
    return room >= 28 ? 25 : room >= longest + 2 ? longest + 2 : 1
  }

  /// `✕ declined · card locked`, or as much of it as fits.
  func stateText(_ transaction: Transaction, _ room: Int = .max) -> String {
    let glyph = transaction.type.glyph(ascii: state.settings.ascii)
    let word = "\(glyph) \(words.transaction(transaction.type))"
    guard Text.width(of: word) <= room else { return glyph }
    let whole = "\(glyph) \(words.transaction(transaction.type, transaction.declineReason))"
    // Even the beginning of a reason is useful.
    return room < Text.width(of: word) + 8 ? word : Text.truncate(whole, to: room)
  }

  func role(_ type: TransactionType) -> Role {
    switch type {
    case .pending: .warning
    case .complete, .other: .muted
    case .refund: .credit
    case .decline: .danger
    }
  }

  private func sparkline(_ days: [Int64], _ x: Int, _ y: Int) {
    let bars: [String] =
      state.settings.ascii ? ["_", ".", "-", "=", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let most = max(1, days.max() ?? 1)
    let low = theme[.chartLow]
    for (index, amount) in days.enumerated() {
      let level = amount == 0 ? 0 : 1 + Int((amount * Int64(bars.count - 2)) / most)
      let mix = Double(index) / Double(max(1, days.count - 1))
      let color = low.foreground.mixed(with: theme[.chartHigh].foreground, mix)
      frame.canvas.write(
        bars[min(level, bars.count - 1)], x + index, y,
        amount == 0 ? theme[.faint] : Style(color, on: low.background, low.attributes))
    }
  }
}

/// The spending per day.
struct Spending {
  /// Minor units per day, oldest first, today last.
  private(set) var days: [Int64]
  var total: Int64 { days.reduce(into: 0) { $0.add($1) } }

  /// Declined payments and refunds do not count.
  init(_ transactions: [Transaction], clock: Clock, currency: Currency, count: Int = 30) {
    days = [Int64](repeating: 0, count: count)
    let day: Int64 = 86_400_000
    let today = (clock.wall.milliseconds + Int64(clock.utcOffset) * 1000) / day
    for transaction in transactions {
      guard transaction.type == .pending || transaction.type == .complete,
        transaction.billedAmount.currency == currency
      else { continue }
      let then = (transaction.transactedAt.milliseconds + Int64(clock.utcOffset) * 1000) / day
      let age = today - then
      if age >= 0 && age < count {
        days[count - 1 - Int(age)].add(transaction.billedAmount.minorUnits)
      }
    }
  }
}

extension Int64 {
  /// Adds, and stays at the largest or smallest value on overflow.
  mutating func add(_ other: Int64) {
    let (sum, isOver) = addingReportingOverflow(other)
    self = isOver ? (other < 0 ? .min : .max) : sum
  }
}
