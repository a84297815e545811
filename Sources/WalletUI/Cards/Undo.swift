package import WalletModel
import Words

/// What `z` does: reverts the last change of a card.
package struct Undo: Sendable, Equatable {
  package let intent: AnyIntent
  package let cardID: CardID
  /// The version of the card after the change. A higher one means that somebody else changed the
  /// card.
  let version: Int

  /// - Parameter card: The card after the change that `intent` reverts.
  package init(_ intent: some Intent, of card: Card) {
    self.intent = AnyIntent(intent)
    cardID = card.id
    version = card.version
  }
}

extension Undo {
  static func run(_ state: inout State) -> [Effect] {
    guard let undo = state.undo, let row = state.list.row(undo.cardID) else { return [] }
    state.undo = nil
    if state.pending[row.id] != nil || state.unanswered[row.id] != nil { return [] }
    return undo.intent.send(&state)
  }

  /// Forgets the undo if somebody else has changed the card meanwhile.
  static func forgetOutdated(_ state: inout State) {
    guard let undo = state.undo, let row = state.list.row(undo.cardID), row.version > undo.version
    else { return }
    let hint = hint(state)
    state.undo = nil
    if state.toasts.current?.detail == hint { state.toasts.current = nil }
  }

  /// The detail of the message about a change; nil: it cannot be undone.
  static func hint(_ state: State) -> String? {
    state.undo == nil ? nil : state.words.undoes(key: state.keyLabel(for: CardCommands.undo.id))
  }
}
