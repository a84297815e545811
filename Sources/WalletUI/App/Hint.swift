import ScreenKit
import Words

extension Hint {
  /// Of a command that is possible now; nil: it is not, or it has no key or no word.
  static func of(_ id: Command.ID, as word: String? = nil, _ state: State) -> Hint? {
    guard let command = state.command(id), state.refusal(of: command) == nil,
      let word = word ?? command.text(state.words).hint
    else { return nil }
    return state.input.keymap.label(id).map { Hint($0, word, runs: id) }
  }
}
