import ScreenKit
import WalletAPI
import WalletModel
import Words

enum CardRefusals {
  /// Why an action is not possible with the focused card now; nil: it is possible.
  static func refusal(of action: CardAction, _ state: State) -> String? {
    guard let row = state.shown.card(state) else { return state.words.screen.noCard }
    let isRead = action == .showDetails || action == .showPin
    return (isRead ? refusalOfReading(row, state) : refusalOfChange(row, state))
      ?? state.cards.details.refusal(of: action, row).map(state.words.cards.refusal)
  }

  /// Why the focused card cannot be changed now, in any status; nil: it can.
  static func refusalOfChange(_ state: State) -> String? {
    guard let row = state.shown.card(state) else { return state.words.screen.noCard }
    return refusalOfChange(row, state)
  }

  private static func refusalOfChange(_ row: CardRow, _ state: State) -> String? {
    if let refusal = refusalOfReading(row, state) { return refusal }
    guard let change = state.backend.unanswered[row.id] else { return nil }
    return state.words.cards.pending(
      change.title(state.words),
      since: state.words.minute(change.time, in: state.clock.zone))
  }

  private static func refusalOfReading(_ row: CardRow, _ state: State) -> String? {
    if row.isDamaged { return state.words.cards.itsRecordIsDamaged }
    if let unreachable = state.unreachable { return unreachable }
    return state.cards.pending[row.id] == nil ? nil : state.words.cards.changeIsOnItsWay
  }
}

extension CardRow {
  /// The refusal as far as a row shows it, before the details have been read. If the details
  /// matter, the bank decides and gives the reason.
  func quickRefusal(of action: CardAction) -> ActionRefusal? {
    let target: CardStatus? =
      switch action {
      case .lock: .locked
      case .cancel: .cancelled
      case .unlock: status == .locked ? nil : .active
      case .activate, .showDetails, .showPin, .setPin, .other: nil
      }
    guard let target else { return nil }
    return status.customerTargets.contains(target) ? nil : .hasStatus(status)
  }
}
