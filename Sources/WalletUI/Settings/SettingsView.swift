import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

/// The settings, over the whole screen: what they are about, the settings, and the file.
struct SettingsView: FramePart {
  let frame: Frame
  let form: SettingsForm

  private var groups: [SettingsForm.Group] { SettingsForm.groups(state) }

  func draw() {
    let areas = state.areas
    let height = state.view.size.height
    let top = areas.body.y
    frame.canvas.fill(
      Rect(0, areas.header.maxY, state.view.size.width, height - areas.header.maxY), theme[.surface]
    )
    let body = Rect(0, top, state.view.size.width, areas.body.maxY - top)
    if state.settings.isLinear {
      linear(body)
      frame.canvas.mark(.dialog, words.settings.settings.title, body)
    } else if body.width >= 112 {
      wide(body)
    } else if state.layout == .wide {
      let right = 40
      let file = Rect(body.maxX - right - 1, body.y, right, body.height)
      single(Rect(body.x + 1, body.y, body.width - right - 3, body.height))
      filePane(file)
    } else {
      single(body)
    }
    footer(areas.footer)
  }

  /// Three panes: groups, the settings of the selected one, the file.
  private func wide(_ body: Rect) {
    let margin = 1
    let left = 24
    let right = min(56, max(34, (body.width - left) * 2 / 5))
    let middle = min(86, body.width - 2 * margin - left - right - 2)
    let panes = [
      Rect(body.x + margin, body.y, left, body.height),
      Rect(body.x + margin + left + 1, body.y, middle, body.height),
      Rect(body.x + margin + left + middle + 2, body.y, right, body.height),
    ]
    let (index, first) = group
    groupPane(panes[0], index)
    if groups.indices.contains(index) {
      let group = groups[index]
      let place = words.position(form.selected - first + 1, of: group.rows.count)
      let rect = frame.pane(panes[1], title: group.title, note: place, focused: true)
      settingsOf(group, first, rect)
    } else {
      frame.pane(panes[1], title: words.settings.settings.title, note: "", focused: true)
    }
    filePane(panes[2])
  }

  private func filePane(_ rect: Rect) {
    SettingsFileView(frame: frame).file(
      frame.pane(rect, title: words.settings.whatItWrites, note: path.name, focused: false))
  }

