package import Canvas
import ScreenKit
import TextLayout
import Words

/// Line mode: the same commands and fields, typed by name instead of pressed.
package enum LineMode {
  /// What line mode asks for now.
  package static func input(_ state: State) -> LineInput {
    if case .passphrase(let gate) = state.gate {
      if gate.isBusy || state.wallet.isDemo { return .keys }
      if gate.isTypingUser { return .text(state.words.name) }
      return .secret(
        state.wallet.asksPassword ? state.words.start.password : state.words.start.passphrase)
    }
    return state.view.overlays.last?.base.lineInput(state) ?? state.shown.lineInput(state)
  }

  /// A number was typed. `index` counts the visible items from 0.
  static func choose(_ index: Int, _ state: inout State) -> [Effect] {
    if let top = state.view.overlays.last { return top.base.choose(index, &state) }
    if state.gate == .open {
      return (0..<state.shown.lineCount(state)).contains(index)
        ? MouseInput.click(.item(index), &state) : [.bell]
    }
    return index < 9 ? MouseInput.click(.choice(index), &state) : [.bell]
  }

  /// Runs the command with this id, or whose title starts with the text.
  static func run(_ text: String, _ state: inout State) -> [Effect] {
    guard state.gate == .open, state.view.overlays.isEmpty else { return [.bell] }
    let words = state.words
    let wanted = Text.folded(text)
    let all = state.commands
    func title(_ command: Command) -> String { Text.folded(command.text(words).title) }
    let titled = all.filter { title($0).hasPrefix(wanted) }
    let exact = all.first { Text.folded($0.id) == wanted || title($0) == wanted }
    if let command = exact ?? (titled.count == 1 ? titled.first : nil) {
      return state.run(command)
    }
    let detail =
      titled.isEmpty
      ? words.commandLine.seeCommands : titled.map { $0.text(words).title }.joined(separator: ", ")
    state.show(
      .info,
      titled.isEmpty ? words.commandLine.noCommand(text) : words.commandLine.severalCommands(text),
      detail: detail)
    return []
  }
}

extension Form {
  func lineInput(_ words: Words) -> LineInput {
    guard fields.indices.contains(focus) else { return .keys }
    let field = fields[focus]
    let label = field.hint.isEmpty ? field.label : "\(field.label) (\(field.hint))"
    switch field.value {
    case .text: return .text(label)
    case .secret(let input): return input.alphabet == .digits ? .code(label) : .secret(label)
    case .choice(let options, let selected): return .options(field.label, options, selected)
    case .toggle(let isOn):
      return .options(field.label, [words.yes, words.no], isOn ? 0 : 1)
    // Digits may be typed with what groups them.
    case .card(let part): return part.isSecret ? .secret(label) : .text(label)
    }
  }

  /// Chooses an option of the field in focus.
  mutating func choose(_ index: Int) {
    guard fields.indices.contains(focus) else { return }
    switch fields[focus].value {
    case .choice(let options, _) where options.indices.contains(index):
      fields[focus].value = .choice(options: options, selected: index)
    case .toggle: fields[focus].value = .toggle(index == 0)
    case .choice, .text, .secret, .card: return
    }
    fields[focus].wasTouched = true
  }
}
