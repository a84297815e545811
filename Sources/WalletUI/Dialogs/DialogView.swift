import Canvas
import TextLayout
import Themes
import WalletModel
import Words

struct DialogView: FramePart {
  let frame: Frame

  func dialog(_ dialog: Dialog) {
    let visible = dialog.form.fields.indices.filter { dialog.form.fields[$0].isVisible }
    let width = min(64, frame.canvas.size.width - 2)
    let inner = width - 6
    let intro = dialog.lines.flatMap { Text.wrap($0, to: inner) }
    var failure =
      dialog.failure.map { Text.wrap("\(words.sentence($0)) \(words.advice($0))", to: inner) } ?? []
    let roomy = intro.count + visible.count * 2 + failure.count + 8
    let isTight = roomy > frame.canvas.size.height - 2
    // Fields have no lines of their own for errors, so the error of the field in focus is shown
    // here.
    if isTight && failure.isEmpty {
      let problem = dialog.form.fields[dialog.form.focus].error.map { self.problem($0) } ?? ""
      failure = Text.wrap(problem, to: inner)
    }
    let step = isTight ? 1 : 2
    let chrome = (intro.isEmpty ? 0 : intro.count + 1) + (failure.isEmpty ? 0 : failure.count + 1)
    let wanted = chrome + visible.count * step + (isTight ? 3 : 6)
    let height = min(frame.canvas.size.height - 1, wanted)
    let role: Role = dialog.isDangerous ? .danger : .overlayBorder
    var box = Rect(frame.canvas.size).centred(Size(width, height))
    if height < wanted { box = Rect(box.x, 0, box.width, frame.canvas.size.height) }
    var rect = frame.overlayBox(box, title: dialog.title, border: role)
    if isTight { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    var y = rect.y
    for line in intro where y < rect.maxY - 2 {
      frame.canvas.write(line, rect.x, y, theme[.overlayText])
      y += 1
    }
    if !intro.isEmpty { y += 1 }
    let bottom = rect.maxY - 1 - (failure.isEmpty ? 0 : failure.count + (isTight ? 0 : 1))
    fields(dialog, visible, Rect(rect.x, y, rect.width, bottom - y), step: step)
    for (index, line) in failure.enumerated() {
      frame.canvas.write(
        line, rect.x, rect.maxY - 1 - failure.count + index - (isTight ? 0 : 1),
        theme[.danger].on(theme[.overlay].background))
    }
    if dialog.isBusy {
      let text = frame.spinnerText ?? words.oneMoment
      frame.canvas.write(text, rect.x, rect.maxY - 1, theme[.overlayMuted])
      if dialog.purpose.wait != .notCancellable {
        let used = Text.width(of: text) + 3
        frame.hints(
          [("Esc", words.cancel)], Rect(rect.x + used, rect.maxY - 1, rect.width - used, 1),
          on: .overlay)
      }
    } else {
      frame.footerHints(dialogHints(dialog, visible), rect)
    }
  }

  private func dialogHints(_ dialog: Dialog, _ visible: [Int]) -> [(String, String)] {
    let back = ("Esc", dialog.cancelLabel)
    // If there is room for only one hint, it is the harmless one.
    if dialog.isDangerous { return [back, ("Enter", dialog.submitLabel), ("Tab", words.nextHint)] }
    return dialog.form.focus == visible.last
      ? [("Enter", dialog.submitLabel), back, ("Tab", words.nextHint)]
      : [("^S", dialog.submitLabel), back, ("Enter", words.nextHint)]
  }

  /// The fields, scrolled so that the one in focus is visible.
  private func fields(_ dialog: Dialog, _ visible: [Int], _ rect: Rect, step: Int) {
    let lines = max(1, rect.height / step)
    let here = visible.firstIndex(of: dialog.form.focus) ?? 0
    let first = max(0, min(here - lines / 2, visible.count - lines))
    for (line, index) in visible.dropFirst(first).prefix(lines).enumerated() {
      let y = rect.y + line * step
      let field = Rect(rect.x, y, rect.width, step)
      self.field(
        dialog.form.fields[index], field,
        isFocused: index == dialog.form.focus && !dialog.isBusy)
      frame.canvas.mark(
        .button, dialog.form.fields[index].label, field, target: Target.field(index).text)
    }
  }

  private func field(_ field: FormField, _ rect: Rect, isFocused: Bool) {
    let background = theme[.overlay].background
    let label = rect.width >= 44 ? 14 : 11
    frame.canvas.write(
      Text.truncate(field.label, to: label - 1), rect.x, rect.y,
      theme[isFocused ? .overlayText : .overlayMuted])
    let inputWidth = min(rect.width - label, 44)
    let input = Rect(rect.x + label, rect.y, inputWidth, 1)
    let style = theme[isFocused ? .fieldFocus : field.error == nil ? .field : .fieldError]
    frame.canvas.fill(input, style)
    value(field, input, style, isFocused: isFocused)
    frame.canvas.mark(.field, field.label, input)
    guard let error = field.error else { return }
    // Below the field if there is a line for it, otherwise a mark beside it.
    let danger = theme[.danger].on(background)
    if rect.height > 1 {
      frame.canvas.write(
        Text.truncate(problem(error), to: rect.width - label), rect.x + label, rect.y + 1, danger)
    } else {
      frame.canvas.write(problem(nil), input.x - 2, rect.y, danger)
    }
  }

  /// The error with a sign, since colour must not be the only difference.
  private func problem(_ error: Reason?) -> String {
    (state.settings.ascii ? "!" : "▲") + (error.map { " " + words.text($0) } ?? "")
  }

  private func value(
    _ field: FormField, _ rect: Rect, _ style: Style, isFocused: Bool
  ) {
    let room = rect.width - 2
    switch field.value {
    case .text(let input):
      frame.textInput(input, hint: field.hint, rect.inset(1, 0), style, isFocused: isFocused)
    case .secret(let input):
      if input.count == 0 {
        frame.canvas.write(
          Text.truncate(field.hint, to: room), rect.x + 1, rect.y,
          theme[.overlayMuted].on(style.background))
      }
      let dots = min(input.count, room - 1)
      let dot = state.settings.ascii ? "*" : "●"
      frame.canvas.write(String(repeating: dot, count: dots), rect.x + 1, rect.y, style)
      if isFocused { frame.canvas.cursor = Point(rect.x + 1 + dots, rect.y) }
    case .choice(let options, let selected):
      let text = options.indices.contains(selected) ? options[selected] : ""
      let ascii = state.settings.ascii
      frame.canvas.write(ascii ? "<" : "‹", rect.x + 1, rect.y, theme[.key].on(style.background))
      frame.canvas.write(Text.truncate(text, to: room - 4), rect.x + 3, rect.y, style)
      frame.canvas.write(ascii ? ">" : "›", rect.maxX - 2, rect.y, theme[.key].on(style.background))
      if isFocused { frame.canvas.cursor = Point(rect.x + 1, rect.y) }
    case .toggle(let on):
      let mark = on ? (state.settings.ascii ? "[x]" : "[✓]") : "[ ]"
      frame.canvas.write("\(mark) \(on ? words.yes : words.no)", rect.x + 1, rect.y, style)
      if isFocused { frame.canvas.cursor = Point(rect.x + 2, rect.y) }
    }
  }
}
