import WalletAPI
import WalletModel
import Words

enum CardRefusals {
  /// Why an action is not possible with the focused card now; nil: it is.
  static func refusal(of action: CardAction, _ state: State) -> String? {
    let words = state.words
    guard let row = state.list.focused else { return words.noCard }
    if row.isDamaged { return words.itsRecordIsDamaged }
    if let unreachable = state.unreachable { return unreachable }
    if state.pending[row.id] != nil { return words.changeIsOnItsWay }
    if let change = state.unanswered[row.id], action != .showDetails, action != .showPin {
      return words.pending(
        change.title(words), since: words.minute(change.time, offset: state.clock.utcOffset))
    }
    guard var card = state.details[row.id]?.card else {
      return row.quickRefusal(of: action).map(words.refusal)
    }
    card.status = row.status
    return card.refusal(of: action).map(words.refusal)
  }
}

extension CardRow {
  /// The refusal as far as a row can tell, until the details are there. What only they tell is
  /// left to the bank, which says why if it refuses.
  func quickRefusal(of action: CardAction) -> ActionRefusal? {
    let target: CardStatus? =
      switch action {
      case .lock: .locked
      case .cancel: .cancelled
      case .unlock: status == .locked ? nil : .active
      default: nil
      }
    guard let target else { return nil }
    return status.customerTargets.contains(target) ? nil : .hasStatus(status)
  }
}
