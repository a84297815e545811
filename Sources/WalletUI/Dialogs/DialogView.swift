import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

struct DialogView: FramePart {
  let frame: Frame

  func dialog(_ dialog: Dialog) {
    let size = frame.canvas.size
    let visible = dialog.form.fields.indices.filter { dialog.form.fields[$0].isVisible }
    let preview = state.settings.isLinear ? nil : dialog.purpose.preview(dialog.form, state)
    let face = preview.flatMap { _ in CardPreview.face(on: size) }
    // Columns of a card beside the fields.
    let beside = face.map { $0.width + CardPreview.gap } ?? 0
    let width = min((size.width >= 100 ? 72 : 64) + beside, size.width - 2)
    let inner = width - 6 - beside
    let intro = dialog.lines.flatMap { Text.wrap($0, to: inner) }
    let failure =
      dialog.failure.map {
        Text.wrap("\(words.errors.sentence($0)) \(words.errors.advice($0))", to: inner)
      } ?? []
    let above = (intro.isEmpty ? 0 : intro.count + 1) + (failure.isEmpty ? 0 : failure.count + 1)
    // Air around the fields, where there is room for it.
    func fields(isAiry: Bool) -> FormView {
      FormView(
        surface: frame, form: dialog.form, hasKeys: !dialog.isBusy && dialog.discarding == nil,
        visible: visible, width: inner, isAiry: isAiry)
    }
    let airy = fields(isAiry: true)
    let room = size.height - frame.anchored(Size(width, 0)).y - 1
    let isTight = above + airy.height + 5 > room
    let hintLines = hintLines(dialog, visible, inner)
    let last = above + airy.height + 4 + hintLines.count > room ? 1 : hintLines.count
    let form = isTight ? fields(isAiry: false) : airy
    let wanted =
      max(above + form.height, face.flatMap { preview?.height($0) } ?? 0) + (isTight ? 3 : 4 + last)
    let box = frame.anchored(Size(width, min(size.height, wanted)))
    var rect = frame.overlayBox(
      box, title: dialog.title, border: dialog.isDangerous ? .danger : .overlayBorder)
    if isTight { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    if let preview, let face {
      let title = Rect(rect.maxX - face.width, rect.y, face.width, 1)
      frame.section(words.settings.howItLooks, note: words.settings.live, title, on: .overlay)
      preview.draw(
        in: frame, Rect(title.x, title.y + 2, face.width, face.height), until: rect.maxY - 1)
      rect = Rect(rect.x, rect.y, inner, rect.height)
    }
    var y = rect.y
    // The fields come before what introduces them; and half a sentence is none.
    let spare = rect.height - last - failure.count - min(6, form.height)
    let shown = intro.count < spare ? intro : []
    for line in shown {
      frame.canvas.write(line, rect.x, y, theme[.overlayText])
      y += 1
    }
    if !shown.isEmpty { y += 1 }
    let bottom = rect.maxY - last - (failure.isEmpty ? 0 : failure.count + (isTight ? 0 : 1))
    form.draw(Rect(rect.x, y, rect.width, bottom - y), box)
    for (index, line) in failure.enumerated() {
      frame.canvas.write(
        line, rect.x, rect.maxY - last - failure.count + index - (isTight ? 0 : 1),
        theme[.danger].on(theme[.overlay].background))
    }
    lastLine(dialog, hintLines, Rect(rect.x, rect.maxY - last, rect.width, last))
  }

  /// What can be pressed; what is waited for; or whether what was typed may be lost.
  private func lastLine(_ dialog: Dialog, _ hintLines: [[(Hint, Bool)]], _ rect: Rect) {
    if dialog.isBusy {
      let text = Spinner(frame: frame).text ?? words.codes.oneMoment
      frame.canvas.write(text, rect.x, rect.y, theme[.overlayMuted])
      guard dialog.purpose.wait(dialog.form) != .notCancellable else { return }
      let used = Text.width(of: text) + 3
      return frame.hints(
        [("Esc", words.cancel)], Rect(rect.x + used, rect.y, rect.width - used, 1), on: .overlay)
    }
    if let discarding = dialog.discarding {
      let question = discarding == .quitting ? words.start.quitAndDiscard : words.start.discardTyped
      // In line mode an empty line only reads the screen again.
      let yes = state.settings.isLinear ? String(words.yes.prefix(1)) : "Enter"
      let hints = [(yes, words.start.discard), ("Esc", words.codes.goOn)]
      let needed = hints.reduce(0) { $0 + Hint($1.0, $1.1).width + 3 } - 3
      let asked = Text.width(of: question) + 3 + needed <= rect.width ? question : ""
      let ground = theme[.overlay].background
      let used = frame.canvas.write(asked, rect.x, rect.y, theme[.warning].on(ground))
      let start = used == 0 ? 0 : used + 3
      // Without room beside the keys, the question is above them.
      if used == 0 {
        let line = Rect(rect.x, rect.y - 1, rect.width, 1)
        frame.canvas.fill(line, theme[.overlay])
        frame.canvas.write(
          Text.truncate(question, to: rect.width), line.x, line.y, theme[.warning].on(ground))
      }
      frame.canvas.cursor = Point(rect.x + start, rect.y)
      return frame.hints(
        hints, Rect(rect.x + start, rect.y, rect.width - start, 1), on: .overlay)
    }
    for (offset, line) in hintLines.prefix(rect.height).enumerated() {
      var x = rect.x
      for (hint, isPossible) in line {
        x += frame.hint(hint, x, rect.y + offset, on: .overlay, isPossible: isPossible) + 3
      }
    }
  }

  /// What can be pressed, in one or two lines.
  ///
  /// Always in the same order: Enter, Esc, and what sends from any field. What sends is muted until
  /// it can. Where there is room for one only, a dangerous dialog shows the harmless one.
  private func hintLines(_ dialog: Dialog, _ visible: [Int], _ width: Int) -> [[(Hint, Bool)]] {
    let send = dialog.purpose.submitLabel(dialog.form, state) ?? dialog.submitLabel
    let back = (Hint("Esc", dialog.cancelLabel), true)
    let isLast = visible.isEmpty || dialog.form.focus == visible.last
    let enter =
      isLast ? (Hint("Enter", send), dialog.isComplete) : (Hint("Enter", words.nextHint), true)
    let further =
      isLast
      ? (Hint("Tab", words.nextHint), visible.count > 1) : (Hint("^S", send), dialog.isComplete)
    let more = dialog.purpose.hints(dialog.form, state).map { ($0, true) }
    var lines: [[(Hint, Bool)]] = [[]]
    var rest: [(Hint, Bool)] = []
    var used = 0
    for (hint, isPossible) in dialog.isDangerous ? [back, enter] : [enter, back, further] + more {
      if hint.keys == "Tab" && !isPossible { continue }
      if used + hint.width > width {
        rest.append((hint, isPossible))
      } else {
        lines[0].append((hint, isPossible))
        used += hint.width + 3
      }
    }
    used = 0
    let second = rest.filter { hint, _ in
      guard used + hint.width <= width else { return false }
      used += hint.width + 3
      return true
    }
    if !second.isEmpty { lines.append(second) }
    return lines
  }
}
