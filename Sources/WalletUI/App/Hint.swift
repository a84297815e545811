import ScreenKit
import Words

extension Hint {
  /// Of a command that is possible now; nil: it is not, or it has no key or no word.
  static func of(_ id: Command.ID, as word: String? = nil, _ frame: Frame) -> Hint? {
    guard let command = frame.state.command(id), frame.state.appliesHere(command),
      frame.disabled(command) == nil
    else { return nil }
    return of(command, as: word, frame.state)
  }

  /// Of a command that is known to be possible; nil: it has no key or no word.
  static func of(_ command: Command, as word: String? = nil, _ state: State) -> Hint? {
    guard let word = word ?? command.text(state.words).hint else { return nil }
    return state.input.keymap.label(command.id).map { Hint($0, word, runs: command.id) }
  }
}
