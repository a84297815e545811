import Canvas
import Themes
import Words

extension ThemePicker: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if items.isEmpty, key.code != .escape {
      var picker = self
      picker.early.append(key)
      state.replaceTop(picker)
      return []
    }
    switch key.code {
    case .escape, .character(0x71):
      state.pop()
      return []
    case .enter:
      state.pop()
      keep(&state)
      return []
    case .down, .tab, .character(0x6a): return preview(selected + 1, &state)
    case .up, .backtab, .character(0x6b): return preview(selected - 1, &state)
    case .pageDown: return preview(selected + 10, &state)
    case .pageUp: return preview(selected - 10, &state)
    case .home, .character(0x67): return preview(0, &state)
    case .end, .character(0x47): return preview(count, &state)
    default: return [.bell]
    }
  }

  private func preview(_ position: Int, _ state: inout State) -> [Effect] {
    var picker = self
    picker.select(position)
    state.theme.choice = picker.choice
    state.replaceTop(picker)
    return []
  }

  func click(line: Int, _ state: inout State) -> [Effect] { preview(line, &state) }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { ThemePickerView(frame: frame).themes(self) }
  var isTransparent: Bool { true }
  /// Toasts would hide the list.
  var allowsToasts: Bool { false }
  /// A theme that was not chosen is not kept.
  func closed(_ state: inout State) { state.theme.choice = before }
}

extension ThemePicker {
  static func open(_ state: inout State) -> [Effect] {
    state.push(ThemePicker(before: state.theme.choice)) + [.loadThemes]
  }

  /// The themes were read. Selects the current one.
  static func show(_ items: [ThemeItem], _ state: inout State) -> [Effect] {
    guard var picker = state.top(ThemePicker.self) else { return [] }
    picker.items = items
    let isAuto = state.theme.choice == .auto
    let here = isAuto ? nil : items.firstIndex { $0.name == state.theme.name }
    picker.select(here.map { $0 + 1 } ?? 0)
    let early = picker.early
    picker.early = []
    state.replaceTop(picker)
    return early.flatMap { state.key($0) }
  }

  private func keep(_ state: inout State) {
    state.theme.choice = choice
    let word = choice == .auto ? ThemeChoice.autoName : choice.dark
    let detail = state.words.toKeepTheme(word, state.settings.configurationFile)
    state.toasts.show(
      .success, state.words.themeForNow(word), detail: state.kiosk == nil ? detail : nil,
      clock: state.clock, seconds: 10)
  }
}
