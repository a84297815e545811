import Canvas
import ScreenKit
import Words

struct ThemePickerView: FramePart {
  let frame: Frame

  /// The list of themes, beside what they are tried on.
  func themes(_ picker: ThemePicker) {
    let view = PickerView(
      surface: frame, title: words.settings.themes, prompt: "/", verb: words.settings.useTheme,
      leave: words.backHint)
    view.draw(picker.picker, picker.list(state), in: box)
  }

  /// At the right, from the row of every picker on; in the lower half where there is no room beside
  /// it.
  private var box: Rect {
    let all = state.pickerBox
    if state.settings.isLinear { return all }
    let screen = frame.canvas.size
    let width = min(50, screen.width - 2)
    guard state.layout == .narrow else {
      return Rect(screen.width - width - 2, all.y, width, min(26, all.height))
    }
    let top = max(all.y, all.maxY - max(8, all.height / 2))
    return Rect(1, top, width, all.maxY - top)
  }
}
