import ScreenKit
import Synchronization
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

/// The hints of the screen that was drawn last with a keymap: they are the same from key to key.
final class HintTable: Sendable {
  struct Entry: Sendable {
    let command: Command
    let hint: Hint
  }

  /// What they depend on, besides the keymap.
  struct Source: Equatable {
    let screen: ObjectIdentifier
    let words: Words
    let isKiosk: Bool
  }

  private let latest = Mutex<(source: Source, entries: [Entry])?>(nil)

  subscript(source: Source) -> [Entry]? {
    get { latest.withLock { $0?.source == source ? $0?.entries : nil } }
    set {
      let new = newValue.map { (source: source, entries: $0) }
      latest.withLock { $0 = new }
    }
  }
}

extension State {
  /// The commands that belong to the visible screen or to all screens, and have a key and a word.
  @inline(never) var hintsHere: [HintTable.Entry] {
    let source = HintTable.Source(
      screen: ObjectIdentifier(type(of: shown)), words: words, isKiosk: program.kiosk != nil)
    let table = input.keymap.hints
    if let known = table[source] { return known }
    let entries = commandsHere.compactMap { command in
      Hint.of(command, self).map { HintTable.Entry(command: command, hint: $0) }
    }
    table[source] = entries
    return entries
  }
}
