import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// The fields of a dialog: labels beside them, or above them below 60 columns; what is wrong with one
/// stands below it in full.
struct FormView: FramePart {
  let frame: Frame
  let dialog: Dialog
  /// The places of the fields that are shown.
  let visible: [Int]
  let width: Int
  /// Whether there is an empty line between fields.
  let isAiry: Bool

  private var isStacked: Bool { state.size.width < 60 && !state.settings.isLinear }
  /// Columns of the bar of a note.
  private static let bar = 10
  /// Columns of the labels.
  private var column: Int {
    if isStacked { return 0 }
    let longest = visible.map { Text.width(of: dialog.form.fields[$0].label) }.max() ?? 0
    return min(width / 2, max(width >= 44 ? 14 : 11, longest + 2))
  }

  var height: Int { visible.reduce(0) { $0 + height(of: dialog.form.fields[$1]) } }

  private func height(of field: FormField) -> Int {
    (isStacked ? 2 : 1) + max(isAiry ? 1 : 0, lines(below: field).count)
  }

  /// What stands below a field: what is wrong, with a glyph, as colour never carries meaning alone.
  private func lines(below field: FormField) -> [String] {
    if let error = field.error {
      let text = (state.settings.ascii ? "! " : "▲ ") + words.text(error)
      return Text.wrap(text, to: width - column)
    }
    guard let note = field.note else { return [] }
    let start = note.tenths == nil ? 0 : Self.bar + 2
    return Text.wrap(note.text, to: width - column - start).map {
      String(repeating: " ", count: start) + $0
    }
  }

  /// Scrolled so that the field with the focus is in sight, and the one after it if there is room.
  func draw(_ rect: Rect, _ box: Rect) {
    let heights = visible.map { height(of: dialog.form.fields[$0]) }
    let here = visible.firstIndex(of: dialog.form.focus) ?? 0
    // The last line of air is not needed.
    let room = rect.height + (isAiry ? 1 : 0)
    var first = 0
    func needed(_ last: Int) -> Int {
      heights[first...min(last, heights.count - 1)].reduce(0, +)
    }
    while first < here, needed(here + 1) > room { first += 1 }
    var y = rect.y
    for (place, index) in visible.enumerated().dropFirst(first) {
      guard y < rect.maxY, place == here || y + heights[place] <= rect.maxY + (isAiry ? 1 : 0)
      else { break }
      draw(dialog.form.fields[index], at: index, Rect(rect.x, y, rect.width, heights[place]))
      y += heights[place]
    }
    if heights.reduce(0, +) > room {
      let position = " \(here + 1)/\(visible.count) "
      frame.canvas.write(
        position, box.maxX - Text.width(of: position) - 2, box.y, theme[.overlayMuted])
    }
  }

  private func draw(_ field: FormField, at index: Int, _ rect: Rect) {
    let isFocused = index == dialog.form.focus && !dialog.isBusy && dialog.discarding == nil
    let ground = theme[.overlay].background
    let label = theme[isFocused ? .overlayText : .overlayMuted]
    let line = rect.y + (isStacked ? 1 : 0)
    frame.canvas.write(
      Text.truncate(field.label, to: isStacked ? rect.width : column - 1), rect.x, rect.y,
      isFocused ? label.with(.bold) : label)
    let input = Rect(rect.x + column, line, rect.width - column, 1)
    let style = theme[isFocused ? .fieldFocus : field.error == nil ? .field : .fieldError]
    frame.canvas.fill(input, style)
    if isFocused {
      frame.canvas.write(
        state.settings.ascii ? ">" : "▌", input.x, line, theme[.key].on(style.background))
    }
    value(field, input, style, isFocused: isFocused)
    frame.canvas.mark(.field, field.label, input)
    frame.canvas.mark(.button, field.label, rect, target: Target.field(index).text)
    let role: Role = field.error != nil ? .danger : field.note?.role ?? .overlayMuted
    for (index, text) in lines(below: field).enumerated() {
      frame.canvas.write(
        text, rect.x + column, line + 1 + index, theme[role].on(ground))
    }
    if field.error == nil, let tenths = field.note?.tenths {
      let ascii = state.settings.ascii
      frame.canvas.line(
        rect.x + column, line + 1, tenths, theme[role].on(ground), ascii ? "=" : "━")
      frame.canvas.line(
        rect.x + column + tenths, line + 1, Self.bar - tenths, theme[.overlayMuted],
        ascii ? "-" : "─")
    }
  }

  /// At the right end of the field with the focus: how much more can be typed.
  private func counter(_ field: FormField) -> String {
    switch field.value {
    case .text(let input) where input.alphabet == .digits:
      field.count > 0 && field.count < input.limit
        ? words.digitsLeft(input.limit - field.count) : ""
    case .secret(let input) where input.alphabet == .digits:
      field.count > 0 && field.count < input.limit
        ? words.digitsLeft(input.limit - field.count) : ""
    case .text(let input) where input.alphabet == .any && input.limit <= 60:
      field.count * 2 >= input.limit ? "\(field.count)/\(input.limit)" : ""
    default: ""
    }
  }

  private func value(
    _ field: FormField, _ input: Rect, _ style: Style, isFocused: Bool
  ) {
    let counter = isFocused ? counter(field) : ""
    let taken = counter.isEmpty ? 0 : Text.width(of: counter) + 1
    frame.canvas.write(
      counter, input.maxX - taken, input.y, theme[.overlayMuted].on(style.background))
    let rect = Rect(input.x, input.y, input.width - taken, 1)
    let room = rect.width - 2
    switch field.value {
    case .text(let text):
      frame.textInput(text, hint: field.hint, rect.inset(1, 0), style, isFocused: isFocused)
    case .secret(let secret):
      if secret.count == 0 {
        frame.canvas.write(
          Text.truncate(field.hint, to: room), rect.x + 1, rect.y,
          theme[.overlayMuted].on(style.background))
      }
      let dots = min(secret.count, room - 1)
      let dot = state.settings.ascii ? "*" : "●"
      frame.canvas.write(String(repeating: dot, count: dots), rect.x + 1, rect.y, style)
      if isFocused { frame.canvas.cursor = Point(rect.x + 1 + dots, rect.y) }
    case .choice(let options, let selected):
      let text = options.indices.contains(selected) ? options[selected] : ""
      let ascii = state.settings.ascii
      let key = theme[.key].on(style.background)
      frame.canvas.write(ascii ? "<" : "‹", rect.x + 1, rect.y, key)
      frame.canvas.write(Text.truncate(text, to: room - 4), rect.x + 3, rect.y, style)
      frame.canvas.write(ascii ? ">" : "›", rect.maxX - 2, rect.y, key)
      if isFocused { frame.canvas.cursor = Point(rect.x + 1, rect.y) }
    case .toggle(let on):
      let mark = on ? (state.settings.ascii ? "[x]" : "[✓]") : "[ ]"
      frame.canvas.write("\(mark) \(on ? words.yes : words.no)", rect.x + 1, rect.y, style)
      if isFocused { frame.canvas.cursor = Point(rect.x + 2, rect.y) }
    }
  }
}
