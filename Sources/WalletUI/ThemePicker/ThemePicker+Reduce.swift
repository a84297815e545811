import Canvas
import Themes
import Words

extension State {
  mutating func openThemes() -> [Effect] {
    overlays.append(.themes(ThemePicker(before: theme.choice)))
    return [.loadThemes]
  }

  /// The list stands at the theme that is in force.
  mutating func setThemes(_ items: [ThemeItem]) -> [Effect] {
    guard case .themes(var picker) = overlays.last else { return [] }
    picker.items = items
    let isAuto = theme.choice == .auto
    let here = isAuto ? nil : items.firstIndex { $0.name == theme.name }
    picker.select(here.map { $0 + 1 } ?? 0)
    let early = picker.early
    picker.early = []
    replaceTop(.themes(picker))
    return early.flatMap { key($0) }
  }

  mutating func themesKey(_ key: Key, _ picker: ThemePicker) -> [Effect] {
    if picker.items.isEmpty, key.code != .escape {
      var picker = picker
      picker.early.append(key)
      replaceTop(.themes(picker))
      return []
    }
    switch key.code {
    case .escape, .character(0x71):
      theme.choice = picker.before
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

  mutating func preview(_ position: Int, _ picker: ThemePicker) -> [Effect] {
    var picker = picker
    picker.select(position)
    theme.choice = picker.choice
    replaceTop(.themes(picker))
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
