import Canvas
import ScreenKit
import Secrets
import Words

/// A picker over the screen. Enter chooses a row.
protocol PickerOverlay: Overlay {
  var picker: Picker { get set }
  func list(_ state: State) -> PickerList
  /// Above the rows.
  func title(_ state: State) -> String
  /// What Enter does.
  func verb(_ state: State) -> String
  /// A row was chosen, and the picker has closed.
  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect]
}

extension PickerOverlay {
  func verb(_ state: State) -> String { state.words.open }

  func draw(in frame: Frame) {
    let state = frame.state
    PickerView(surface: frame, title: title(state), prompt: "/", verb: verb(state))
      .draw(picker, list(state), in: state.pickerBox)
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] { pick(key, &state) }

  func pick(_ key: Key, _ state: inout State) -> [Effect] {
    var overlay = self
    let list = list(state)
    switch overlay.picker.handle(
      key, list, page: PickerView.page(state.view.size, isLinear: state.settings.isLinear))
    {
    case .left: state.pop()
    case .chosen:
      guard list.rows.indices.contains(picker.selected) else { return [.bell] }
      state.pop()
      return chose(list.rows[picker.selected], &state)
    case .moved, .typed: state.replaceTop(overlay)
    case .ignored: return [.bell]
    }
    return []
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    change(&state) { $0.picker.paste(secret) }
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    change(&state) { $0.picker.selected = line }
    return state.key(Key(.enter))
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }
  func lineInput(_ state: State) -> LineInput { .search(state.words.commandLine.searchOrNumber) }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    list(state).rows.indices.contains(index) ? MouseInput.click(.item(index), &state) : [.bell]
  }
}

extension PickerList {
  /// The row to which a key goes from this one; nil: the key does something else. Nothing is typed
  /// into the list, so the keys that move elsewhere move here, too.
  func row(from row: Int, by key: Key, _ state: State) -> Int? {
    let move =
      switch state.input.keymap.command(for: key)?.id {
      case "move.down": Key(.down)
      case "move.up": Key(.up)
      default: key
      }
    var picker = Picker()
    picker.selected = row
    return picker.move(move, self, page: rows.count) ? picker.selected : nil
  }
}
