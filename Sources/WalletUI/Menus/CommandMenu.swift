import Canvas
package import ScreenKit
import Words

/// A picker of commands: the palette of what can be done, or help with all keys.
package struct CommandMenu: Sendable, Equatable {
  package enum Kind: Sendable { case help, palette }
  package let kind: Kind
  package var picker = Picker()

  package init(_ kind: Kind) { self.kind = kind }

  /// The commands that match what was typed, by title, id, key or description, in groups.
  func list(_ state: State) -> PickerList {
    picker.list(groups(state), state.words)
  }

  /// What there is to choose on this screen first, then what applies everywhere.
  private func groups(_ state: State) -> [PickerList.Group] {
    let words = state.words
    let here = type(of: state.shown).place
    let selection = type(of: state.shown).selection(state)
    let ofSelection = Set((selection?.commands ?? []).map(\.id))
    let places = [here, .wallet, .everywhere, .moving] + Command.Place.all.filter { $0 != here }
    let commands = kind == .help ? state.commandsHere : state.commands
    var seen: Set<Command.Place> = []
    var groups =
      selection.map { selection in
        [
          PickerList.Group(
            title: selection.title, detail: selection.name,
            rows: commands.filter { ofSelection.contains($0.id) }.map { row($0, state) })
        ]
      } ?? []
    for place in places where seen.insert(place).inserted {
      let rest = commands.filter { $0.place == place && !ofSelection.contains($0.id) }
      groups.append(
        PickerList.Group(title: place.title(words), rows: rest.map { row($0, state) }))
    }
    return groups
  }

  private func row(_ command: Command, _ state: State) -> PickerList.Row {
    let text = command.text(state.words)
    let labels = state.input.keymap.labels(command.id)
    let key = labels.first.map { " · \(state.words.screen.keyName($0))" } ?? ""
    return PickerList.Row(
      id: command.id, keys: kind == .help ? labels.joined(separator: " ") : labels.first ?? "",
      title: text.title, refusal: state.refusal(of: command), text: text.doc,
      code: command.id + key, isFinal: command.isFinal)
  }
}

extension Command.Place {
  /// As a heading.
  func title(_ words: Words) -> String {
    switch self {
    case .everywhere: "walletui"
    case .moving: words.screen.movingGroup
    case .wallet: words.wallet
    case .payment: words.shop.payment
    default: Screens.screen(of: self)?.tabs.first?.title(words) ?? name
    }
  }
}

extension CommandMenu: PickerOverlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    // Help closes with the key that opened it, as long as nothing was typed.
    if kind == .help, picker.input.text.isEmpty, key.modifiers.isEmpty,
      ["help", "quit"].contains(state.input.keymap.command(for: key)?.id)
    {
      state.pop()
      return []
    }
    return pick(key, &state)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] { state.run(row.id) }

  func title(_ state: State) -> String {
    kind == .help ? state.words.screen.keys : state.words.screen.commands.title
  }
  func verb(_ state: State) -> String { state.words.run }

  func draw(in frame: Frame) {
    let state = frame.state
    let list = list(state)
    PickerView(
      surface: frame, title: title(state), prompt: kind == .help ? "?" : ":",
      role: kind == .help ? .help : .palette, verb: verb(state)
    ).draw(
      picker, list, in: state.pickerBox,
      found: frame.words.screen.commandsMatch(
        list.rows.count, of: CommandMenu(kind).list(state).rows.count))
  }
}
