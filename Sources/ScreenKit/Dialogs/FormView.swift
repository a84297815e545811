package import Canvas
import CardEntry
import TextLayout
import Themes
import WalletModel
import Words

/// The fields of a dialog: labels beside them, or above them below 60 columns. The error of a field
/// is below it in full.
package struct FormView: SurfacePart {
  package let surface: Surface
  let form: Form
  /// Whether keys go to it.
  let hasKeys: Bool
  /// The places of the fields that are shown.
  let visible: [Int]
  let width: Int
  /// Whether there is an empty line between fields.
  let isAiry: Bool
  private let isStacked: Bool
  /// Columns of the labels.
  private let column: Int
  /// The places of the fields row by row.
  private let rows: [[Int]]
  private var heights: [Int] = []

  package init(
    surface: Surface, form: Form, hasKeys: Bool, visible: [Int], width: Int, isAiry: Bool
  ) {
    self.surface = surface
    self.form = form
    self.hasKeys = hasKeys
    self.visible = visible
    self.width = width
    self.isAiry = isAiry
    let isStacked = surface.canvas.size.width < 60 && !surface.isLinear
    let longest = visible.reduce(0) { max($0, Text.width(of: form.fields[$1].label)) }
    let canShare = !isStacked && !surface.isLinear && width >= 56
    self.isStacked = isStacked
    column = isStacked ? 0 : min(width / 2, max(width >= 44 ? 14 : 11, longest + 2))
    rows = visible.reduce(into: []) { rows, index in
      if canShare, form.fields[index].sharesRow, rows.last?.count == 1 {
        rows[rows.count - 1].append(index)
      } else {
        rows.append([index])
      }
    }
    heights = rows.map { height(of: $0) }
  }

  /// Columns of the bar of a note.
  private static let bar = 10

  package var height: Int { heights.reduce(0, +) }

  private func height(of row: [Int]) -> Int {
    let below = row.reduce(0) { $0 + lines(below: form.fields[$1]).count }
    return (isStacked ? 2 : 1) + max(isAiry ? 1 : 0, below)
  }

  /// The error below a field, with a glyph, as colour never carries meaning alone.
  private func lines(below field: FormField) -> [String] {
    if let error = field.error {
      let text = (surface.isASCII ? "! " : "▲ ") + words.errors.text(error)
      return Text.wrap(text, to: width - column)
    }
    guard let note = field.note else { return [] }
    let start = note.tenths == nil ? 0 : Self.bar + 2
    return Text.wrap(note.text, to: width - column - start).map {
      String(repeating: " ", count: start) + $0
    }
  }

  /// Scrolled so that the field with the focus is in sight, and the one after it if there is room.
  package func draw(_ rect: Rect, _ box: Rect) {
    let here = rows.firstIndex { $0.contains(form.focus) } ?? 0
    // The last line of air is not needed.
    let room = rect.height + (isAiry ? 1 : 0)
    var first = 0
    func needed(_ last: Int) -> Int {
      heights[first...min(last, heights.count - 1)].reduce(0, +)
    }
    while first < here, needed(here + 1) > room { first += 1 }
    var y = rect.y
    for (place, row) in rows.enumerated().dropFirst(first) {
      guard y < rect.maxY, place == here || y + heights[place] <= rect.maxY + (isAiry ? 1 : 0)
      else { break }
      draw(row, Rect(rect.x, y, rect.width, heights[place]))
      y += heights[place]
    }
    if height > room {
      let index = visible.firstIndex(of: form.focus) ?? 0
      let position = " \(index + 1)/\(visible.count) "
      surface.canvas.write(
        position, box.maxX - Text.width(of: position) - 2, box.y, theme[.overlayMuted])
    }
  }

  /// Columns between two fields in one row, and at least of the first one.
  private static let gap = 4
  private static let first = 14

  private func draw(_ row: [Int], _ rect: Rect) {
    var below = rect.y + (isStacked ? 2 : 1)
    for (place, index) in row.enumerated() {
      let field = form.fields[index]
      // The second one has a note at its end.
      let half = max(Self.first, (rect.width - column - Self.gap) / 2 - 6)
      var part = rect
      var labels = column
      if row.count > 1 {
        part.width = column + half
        if place > 0 {
          part = Rect(part.maxX + Self.gap, rect.y, rect.maxX - part.maxX - Self.gap, rect.height)
          labels = Text.width(of: field.label) + 2
        }
      }
      draw(field, at: index, part, labels)
      below += draw(below: field, Rect(rect.x + column, below, rect.width - column, 1))
    }
  }

  private func draw(_ field: FormField, at index: Int, _ rect: Rect, _ column: Int) {
    let isFocused = index == form.focus && hasKeys
    let label = theme[isFocused ? .overlayText : .overlayMuted]
    let line = rect.y + (isStacked ? 1 : 0)
    surface.canvas.write(
      Text.truncate(field.label, to: isStacked ? rect.width : column - 1), rect.x, rect.y,
      isFocused ? label.with(.bold) : label)
    let input = Rect(rect.x + column, line, rect.width - column, 1)
    let role: Role = isFocused ? .fieldFocus : field.error == nil ? .field : .fieldError
    surface.canvas.fill(input, theme[role])
    if isFocused {
      surface.canvas.write(
        surface.isASCII ? ">" : "▌", input.x, line, theme.style(.key, on: role))
    }
    surface.canvas.mark(.field, field.label, input)
    surface.canvas.mark(.button, field.label, rect, target: Target.field(index).text)
    if case .card = field.value {
      surface.canvas.mark(
        .button, field.label, input.inset(1, 0),
        target: Target.caret(field: index, column: 0).text)
    }
    value(field, input, role, isFocused: isFocused)
  }

  /// What is wrong with a field, or what is to be said of it. Returns the lines used.
  private func draw(below field: FormField, _ rect: Rect) -> Int {
    let ground = theme[.overlay].background
    let note: Role = field.error != nil ? .danger : field.note?.role ?? .overlayMuted
    let lines = lines(below: field)
    for (index, text) in lines.enumerated() {
      surface.canvas.write(text, rect.x, rect.y + index, theme[note].on(ground))
    }
    if field.error == nil, let tenths = field.note?.tenths {
      let ascii = surface.isASCII
      surface.canvas.line(rect.x, rect.y, tenths, theme[note].on(ground), ascii ? "=" : "━")
      surface.canvas.line(
        rect.x + tenths, rect.y, Self.bar - tenths, theme[.overlayMuted], ascii ? "-" : "─")
    }
    return lines.count
  }

  /// At the right end of a field: what belongs there, and of the one with the focus how much more can
  /// be typed.
  ///
  /// - Parameter room: Columns for it. What is typed has the room first.
  private func counter(_ field: FormField, isFocused: Bool, room: Int) -> String {
    if case .card(let part) = field.value, let card = form.card {
      let left = room - 1 - typedWidth(card, part)
      let notes = words.cardEntry.notes(card, part, isFocused: isFocused)
      return notes.first { Text.width(of: $0) < left } ?? ""
    }
    guard isFocused else { return "" }
    func digits(of limit: Int) -> String {
      field.count > 0 && field.count < limit ? words.cardEntry.digitsLeft(limit - field.count) : ""
    }
    return switch field.value {
    case .text(let input) where input.alphabet == .digits: digits(of: input.limit)
    case .secret(let input) where input.alphabet == .digits: digits(of: input.limit)
    case .text(let input) where input.alphabet == .any && input.limit <= 60:
      field.count * 2 >= input.limit ? "\(field.count)/\(input.limit)" : ""
    case .text, .secret, .choice, .toggle, .card: ""
    }
  }

  /// The columns that a card's field needs, with its caret.
  private func typedWidth(_ card: CardEntryForm, _ part: CardField) -> Int {
    let typed = card.display(part).column(card.line(part).count) + 1
    return max(typed, Text.width(of: words.cardEntry.placeholder(card, part)))
  }

  private func value(
    _ field: FormField, _ input: Rect, _ ground: Role, isFocused: Bool
  ) {
    let style = theme[ground]
    let counter = counter(field, isFocused: isFocused, room: input.width)
    let taken = counter.isEmpty ? 0 : Text.width(of: counter) + 1
    surface.canvas.write(
      counter, input.maxX - taken, input.y, theme.style(.overlayMuted, on: ground))
    if taken > 0, field.value == .card(.expiry) {
      surface.canvas.mark(
        .button, words.cardEntry.orFromAList, Rect(input.maxX - taken, input.y, taken - 1, 1),
        target: Target.key(Form.expiryListKey).text)
    }
    let rect = Rect(input.x, input.y, input.width - taken, 1)
    let room = rect.width - 2
    switch field.value {
    case .text(let text):
      surface.textInput(
        text, hint: field.hint, rect.inset(1, 0), style, on: ground, isFocused: isFocused)
    case .secret(let secret):
      if secret.count == 0 {
        surface.canvas.write(
          Text.truncate(field.hint, to: room), rect.x + 1, rect.y,
          theme.style(.overlayMuted, on: ground))
      }
      let dots = min(secret.count, room - 1)
      let dot = surface.isASCII ? "*" : "●"
      surface.canvas.write(String(repeating: dot, count: dots), rect.x + 1, rect.y, style)
      if isFocused { surface.canvas.cursor = Point(rect.x + 1 + dots, rect.y) }
    case .card(let part):
      guard let card = form.card else { return }
      cardField(card, part, rect.inset(1, 0), role: ground, isFocused: isFocused)
    case .choice(let options, let selected):
      let text = options.indices.contains(selected) ? options[selected] : ""
      let ascii = surface.isASCII
      let key = theme.style(.key, on: ground)
      surface.canvas.write(ascii ? "<" : "‹", rect.x + 1, rect.y, key)
      surface.canvas.write(Text.truncate(text, to: room - 4), rect.x + 3, rect.y, style)
      surface.canvas.write(ascii ? ">" : "›", rect.maxX - 2, rect.y, key)
      guard isFocused else { return }
      surface.canvas.cursor = Point(rect.x + 1, rect.y)
      // A click anywhere else in it chooses the next one.
      surface.canvas.mark(
        .button, words.cardForms.previousOption, Rect(rect.x + 1, rect.y, 2, 1),
        target: Target.key(Key(.left)).text)
    case .toggle(let on):
      let mark = on ? (surface.isASCII ? "[x]" : "[✓]") : "[ ]"
      surface.canvas.write("\(mark) \(on ? words.yes : words.no)", rect.x + 1, rect.y, style)
      if isFocused { surface.canvas.cursor = Point(rect.x + 2, rect.y) }
    }
  }
}
