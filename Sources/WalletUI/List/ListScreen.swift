import Canvas
import ScreenKit
import Secrets
import Themes
import Words

/// A screen with a list: the keys that filter it, and the choice of rows in line mode.
protocol ListScreen: AppScreen {
  associatedtype Row: ListRow
  func list(_ state: State) -> ListPane<Row>
  /// Changes its list in the state.
  func changeList(_ state: inout State, _ change: (inout ListPane<Row>) -> Void)
  /// The filter for a typed text; nil: no filter.
  func condition(_ text: String, _ state: State) -> Row.Condition?
  /// Whether a longer text matches no row that its beginning does not match.
  var isNarrowedByTyping: Bool { get }
}

extension ListScreen {
  var isNarrowedByTyping: Bool { true }

  func lineCount(_ state: State) -> Int { list(state).count }

  func lineInput(_ state: State) -> LineInput {
    list(state).filter?.isEditing == true ? .text(state.words.commandLine.filter) : .keys
  }

  func textHints(_ state: State) -> [Hint]? {
    guard list(state).filter?.isEditing == true else { return nil }
    let words = state.words
    return [Hint("Enter", words.keep), Hint("Esc", words.showAll), Hint("↑↓", words.move)]
  }

  func filterHints(_ state: State) -> [Hint] { matchHints(state) }

  /// How to show all rows again, and to go from match to match.
  func matchHints(_ state: State) -> [Hint] {
    guard let filter = list(state).filter, !filter.isEditing else { return [] }
    let all = Hint(state.keyLabel(for: "back"), state.words.showAll, runs: "back")
    guard list(state).count > 1 else { return [all] }
    let keys = ["filter.next", "filter.previous"].compactMap(state.input.keymap.label)
    return [all, Hint(keys.joined(separator: " "), state.words.screen.matchHint)]
  }

  func ownKey(_ key: Key, _ state: inout State) -> [Effect]? { filterKey(key, &state) }

  func isFiltered(_ state: State) -> Bool { list(state).filter != nil }

  func startFilter(_ state: inout State) -> [Effect] {
    changeList(&state) { $0.startFilter() }
    return state.shown.show(.list, &state)
  }

  /// A key while a filter is typed; nil: no filter is typed, or the key moves in the list.
  func filterKey(_ key: Key, _ state: inout State) -> [Effect]? {
    guard let filter = list(state).filter, filter.isEditing else { return nil }
    switch key.code {
    case .escape: endFilter(&state)
    case .enter: changeList(&state) { $0.acceptFilter() }
    case .up, .down, .pageUp, .pageDown, .tab, .backtab: return nil
    default:
      var input = filter.input
      guard input.handle(key) else { return nil }
      let before = filter.input.text
      let isLonger = !before.isEmpty && input.text.hasPrefix(before)
      type(input, narrowing: isNarrowedByTyping && isLonger, &state)
    }
    return []
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    guard let filter = list(state).filter, filter.isEditing else { return [] }
    var input = filter.input
    input.paste(secret)
    type(input, narrowing: false, &state)
    return []
  }

  func endFilter(_ state: inout State) {
    let condition = condition("", state)
    changeList(&state) { $0.endFilter(condition) }
  }

  private func type(_ input: TextInput, narrowing: Bool, _ state: inout State) {
    let condition = condition(input.text, state)
    changeList(&state) {
      $0.filter?.input = input
      $0.show(condition, narrowing: narrowing)
    }
  }
}

extension FramePart {
  /// The line on which a filter of the list is typed; nothing without a filter.
  func filterLine<Row>(_ list: ListPane<Row>, _ line: Rect) {
    guard let filter = list.filter, !line.isEmpty else { return }
    frame.canvas.write("/", line.x, line.y, theme[.key])
    frame.textInput(
      filter.input, hint: "", Rect(line.x + 2, line.y, line.width - 2, 1),
      theme[filter.isEditing ? .strong : .muted],
      isFocused: filter.isEditing && state.view.overlays.isEmpty)
  }

  /// Draws the rows of a list from `first` on, as many as fit.
  ///
  /// - Parameters:
  ///   - name: The name of a row for screen readers.
  ///   - draw: Draws a row in its line. Gets its position, and whether it is selected.
  func rows<Row>(
    _ list: ListPane<Row>, from first: Int, in rect: Rect, height: Int = 1,
    name: (Row) -> String, draw: (Row, Rect, Bool) -> Void
  ) {
    for line in 0..<max(0, min((rect.height + height - 1) / height, list.count - first)) {
      guard let row = list[first + line] else { return }
      let place = Rect(rect.x, rect.y + line * height, rect.width, min(height, 2))
      frame.canvas.mark(.row, name(row), place, target: Target.item(first + line).text)
      draw(row, place, first + line == list.selected)
    }
  }

  /// The ground of a row. It is wider than the row, so that the bar stands before the text.
  func rowGround(_ row: Rect, isSelected: Bool, isFocused: Bool) -> Role {
    guard isSelected else { return .surface }
    return frame.selectedRow(
      Rect(row.x - 2, row.y, row.width + 4, row.height), isFocused: isFocused)
  }
}

extension ListPane {
  /// What the empty list says while nothing has been read, or while it is read; nil: nothing.
  ///
  /// - Parameter reading: What is said while it is read.
  func unread(_ reading: String, _ state: State) -> String? {
    if !isKnown, let reason = state.unreadable { return state.words.activity.notLoaded(reason) }
    if isLoading { return reading + "…" }
    return isKnown
      ? nil : state.words.screen.notLoadedYet(key: state.keyLabel(for: "wallet.reload"))
  }
}
