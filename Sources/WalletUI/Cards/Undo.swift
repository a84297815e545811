package import WalletModel
import Words

/// What `z` does: takes the last change of a card back.
package struct Undo: Sendable, Equatable {
  package let intent: AnyIntent
  package let cardID: CardID
  /// The version of the card after the change. A later one is somebody else's change.
  let version: Int

  /// - Parameter card: As it is after the change that `intent` takes back.
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

  /// A card that somebody else has changed in the meantime is left as it is.
  static func forgetOutdated(_ state: inout State) {
    guard let undo = state.undo, let row = state.list.row(undo.cardID), row.version > undo.version
    else { return }
    let hint = hint(state)
    state.undo = nil
    if state.toasts.current?.detail == hint { state.toasts.current = nil }
  }

  /// The detail of the message about a change; nil: it cannot be taken back.
  static func hint(_ state: State) -> String? {
    state.undo == nil ? nil : state.words.undoes(key: state.press(CardCommands.undo.id))
  }
}
