import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// Payments as lines of a table: day, merchant, category, state, amount.
struct TransactionsView: SurfacePart {
  let surface: Surface
  let zone: TimeZone

  /// From the state to the right edge.
  private static let stateWidth = 26
  private static let categoryWidth = 13
  /// What a merchant's name is left at least.
  private static let nameWidth = 18
  /// The same beside a state without a column.
  private static let leastName = 12

  func transaction(
    _ transaction: Transaction, _ rect: Rect, isSelected: Bool = false, on ground: Role = .surface
  ) {
    let on = { (role: Role) in surface.theme.style(role, on: ground) }
    let dayWidth = words.activity.dayColumns + 2
    let nameX = rect.x + dayWidth
    if transaction.isDamaged {
      surface.canvas.write(
        Text.truncate(words.damagedRecord, to: rect.maxX - nameX), nameX, rect.y, on(.danger))
      return
    }
    let isDeclined = transaction.type == .decline
    let day = words.day(transaction.transactedAt, in: zone)
    surface.canvas.write(
      day, max(rect.x, nameX - 2 - Text.width(of: day)), rect.y, on(.muted))
    let amount = PaymentText.amount(transaction, words)
    let amountRole: Role =
      transaction.type == .refund ? .credit : isDeclined ? .muted : isSelected ? .strong : .text
    surface.write(
      amount, endingAt: rect.maxX, rect.y,
      isDeclined ? on(amountRole).with(.strike) : on(amountRole))
    var nameEnd = rect.maxX - Text.width(of: amount) - 1
    if rect.width >= dayWidth + Self.nameWidth + Self.stateWidth {
      let stateX = rect.maxX - Self.stateWidth
      surface.state(
        transaction.type.sign, PaymentText.state(transaction, words), transaction.type.role,
        stateX, rect.y, room: rect.maxX - Text.width(of: amount) - 1 - stateX, on: ground)
      nameEnd = stateX - 1
      let categoryX = stateX - Self.categoryWidth
      if categoryX - nameX > Self.nameWidth, transaction.category != .other {
        surface.canvas.write(
          words.activity.category(transaction.category), categoryX, rect.y, on(.muted),
          limit: Self.categoryWidth - 1)
        nameEnd = categoryX - 1
      }
    } else {
      nameEnd = unusualState(
        transaction, nameX..<nameEnd, rect.y, leastName: Self.leastName, on: ground)
    }
    surface.canvas.write(
      Text.truncate(transaction.description, to: nameEnd - nameX), nameX, rect.y,
      on(isDeclined ? .muted : isSelected ? .strong : .text))
  }

  /// The state of a payment that is not complete, right of the merchant's name, where there is no
  /// column for it: its reason if there is room, else its word. Returns where the name ends.
  ///
  /// - Parameter leastName: Columns that the name keeps.
  func unusualState(
    _ payment: Transaction, _ columns: Range<Int>, _ y: Int, leastName: Int = 6, on ground: Role
  ) -> Int {
    guard payment.type != .complete, !payment.isDamaged else { return columns.upperBound }
    let name = min(Text.width(of: payment.description), columns.count)
    let texts = [PaymentText.state(payment, words), words.cards.transaction(payment)]
    // A shorter text comes before a shorter name.
    let fitting =
      texts.first { name + 3 + Text.width(of: $0) <= columns.count }
      ?? texts.last { leastName + 3 + Text.width(of: $0) <= columns.count }
    guard let text = fitting else { return columns.upperBound }
    let start = columns.upperBound - Text.width(of: text) - 2
    surface.state(
      payment.type.sign, text, payment.type.role, start, y, room: columns.upperBound - start,
      on: ground)
    return start - 1
  }
}
