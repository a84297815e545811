import Canvas
import TextLayout
import Themes
import WalletModel
import Words

/// Where a card on its way is shown: beside it the simulated phone, where there is room for it.
struct PhoneAddingAreas {
  let main: Rect
  /// nil: it is put away, or there is no room.
  let phone: Rect?
  let canShowPhone: Bool

  private static let widestMain = 72
  private static let widestPhone = 44
  private static let gap = 2
  /// Rows beside the steps, which have two each.
  private static let besideSteps = 22

  init(_ state: State, _ adding: PhoneAdding) {
    let body = state.areas.body
    canShowPhone = state.layout == .wide && body.height >= 22
    guard canShowPhone else {
      main = body
      phone = nil
      return
    }
    let side = min(Self.widestPhone, body.width * 38 / 100)
    let width = min(Self.widestMain, body.width - side - Self.gap)
    let x = body.x + (body.width - width - Self.gap - side) / 2
    let height = min(body.height, max(36, Self.besideSteps + 2 * adding.steps.count))
    main = Rect(x, body.y, width, height)
    phone = adding.hidesPhone ? nil : Rect(main.maxX + Self.gap, body.y, side, height)
  }
}

/// The card, the steps, and what was sent, over the screen.
struct PhoneAddingView: FramePart {
  let frame: Frame
  let adding: PhoneAdding

  private static let face = Size(28, 7)
  /// Columns between the face and what stands beside it.
  private static let gap = 2

  private var text: PhoneAddingText { PhoneAddingText(state: state, adding: adding) }

  func draw() {
    let areas = PhoneAddingAreas(state, adding)
    frame.header(state.areas.header)
    let right = areas.phone?.maxX ?? areas.main.maxX
    frame.canvas.fill(
      Rect(areas.main.x, areas.main.y, right - areas.main.x, areas.main.height), theme[.surface])
    frame.box = areas.main
    var rect = frame.pane(areas.main, title: text.title, note: text.place, focused: true)
    frame.canvas.mark(.dialog, text.title, areas.main)
    if state.settings.isLinear { rect = Frame.paneInside(areas.main, air: 0) }
    main(rect)
    if let phone = areas.phone { PhoneAddingDrawer(frame: frame, text: text).draw(phone) }
    let footer = state.areas.footer
    frame.canvas.fill(footer, theme[.surface])
    frame.footer(text.footerHints, footer)
  }

  /// Which parts there is room for. It depends on the size alone, so that nothing moves.
  private struct Room {
    var facts = 0
    var hasFace = false
    var stepLines: Int
    var sent = 0
    var hasMessage = false
    /// Empty rows between parts.
    let air: Int

    init(_ rect: Rect, facts: Int, steps: [ProgressStep], sent: Int, canHaveFace: Bool) {
      air = rect.height >= 16 ? 1 : 0
      // Title of the steps, hints.
      var left = rect.height - 2 - air
      func take(_ count: Int) -> Bool {
        guard count <= left else { return false }
        left -= count
        return true
      }
      stepLines = min(steps.count, max(1, left))
      left -= stepLines
      self.facts = min(facts, max(0, left - air))
      if self.facts > 0 { left -= self.facts + air }
      if take(Frame.height(of: steps) - stepLines) { stepLines = Frame.height(of: steps) }
      let extra = PhoneAddingView.face.height - self.facts
      if canHaveFace, self.facts == facts, take(extra) {
        hasFace = true
      }
      if left >= 2 + 1 + air {
        self.sent = min(sent, left - 1 - air)
        left -= self.sent + 1 + air
      }
      hasMessage = take(1 + air)
    }
  }

