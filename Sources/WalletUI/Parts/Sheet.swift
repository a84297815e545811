import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// Lines below each other: the content of a page or of a pane. Pages of payments and of virtual cards are
/// made of them.
struct Sheet {
  enum Line {
    case blank
    case title(String, note: String)
    /// One or two, side by side.
    case facts([CardFacts.Fact], labels: Int = Sheet.labels)
    case text(String, Role)
    case steps([ProgressStep], progress: Double?)
    case payment(Transaction)
    /// What a payment costs the source.
    case charge(ChargeDetail)
    case hints([Command.ID])
    case action(CardActions.Entry)

    var height: Int { if case .steps(let steps, _) = self { steps.count } else { 1 } }

    /// Whether the cursor stops at it.
    fileprivate var isStop: Bool {
      switch self {
      case .payment, .action: true
      case .blank, .title, .facts, .text, .steps, .charge, .hints: false
      }
    }
  }

  /// Rows above the first line, such as those of a face.
  var head = 0
  let lines: [Line]

  /// Columns of a label.
  static let labels = 11
  /// The same in line mode.
  static let linearLabels = 30
  /// Columns between two facts in a line.
  private static let gap = 2
  /// Where two facts fit into a line.
  private static let twoColumns = 46

  var height: Int { head + lines.reduce(0) { $0 + $1.height } }

  /// The lines at which the cursor stops, with their rows.
  var stops: [(row: Int, line: Line)] {
    var row = head
    return lines.compactMap { line in
      defer { row += line.height }
      return line.isStop ? (row, line) : nil
    }
  }

  /// Two facts in a line, where there is room. A value that is too long for half a line has one of
  /// its own, before the others.
  static func grid(_ facts: [CardFacts.Fact], width: Int, labels: Int = Sheet.labels) -> [Line] {
    guard width >= twoColumns else { return facts.map { .facts([$0], labels: labels) } }
    let room = split(width) - gap - labels
    let long = facts.filter { Text.width(of: $0.value) > room }
    let short = facts.filter { Text.width(of: $0.value) <= room }
    let half = (short.count + 1) / 2
    return long.map { .facts([$0], labels: labels) }
      + (0..<half).map { index in
        .facts(
          [short[index]] + (index + half < short.count ? [short[index + half]] : []),
          labels: labels)
      }
  }

  /// A fact in as many lines as its value takes: a text that people have written is not cut.
  static func whole(_ fact: CardFacts.Fact, width: Int, labels: Int = Sheet.labels) -> [Line] {
    Text.wrap(fact.value, to: max(8, width - labels)).enumerated().map { index, part in
      .facts([(index == 0 ? fact.label : "", part, fact.role)], labels: labels)
    }
  }

  /// Where the second fact of a line begins.
  fileprivate static func split(_ width: Int) -> Int { max(29, width / 2) }
}

/// Where one is on a page made of a sheet: the first row in sight, and the stop with the cursor.
struct SheetCursor: Sendable, Equatable {
  private(set) var top = 0
  /// Counts the stops of the sheet; nil: none is chosen.
  private(set) var stop: Int?

  /// One line goes to the next stop if it is in sight or one row away, and scrolls otherwise.
  mutating func move(by lines: Int, in sheet: Sheet, height: Int) {
    let rows = sheet.stops.map(\.row)
    let next =
      lines > 0
      ? stop.map { $0 + 1 } ?? rows.firstIndex { $0 >= top }
      : stop.map { $0 - 1 } ?? rows.lastIndex { $0 < top + height }
    if lines.magnitude == 1, let next, rows.indices.contains(next),
      (top - 1...top + height).contains(rows[next])
    {
      stop = next
      return show(rows[next], height)
    }
    let (sum, isOver) = top.addingReportingOverflow(lines)
    top = max(0, min(isOver ? (lines < 0 ? 0 : .max) : sum, sheet.height - height))
    let seen = rows.indices.filter { (top..<top + height).contains(rows[$0]) }
    if lines.magnitude > 1 {
      stop = lines > 0 ? seen.last : seen.first
    } else if !seen.contains(where: { $0 == stop }) {
      stop = lines > 0 ? seen.first : seen.last
    }
  }

  /// False: the cursor was there already.
  mutating func choose(_ stop: Int) -> Bool {
    defer { self.stop = stop }
    return self.stop != stop
  }

  /// The sheet or the room for it has changed. At the beginning the cursor stays, whatever the sheet
  /// is.
  mutating func adapt(to sheet: @autoclosure () -> Sheet, height: Int) {
    guard self != SheetCursor() else { return }
    let sheet = sheet()
    top = max(0, min(top, sheet.height - height))
    guard let stop else { return }
    let stops = sheet.stops
    self.stop = stops.isEmpty ? nil : min(stop, stops.count - 1)
    if let chosen = self.stop { show(stops[chosen].row, height) }
  }

