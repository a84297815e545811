import Canvas
import Themes
import Words

extension ThemePicker: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] { state.themesKey(key, self) }

  func click(line: Int, _ state: inout State) -> [Effect] { state.preview(line, self) }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func draw(in frame: Frame) { frame.themes(self) }
  var isSeenThrough: Bool { true }
  /// They would hide the list.
  var allowsToasts: Bool { false }
  /// What was only looked at goes.
  func closed(_ state: inout State) { state.theme.choice = before }
}

extension State {
  mutating func openThemes() -> [Effect] {
    push(ThemePicker(before: theme.choice)) + [.loadThemes]
  }

  /// The list stands at the theme that is in force.
  mutating func setThemes(_ items: [ThemeItem]) -> [Effect] {
    guard var picker = top(ThemePicker.self) else { return [] }
    picker.items = items
    let isAuto = theme.choice == .auto
    let here = isAuto ? nil : items.firstIndex { $0.name == theme.name }
    picker.select(here.map { $0 + 1 } ?? 0)
    let early = picker.early
    picker.early = []
    replaceTop(picker)
    return early.flatMap { key($0) }
  }

  fileprivate mutating func themesKey(_ key: Key, _ picker: ThemePicker) -> [Effect] {
    if picker.items.isEmpty, key.code != .escape {
      var picker = picker
      picker.early.append(key)
      replaceTop(picker)
      return []
    }
    switch key.code {
    case .escape, .character(0x71):
      pop()
      return []
    case .enter:
      pop()
      keep(picker.choice)
      return []
    case .down, .tab, .character(0x6a): return preview(picker.selected + 1, picker)
    case .up, .backtab, .character(0x6b): return preview(picker.selected - 1, picker)
    case .pageDown: return preview(picker.selected + 10, picker)
    case .pageUp: return preview(picker.selected - 10, picker)
    case .home, .character(0x67): return preview(0, picker)
    case .end, .character(0x47): return preview(picker.count, picker)
    default: return [.bell]
    }
  }

  fileprivate mutating func preview(_ position: Int, _ picker: ThemePicker) -> [Effect] {
    var picker = picker
    picker.select(position)
    theme.choice = picker.choice
    replaceTop(picker)
    return []
  }

  private mutating func keep(_ choice: ThemeChoice) {
    theme.choice = choice
    let word = choice == .auto ? ThemeChoice.autoName : choice.dark
    toasts.show(
      .success, words.themeForNow(word),
      detail: kiosk == nil ? words.toKeepTheme(word, settings.configurationFile) : nil,
      clock: clock, seconds: 10)
  }

  /// What is wrong with a person's theme is news; the rest of it is painted with.
  mutating func tell(themeProblems: [String]) {
    for text in themeProblems.reversed() {
      toasts.show(.warning, text, clock: clock, seconds: 10)
    }
  }
}