  private func main(_ rect: Rect) {
    let steps = text.steps
    let isLinear = state.settings.isLinear
    let canHaveFace = !isLinear && rect.width >= Self.face.width + Self.gap + 22
    let beside = canHaveFace ? rect.width - Self.face.width - Self.gap : rect.width
    // What may take two lines beside the face is one line without it.
    let lines = factLines(canHaveFace ? beside : rect.width)
    var room = Room(
      rect, facts: text.facts(isShort: true).count, steps: steps, sent: text.sentCount,
      canHaveFace: canHaveFace)
    room.hasFace = room.hasFace && lines.count <= Self.face.height
    var y = rect.y
    if room.hasFace {
      let face = Rect(rect.x, y, Self.face.width, Self.face.height)
      CardFaceView(frame: frame).cardFace(adding.card, state.details[adding.card.id], at: face)
      let right = Rect(face.maxX + Self.gap, y, beside, face.height)
      write(lines, right)
      if lines.count < face.height {
        frame.thinBar(
          adding.times.share(at: state.clock.now), Rect(right.x, face.maxY - 1, right.width, 1))
      }
      y += face.height + room.air
    } else if room.facts > 0 {
      write(
        Array(factLines(rect.width, wraps: false).prefix(room.facts)),
        Rect(rect.x, y, rect.width, room.facts))
      y += room.facts + room.air
    }
    let total = (state.clock.now - min(state.clock.now, adding.times.start)) / 100_000_000
    frame.section(
      words.whatHappensNow, note: adding.times.isRunning ? words.secondsTaken(total) : "",
      Rect(rect.x, y, rect.width, 1))
    y += 1
    // Where not all have room, those around the one that happens now.
    let first =
      room.stepLines >= steps.count
      ? 0 : min(max(0, adding.times.done - room.stepLines / 2), steps.count - room.stepLines)
    let share = adding.times.share(at: state.clock.now) * Double(steps.count)
    frame.steps(
      Array(steps.dropFirst(first)), Rect(rect.x, y, rect.width, room.stepLines),
      bar: share - Double(adding.times.done), isLit: !isLinear)
    y += room.stepLines
    if room.sent > 0 {
      let sent = text.sent
      y += room.air
      // What became of it comes first.
      let isOver = !adding.times.isRunning && !adding.isReady
      if !sent.isEmpty, !isOver || room.hasMessage && adding.failure == nil {
        frame.section(
          text.sentTitle, note: text.sentNote, Rect(rect.x, y, rect.width, 1))
        write(
          columns(Array(sent.prefix(room.sent)), rect.width, least: 15, wraps: false),
          Rect(rect.x, y + 1, rect.width, room.sent))
      }
      y += room.sent + 1
    }
    let foot = room.hasMessage ? 1 + room.air : 1
    message(Rect(rect.x, rect.y, rect.width, rect.height - foot), room.hasMessage)
    frame.hints(
      text.hints, Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface, keepsLast: true)
    if frame.canvas.cursor == nil { frame.canvas.cursor = Point(rect.x, rect.maxY - 1) }
  }

  /// At the foot. What went wrong is said even where there is no room for it.
  private func message(_ rect: Rect, _ hasRoom: Bool) {
    let message = text.message
    guard hasRoom || !adding.times.isRunning && !adding.isReady else { return }
    let lines = Text.wrap(message.text, to: rect.width).suffix(rect.height)
    let top = rect.maxY - lines.count
    for (index, line) in lines.enumerated() {
      let row = Rect(rect.x, top + index, rect.width, 1)
      frame.canvas.fill(row, theme[.surface])
      frame.canvas.write(line, row.x, row.y, theme[message.isFailure ? .danger : .muted])
    }
  }

  // MARK: Facts

  /// A label, at the first line of its value only.
  private typealias FactLine = (label: String, value: String, column: Int)

  private func factLines(_ width: Int, wraps: Bool = true) -> [FactLine] {
    columns(text.facts(isShort: !wraps), width, least: 9, wraps: wraps)
  }

  private func columns(
    _ facts: [CardFacts.Line], _ width: Int, least: Int, wraps: Bool
  ) -> [FactLine] {
    let column = max(least, (facts.map { Text.width(of: $0.label) }.max() ?? 0) + 2)
    let room = max(1, width - column)
    return facts.flatMap { fact in
      let values = wraps ? Text.wrap(fact.value, to: room) : [Text.truncate(fact.value, to: room)]
      return values.enumerated().map { ($0.offset == 0 ? fact.label : "", $0.element, column) }
    }
  }

  private func write(_ lines: [FactLine], _ rect: Rect) {
    for (index, line) in lines.prefix(rect.height).enumerated() {
      frame.canvas.write(line.label, rect.x, rect.y + index, theme[.muted])
      frame.canvas.write(line.value, rect.x + line.column, rect.y + index, theme[.text])
    }
  }
}
