import Canvas
import Secrets
import Words

extension CommandMenu {
  /// The commands that match the typed text in title, id, key or description. Those with a matching
  /// title come first.
  package func commands(_ state: State) -> [Command] {
    let all = kind == .help ? state.commands.filter(state.appliesHere) : state.commands
    let words = state.words
    let keymap = state.keymap
    let query = searchBytes(input.text)
    guard !query.isEmpty else { return all }
    let byTitle = all.filter { contains($0.text(words).title, query) }
    let others = all.filter { command in
      !contains(command.text(words).title, query)
        && (contains(command.id, query) || contains(command.text(words).doc, query)
          || keymap.labels(command.id).contains { contains($0, query) })
    }
    return byTitle + others
  }
}

extension CommandMenu: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    var menu = self
    let commands = self.commands(state)
    switch (key.code, key.modifiers) {
    case (.escape, _):
      state.pop()
      return []
    case (.enter, _):
      state.pop()
      return commands.indices.contains(menu.selected) ? state.run(commands[menu.selected]) : []
    case (.down, _), (.tab, _), (.character(0x6e), .control):
      menu.selected = min(menu.selected + 1, commands.count - 1)
    case (.up, _), (.backtab, _), (.character(0x70), .control):
      menu.selected = max(0, menu.selected - 1)
    case (.pageDown, _): menu.selected = max(0, min(menu.selected + 10, commands.count - 1))
    case (.pageUp, _): menu.selected = max(0, menu.selected - 10)
    default:
      // The key that opened the help also closes it, as long as nothing was typed.
      if menu.kind == .help, menu.input.text.isEmpty,
        ["help", "quit"].contains(state.keymap.command(for: key)?.id)
      {
        state.pop()
        return []
      }
      if menu.input.handle(key) { menu.selected = 0 }
    }
    state.replaceTop(menu)
    return []
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var menu = self
    menu.input.paste(secret)
    menu.selected = 0
    state.replaceTop(menu)
    return []
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    var menu = self
    menu.selected = line
    state.replaceTop(menu)
    return state.key(Key(.enter))
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func lineInput(_ state: State) -> LineInput { .search(state.words.searchOrNumber) }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    commands(state).indices.contains(index) ? MouseInput.click(.item(index), &state) : [.bell]
  }

  func draw(in frame: Frame) { MenuView(frame: frame).menu(self) }
}