  /// The folder of the file, and its name.
  private var path: (folder: String, name: String) {
    let path = state.settings.configurationFile
    guard let cut = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...cut]), String(path[path.index(after: cut)...]))
  }

  /// The group of the selected setting, and the place of its first setting.
  private var group: (index: Int, first: Int) {
    var first = 0
    for (index, group) in groups.enumerated() {
      if form.selected < first + group.rows.count { return (index, first) }
      first += group.rows.count
    }
    return (0, 0)
  }

  // MARK: Groups

  private func groupPane(_ pane: Rect, _ selected: Int) {
    let rect = frame.pane(pane, title: words.settings.settings.title, note: "", focused: false)
    var y = rect.y
    for (index, group) in groups.enumerated() where y + 1 < rect.maxY {
      let whole = Rect(pane.x + 1, y, pane.width - 2, 2)
      let base: Role = index == selected ? .selection : .surface
      if index == selected {
        frame.canvas.fill(whole, theme[base])
        for line in 0..<2 {
          frame.canvas.write(
            "▏", whole.x, y + line,
            theme.style(.selectionBar, on: base))
        }
      }
      frame.canvas.write(
        Text.truncate(group.title, to: rect.width - 4), rect.x, y,
        theme.style(index == selected ? .strong : .text, on: base))
      let count = "\(group.rows.count)"
      frame.canvas.write(
        count, rect.maxX - Text.width(of: count), y, theme.style(.muted, on: base))
      frame.canvas.write(
        Text.truncate(
          words.settings.contents(SettingGroup(of: group.rows[0].item.id)), to: rect.width),
        rect.x, y + 1, theme.style(.muted, on: base))
      y += 2
    }
    y += 1
    y = note(
      words.settings.keptIn, [path.folder, path.name, "", words.settings.commentsStay], rect, y)
    let problems = state.program.configuration.snapshot?.problems ?? []
    _ = note(
      words.settings.checked,
      [
        problems.isEmpty
          ? "✓ " + words.settings.noMistakes : "▲ " + words.settings.mistakes(problems.count)
      ], rect, y)
  }

  /// A section with paragraphs, if all of it has room. Returns the line below it.
  private func note(_ title: String, _ texts: [String], _ rect: Rect, _ y: Int) -> Int {
    let lines = texts.flatMap { $0.isEmpty ? [""] : Text.wrap($0, to: rect.width) }
    guard y + lines.count < rect.maxY else { return y }
    frame.section(title, Rect(rect.x, y, rect.width, 1))
    for (index, line) in lines.enumerated() {
      frame.canvas.write(line, rect.x, y + 1 + index, theme[.muted])
    }
    return y + lines.count + 2
  }

  // MARK: Settings

  /// Two lines each where there is room, and below them what is to be known of the selected one.
  private func settingsOf(_ group: SettingsForm.Group, _ first: Int, _ rect: Rect) {
    let about = about(rect.width)
    let room = rect.height - about.count - 2
    let step = room >= group.rows.count * 3 ? 3 : room >= group.rows.count * 2 ? 2 : 1
    var y = rect.y
    for (index, row) in group.rows.enumerated() where y + min(step, 2) <= rect.maxY {
      let isSelected = first + index == form.selected
      let whole = Rect(rect.x - 2, y, rect.width + 4, min(step, 2))
      setting(row, first + index, Rect(rect.x, y, rect.width, min(step, 2)), whole, isSelected)
      y += step
    }
    if step < 3 { y += 1 }
    foot(about, Rect(rect.x, y, rect.width, rect.maxY - y))
    y += about.count + 2
    if SettingGroup(of: group.rows[0].item.id) == .look {
      sample(Rect(rect.x, y, rect.width, rect.maxY - y))
    }
  }

  /// The first cards of the list, in the colours that are chosen.
  private func sample(_ rect: Rect) {
    let count = min(3, state.cards.list.count, (rect.height - 1) / 3)
    guard count > 0 else { return }
    frame.section(
      words.settings.howItLooks, note: words.settings.live, Rect(rect.x, rect.y, rect.width, 1))
    for index in 0..<count {
      guard let row = state.cards.list[index] else { return }
      let y = rect.y + 2 + index * 3
      frame.chip(row, Rect(rect.x, y, Frame.chip.width, Frame.chip.height))
      let x = rect.x + Frame.chip.width + 2
      frame.canvas.write(
        Text.truncate(row.title, to: rect.maxX - x), x, y, theme[.text])
      frame.state(row.status.sign, words.cards.status(row.status), row.status.role, x, y + 1)
    }
  }

  private func setting(
    _ row: SettingRow, _ index: Int, _ rect: Rect, _ whole: Rect, _ isSelected: Bool
  ) {
    let text = words.settings.setting(row)
    let base: Role = isSelected ? .selection : .surface
    if isSelected {
      frame.canvas.fill(whole, theme[base])
      for y in whole.y..<whole.maxY {
        frame.canvas.write(
          "▌", whole.x, y, theme.style(.selectionBar, on: base))
      }
      frame.canvas.cursor = Point(whole.x, rect.y)
    }
    let isElsewhere = row.item.kind == .elsewhere
    if isSelected, let input = form.input {
      let width = min(rect.width / 2, max(12, Text.width(of: input.text) + 2))
      let field = Rect(rect.maxX - width, rect.y, width, 1)
      frame.canvas.fill(field, theme[.fieldFocus])
      frame.textInput(
        input, hint: "", Rect(field.x + 1, field.y, field.width - 2, 1), theme[.fieldFocus],
        isFocused: true)
      frame.canvas.write(
        Text.truncate(text.title, to: rect.width - width - 2), rect.x, rect.y,
        theme.style(.strong, on: base))
    } else {
      let value = shown(row)
      let role: Role =
        isElsewhere || row.isOn(row.item.value) == false
        ? .muted : row.isOn(row.item.value) == true ? .success : .key
      let valueText = Text.truncate(
        value, to: max(rect.width / 2, rect.width - Text.width(of: text.title) - 2))
      let width = Text.width(of: valueText)
      frame.canvas.write(valueText, rect.maxX - width, rect.y, theme.style(role, on: base))
      frame.canvas.write(
        Text.truncate(text.title, to: rect.width - width - 2), rect.x, rect.y,
        theme.style(isSelected ? .strong : .text, on: base))
    }
    if rect.height > 1 {
      frame.canvas.write(
        Text.truncate(text.doc, to: rect.width), rect.x, rect.y + 1,
        theme.style(.muted, on: base))
    }
    frame.canvas.mark(.button, text.title, whole, target: Target.item(index).text)
  }

  /// `‹ dark ›` for one of several, `● on`, `◌ off`.
  private func shown(_ row: SettingRow) -> String {
    let value = words.settings.shownValue(row)
    if let isOn = row.isOn(row.item.value) {
      return (isOn ? StateSign.active : .partial).text(ascii: state.settings.ascii) + " " + value
    }
    switch row.item.kind {
    case .choice, .theme: return "‹ \(value) ›"
    case .toggle, .choices, .number, .text, .elsewhere: return value
    }
  }

  // MARK: What is to be known of the selected one

  /// Where its value comes from, or why it was refused; each with its colour.
  private func about(_ width: Int) -> [(text: String, role: Role)] {
    let rows = SettingsForm.rows(state)
    guard rows.indices.contains(form.selected) else { return [] }
    let row = rows[form.selected]
    var texts: [(String, Role)] = []
    if let error = form.error {
      texts.append((words.errors.sentence(error), .danger))
    }
    texts.append((words.settings.origin(row.item), .text))
    if row.item.option != nil { texts.append((words.settings.optionCounts(row.item.id), .warning)) }
    if LiveSetting(rawValue: row.item.id) == nil, row.item.kind != .elsewhere {
      texts.append((words.screen.standingAlone(words.settings.fromTheNextStart), .muted))
    }
    return texts.flatMap { text, role in
      Text.wrap(text, to: width).map { (text: $0, role: role) }
    }
  }

  private func foot(_ lines: [(text: String, role: Role)], _ rect: Rect) {
    guard rect.height > lines.count else { return }
    frame.section(words.settings.whereFrom, Rect(rect.x, rect.y, rect.width, 1))
    for (index, line) in lines.enumerated() {
      frame.canvas.write(line.text, rect.x, rect.y + 1 + index, theme[line.role])
    }
  }

  // MARK: One pane

  /// All groups in one list, and the text of the selected setting at the foot.
  private func single(_ body: Rect) {
    let rows = SettingsForm.rows(state)
    let place = rows.isEmpty ? "" : words.position(form.selected + 1, of: rows.count)
    frame.pane(body, title: words.settings.settings.title, note: place, focused: true)
    let inset = body.width < 60 ? 2 : 3
    let text =
      rows.indices.contains(form.selected) ? words.settings.setting(rows[form.selected]).doc : ""
    let width = body.width - 2 * inset
    let foot =
      Text.wrap(text, to: width).map { (text: $0, role: Role.text) } + about(width)
    let height = min(foot.count, max(1, body.height / 3))
    let rect = Rect(body.x + inset, body.y + 1, width, body.height - 3 - height)
    list(rect, body)
    frame.canvas.line(
      body.x + 1, rect.maxY, body.width - 2, theme[.border], border.horizontal)
    for (index, line) in foot.prefix(height).enumerated() {
      frame.canvas.write(line.text, rect.x, rect.maxY + 1 + index, theme[line.role])
    }
  }

  private func list(_ rect: Rect, _ body: Rect) {
    var lines: [(heading: String?, row: Int)] = []
    var index = 0
    for group in groups {
      lines.append((group.title, index))
      for _ in group.rows {
        lines.append((nil, index))
        index += 1
      }
    }
    let selected = lines.firstIndex { $0.heading == nil && $0.row == form.selected } ?? 0
    let first = max(0, min(selected - rect.height / 2, lines.count - rect.height))
    let rows = SettingsForm.rows(state)
    for (offset, line) in lines.dropFirst(first).prefix(rect.height).enumerated() {
      let place = Rect(rect.x, rect.y + offset, rect.width, 1)
      if let heading = line.heading {
        frame.section(heading, place)
      } else {
        let whole = Rect(body.x + 1, place.y, body.width - 2, 1)
        setting(rows[line.row], line.row, place, whole, line.row == form.selected)
      }
    }
  }

  /// Line by line: a setting, its value, what it does.
  private func linear(_ body: Rect) {
    for (index, row) in SettingsForm.rows(state).enumerated() {
      let y = body.y + index
      let text = words.settings.setting(row)
      frame.canvas.write(text.title, body.x, y, theme[.text])
      frame.canvas.write(words.settings.shownValue(row), body.x + 40, y, theme[.text])
      frame.canvas.write(text.doc, body.x + 80, y, theme[.muted])
      if index == form.selected { frame.canvas.cursor = Point(body.x, y) }
      frame.canvas.mark(
        .button, text.title, Rect(body.x, y, body.width, 1), target: Target.item(index).text)
    }
    let y = body.y + SettingsForm.rows(state).count
    for (index, line) in about(body.width).enumerated() {
      frame.canvas.write(line.text, body.x, y + index, theme[line.role])
    }
  }

  // MARK: The footer

  private func footer(_ rect: Rect) {
    frame.canvas.fill(rect, theme[.surface])
    let edge = frame.edge
    let hints: [(String, String)] =
      form.input != nil
      ? [("Enter", words.settings.writeSetting), ("Esc", words.cancel)]
      : [
        ("↑↓", words.choose), ("←→", words.cardForms.change), ("Tab", words.screen.nextGroup),
        ("d", words.settings.backToDefault), ("/", words.activity.findHint),
        ("Esc", words.backHint),
      ]
    frame.hints(
      hints, Rect(rect.x + edge, rect.y, rect.width - edge * 2, 1), on: .surface, keepsLast: true)
  }
}
