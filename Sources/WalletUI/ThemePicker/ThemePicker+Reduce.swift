import Canvas
import ScreenKit
import Secrets
import Themes
import Words

extension ThemePicker: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if items.isEmpty, key.code != .escape {
      return change(&state) { $0.early.append(key) }
    }
    var picker = self
    switch picker.picker.handle(key, list(state), page: 8) {
    case .left: state.pop()
    case .chosen:
      guard let choice = choice(state) else { return [.bell] }
      state.pop()
      return keep(choice, &state)
    case .moved, .typed: picker.preview(&state)
    case .ignored: return [.bell]
    }
    return []
  }

  /// The screen is painted with the selected theme; with the one before if none matches.
  private func preview(_ state: inout State) {
    state.program.theme.choice = choice(state) ?? before
    state.replaceTop(self)
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var picker = self
    picker.picker.paste(secret)
    picker.preview(&state)
    return []
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    var picker = self
    picker.picker.selected = line
    picker.preview(&state)
    return []
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { ThemePickerView(frame: frame).themes(self) }
  var isTransparent: Bool { true }
  /// What was only looked at goes.
  func closed(_ state: inout State) { state.program.theme.choice = before }
}

extension ThemePicker {
  static func open(_ state: inout State) -> [Effect] {
    state.push(ThemePicker(before: state.program.theme.choice)) + [.loadThemes]
  }

  /// The themes were read. The list is at the one that is in force.
  static func show(_ items: [ThemeItem], _ state: inout State) -> [Effect] {
    guard var picker = state.top(ThemePicker.self) else { return [] }
    picker.items = items
    let name = state.program.theme.choice == .auto ? ThemeChoice.autoName : state.program.theme.name
    picker.picker.selected = picker.list(state).rows.firstIndex { $0.id == name } ?? 0
    let early = picker.early
    picker.early = []
    state.replaceTop(picker)
    return early.flatMap { state.key($0) }
  }

  /// By appearance: what goes with this terminal comes first.
  func list(_ state: State) -> PickerList {
    let words = state.words
    func group(_ appearance: Theme.Appearance) -> PickerList.Group {
      PickerList.Group(
        title: words.settings.themes(isLight: appearance == .light),
        rows: items.filter { $0.appearance == appearance }.map {
          PickerList.Row(
            id: $0.name, title: $0.name,
            text: words.settings.themeText(isLight: appearance == .light))
        })
    }
    let auto = PickerList.Row(
      id: ThemeChoice.autoName, title: ThemeChoice.autoName, note: words.settings.asTheTerminal,
      text: words.settings.autoThemeText)
    let groups = [
      PickerList.Group(title: words.settings.automatic, rows: [auto]),
      group(state.program.theme.appearance),
      group(state.program.theme.appearance == .dark ? .light : .dark),
    ]
    return picker.list(groups, words)
  }

  /// What is selected; nil: nothing matches.
  func choice(_ state: State) -> ThemeChoice? {
    let rows = list(state).rows
    guard rows.indices.contains(picker.selected) else { return nil }
    let name = rows[picker.selected].id
    return name == ThemeChoice.autoName ? .auto : ThemeChoice(name)
  }

  private func keep(_ choice: ThemeChoice, _ state: inout State) -> [Effect] {
    state.program.theme.choice = choice
    let name = choice == .auto ? ThemeChoice.autoName : choice.dark
    if state.program.configuration.isAvailable { return [.configure(.set("theme", name))] }
    state.show(.success, state.words.settings.themeForNow(name))
    return []
  }
}
