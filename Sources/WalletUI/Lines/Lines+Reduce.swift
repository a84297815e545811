package import Canvas
import Words

/// Input line by line: the same commands and fields, named instead of pressed.
extension State {
  /// What is to be typed now.
  package var lineInput: LineInput {
    if case .passphrase(let gate) = gate {
      if gate.isBusy || wallet.isDemo { return .keys }
      if gate.isTypingUser { return .text(words.name) }
      return .secret(wallet.asksPassword ? words.password : words.passphrase)
    }
    return overlays.last?.base.lineInput(self) ?? shown.lineInput(self)
  }

  /// A number was typed: `index` of what the place at hand lists, from 0.
  mutating func choose(_ index: Int) -> [Effect] {
    if let top = overlays.last { return top.base.choose(index, &self) }
    if gate == .open {
      return (0..<shown.lineCount(self)).contains(index) ? click(.item(index)) : [.bell]
    }
    return index < 9 ? click(.choice(index)) : [.bell]
  }

  /// Runs the command of that id, or whose title begins so.
  mutating func runCommand(called text: String) -> [Effect] {
    guard gate == .open, overlays.isEmpty else { return [.bell] }
    let wanted = text.lowercased()
    let all = commands
    let titled = all.filter { $0.text(words).title.lowercased().hasPrefix(wanted) }
    let exact = all.first { $0.id == wanted || $0.text(words).title.lowercased() == wanted }
    if let command = exact ?? (titled.count == 1 ? titled.first : nil) { return run(command) }
    let detail =
      titled.isEmpty
      ? words.seeCommands : titled.map { $0.text(words).title }.joined(separator: ", ")
    toasts.show(
      .info, titled.isEmpty ? words.noCommand(text) : words.severalCommands(text), detail: detail,
      clock: clock)
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
    }
  }

  /// Of the field with the focus, this option.
  mutating func choose(_ index: Int) {
    guard fields.indices.contains(focus) else { return }
    switch fields[focus].value {
    case .choice(let options, _) where options.indices.contains(index):
      fields[focus].value = .choice(options: options, selected: index)
    case .toggle: fields[focus].value = .toggle(index == 0)
    default: return
    }
    fields[focus].wasTouched = true
  }
}