  private mutating func show(_ row: Int, _ height: Int) {
    top = max(min(top, row), row + 1 - height)
  }

  func chosen(in sheet: Sheet) -> Sheet.Line? {
    let stops = sheet.stops
    return stop.flatMap { stops.indices.contains($0) ? stops[$0].line : nil }
  }
}

/// Draws the lines of a sheet.
struct SheetView: FramePart {
  let frame: Frame
  /// Of the page that the sheet is; nil: it is in a pane, where nothing can be chosen.
  var cursor: SheetCursor?

  /// Draws what is in sight. In a pane a line is drawn whole or not at all, and a title only with what
  /// follows it.
  ///
  /// - Returns: The rows used in a pane.
  @discardableResult
  func draw(_ sheet: Sheet, _ rect: Rect) -> Int {
    var y = rect.y + sheet.head - (cursor?.top ?? 0)
    var stop = 0
    for (index, line) in sheet.lines.enumerated() {
      let place = Rect(rect.x, y, rect.width, line.height)
      if cursor == nil {
        let isTitle = if case .title = line { true } else { false }
        let follows = isTitle && index + 1 < sheet.lines.count ? sheet.lines[index + 1].height : 0
        guard place.maxY + follows <= rect.maxY else { break }
        draw(line, place)
      } else {
        guard y < rect.maxY else { break }
        if place.maxY > rect.y { self.line(line, stop, place) }
        if line.isStop { stop += 1 }
      }
      y += line.height
    }
    return y - rect.y
  }

  /// The part of a page that is in sight, with its scrollbar.
  func page(_ area: Rect, _ sheet: Sheet, _ draw: () -> Void) {
    guard let cursor else { return }
    let clip = Rect(area.x - 2, area.y, area.width + 4, area.height)
    frame.page(area, clip: clip, from: cursor.top, of: sheet.height, draw)
  }

  /// A line of a page: what can be chosen is a row.
  private func line(_ line: Sheet.Line, _ stop: Int, _ rect: Rect) {
    guard line.isStop else { return draw(line, rect) }
    let row = Rect(rect.x - 2, rect.y, rect.width + 4, 1)
    let isSelected = cursor?.stop == stop
    let ground = isSelected ? frame.selectedRow(row, isFocused: true) : .surface
    // An action is a button of its own.
    let name =
      if case .payment(let payment) = line { PaymentText.sentence(payment, state) } else { "" }
    frame.canvas.mark(.row, name, row, target: Target.item(stop).text)
    draw(line, rect, isSelected: isSelected, on: ground)
  }

  private func draw(
    _ line: Sheet.Line, _ rect: Rect, isSelected: Bool = false, on ground: Role = .surface
  ) {
    switch line {
    case .blank: break
    case .title(let title, let note): frame.section(title, note: note, rect)
    case .facts(let facts, let labels) where facts.count == 2:
      let split = Sheet.split(rect.width)
      frame.facts([facts[0]], in: Rect(rect.x, rect.y, split - 2, 1), labels: labels)
      frame.facts(
        [facts[1]], in: Rect(rect.x + split, rect.y, rect.width - split, 1), labels: labels - 1)
    case .facts(let facts, let labels):
      frame.facts(facts, in: rect, labels: state.settings.isLinear ? Sheet.linearLabels : labels)
    case .text(let text, let role): frame.canvas.write(text, rect.x, rect.y, theme[role])
    case .steps(let steps, let progress): self.steps(steps, progress, rect)
    case .payment(let payment):
      TransactionsView(surface: frame, zone: state.clock.zone).transaction(
        payment, rect, isSelected: isSelected, on: ground)
    case .charge(let charge):
      let text = VirtualText(state: state).charge(charge)
      let start = rect.x + words.activity.dayColumns + 2
      frame.canvas.write(Text.truncate(text, to: rect.maxX - start), start, rect.y, theme[.muted])
    case .hints(let ids):
      var x = rect.x
      for id in ids {
        guard let command = state.command(id), let key = state.input.keymap.label(id) else {
          continue
        }
        let word = command.text(words).hint ?? command.text(words).title
        x += frame.hint(Hint(key, word, runs: id), x, rect.y) + 3
      }
    case .action(let action): CardActionsView(surface: frame).action(action, rect, on: ground)
    }
  }

  private func steps(_ steps: [ProgressStep], _ progress: Double?, _ rect: Rect) {
    StepListView(surface: frame, steps: steps).draw(rect)
    guard let progress, let now = steps.firstIndex(where: { $0.stage == .now }) else { return }
    let end = rect.maxX - Text.width(of: steps[now].note) - 2
    let start = rect.x + 2 + Text.width(of: steps[now].text) + 3
    let bar = min(10, end - start)
    if bar >= 4 { frame.thinBar(progress, Rect(end - bar, rect.y + now, bar, 1)) }
  }
}
