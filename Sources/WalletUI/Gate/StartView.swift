import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

/// First start: what walletui is, and the ways in.
struct StartView: FramePart {
  let frame: Frame
  let start: StartState

  func draw() {
    let size = frame.canvas.size
    // Composed for 120 columns; on a larger screen the space stays outside.
    let whole = Rect(size).centred(Size(min(120, size.width), min(40, size.height - 1)))
    let margin = size.width >= 60 ? 2 : 1
    let header = Rect(margin, 0, size.width - margin * 2, 1)
    HeaderView(frame: frame).brand(header.x, header.y)
    frame.canvas.mark(.header, words.start.firstStart, header)
    let body = Rect(whole.x + margin, whole.y + 2, whole.width - 4, whole.height - 3)
    if size.width >= 100, body.height >= 25, !state.settings.isLinear {
      let tells = body.height >= 34
      let (top, bottom) = body.splitBottom(tells ? 4 : 0)
      let stack = Rect(top.x + 2, top.y + 1, 52, min(30, top.height - 1))
      CardStackView(frame: frame).draw(stack)
      introduction(Rect(stack.maxX + 6, top.y + 1, top.maxX - stack.maxX - 6, top.height - 1))
      if tells { machine(Rect(bottom.x + 2, bottom.y, bottom.width - 2, bottom.height)) }
    } else {
      introduction(Rect(body.x, size.height < 20 ? 1 : 2, body.width, size.height - 3))
    }
    footer(Rect(margin, size.height - 1, size.width - margin * 2, 1))
  }

  // MARK: What it is, and the ways in

  private func introduction(_ rect: Rect) {
    let isShort = rect.height < 14
    var y = rect.y
    if !isShort {
      frame.canvas.write(words.start.cardsInTerminal, rect.x, y, theme[.strong])
      y += 2
      if rect.height >= 26 {
        for line in words.start.whatItDoes {
          y += frame.paragraph(line, Rect(rect.x, y, rect.width, 2), theme[.text])
        }
        y += 1
        section(words.start.startWith, rect, y)
        y += 1
      }
    }
    let below = Rect(rect.x, y, rect.width, rect.maxY - y)
    y += choices(below)
    if let failure = start.failure {
      y += frame.paragraph(
        words.errors.sentence(failure), Rect(rect.x, y, rect.width, max(0, rect.maxY - y)),
        theme[.danger])
    } else if start.isBusy {
      frame.canvas.write(words.codes.oneMoment, rect.x, y, theme[.muted])
    }
    let keys = words.start.firstKeys
    guard rect.maxY - y >= keys.count + 1, !state.settings.isLinear else { return }
    y += rect.maxY - y > keys.count + 2 ? 1 : 0
    section(words.start.goodToKnow, rect, y)
    for (line, key) in keys.enumerated() {
      frame.canvas.write(state.keyLabel(for: key.command), rect.x, y + 1 + line, theme[.key])
      frame.canvas.write(
        Text.truncate(key.does, to: rect.width - 5), rect.x + 5, y + 1 + line, theme[.text])
    }
  }

  private func section(_ title: String, _ rect: Rect, _ y: Int) {
    let used = frame.canvas.write(title, rect.x, y, theme[.strong])
    frame.canvas.line(
      rect.x + used + 1, y, max(0, rect.width - used - 1), theme[.border],
      state.settings.ascii ? "-" : "─")
  }

  private typealias Way = (title: String, time: String, outcome: String)

  private func way(_ choice: StartState.Choice) -> Way {
    switch choice {
    case .demo: (words.start.lookAround, words.start.readyAtOnce, words.start.lookAroundOutcome)
    case .create: (words.start.makeWallet, words.start.halfAMinute, words.start.makeWalletOutcome)
    case .connect: (words.start.connectToServer, words.start.oneMinute, words.start.connectOutcome)
    case .open: (words.start.openExisting, "", "")
    case .named: (words.start.openNamed, "", start.wallets.map(\.name).joined(separator: ", "))
    }
  }

  /// Each with its outcome where there is room, else the selected one only. Returns the lines used.
  private func choices(_ rect: Rect) -> Int {
    let all = start.choices
    let outcomes = all.map { choice in
      let outcome = way(choice).outcome
      return outcome.isEmpty ? [] : Text.wrap(outcome, to: rect.width - 4)
    }
    // Title, outcome and the line of air around them.
    let roomy = outcomes.reduce(0) { $0 + $1.count + 2 } + 2
    let needed = outcomes.reduce(0) { $0 + $1.count + ($1.isEmpty ? 1 : 2) }
    let showsAll = needed <= rect.height
    let air = roomy + 1 <= rect.height && !state.settings.isLinear ? 1 : 0
    var y = rect.y
    for (index, choice) in all.enumerated() {
      let isSelected = choice == start.choice
      let lines = showsAll || isSelected ? outcomes[index] : []
      let edge = lines.isEmpty ? 0 : air
      let block = Rect(rect.x - 2, y, rect.width + 3, lines.count + 1 + edge * 2)
      option(choice, lines, edge, block.intersection(Rect(frame.canvas.size)))
      y = block.maxY + (showsAll && air == 0 && !lines.isEmpty ? 1 : 0)
    }
    return y - rect.y
  }

  private func option(_ choice: StartState.Choice, _ outcome: [String], _ edge: Int, _ rect: Rect) {
    let way = way(choice)
    let isSelected = choice == start.choice
    let ground: Role = isSelected ? .selection : .surface
    let theme = theme
    func on(_ role: Role) -> Style {
      isSelected && theme.depth == .mono ? theme[.selection] : theme.style(role, on: ground)
    }
    frame.canvas.fill(rect, theme[ground])
    let y = rect.y + edge
    let x = rect.x + 2
    if isSelected {
      for line in rect.y..<rect.maxY {
        frame.canvas.write(state.settings.ascii ? ">" : "▌", rect.x, line, on(.key))
      }
    }
    frame.canvas.write("\(choice.rawValue + 1)", x, y, on(.key))
    let end = rect.maxX - 1
    let time = Text.width(of: way.time)
    let showsTime = time > 0 && x + 3 + Text.width(of: way.title) + 2 + time <= end
    frame.canvas.write(
      Text.truncate(way.title, to: end - x - 3), x + 3, y, on(.strong))
    if showsTime { frame.canvas.write(way.time, end - time, y, on(.muted)) }
    for (index, line) in outcome.enumerated() {
      frame.canvas.write(line, x + 3, y + 1 + index, on(isSelected ? .text : .muted))
    }
    if isSelected && state.view.overlays.isEmpty { frame.canvas.cursor = Point(x, y) }
    let label = showsTime ? "\(way.title), \(way.time)" : way.title
    frame.canvas.mark(.button, label, rect, target: Target.choice(choice.rawValue).text)
  }

  // MARK: Below

  private func machine(_ rect: Rect) {
    section(words.start.onThisComputer, rect, rect.y)
    let left = [
      (words.wallet, words.start.noneYet(start.defaultPath)),
      (words.start.settingsLabel, state.settings.configurationFile),
      (words.start.languageLabel, words.start.languageName),
    ]
    let right = [
      (
        words.start.terminalLabel,
        words.start.terminalSize(
          frame.canvas.size.width, frame.canvas.size.height, mouse: state.input.wantsMouse)
      ), (words.settings.theme.title, state.program.theme.name),
    ]
    let half = rect.width / 2
    for (x, facts) in [(rect.x, left), (rect.x + 58, right)] {
      for (index, fact) in facts.enumerated() {
        frame.canvas.write(fact.0, x, rect.y + 1 + index, theme[.muted])
        frame.canvas.write(
          Text.truncate(fact.1, to: half - 15), x + 14, rect.y + 1 + index, theme[.text])
      }
    }
  }

  private func footer(_ line: Rect) {
    let quit = state.program.kiosk == nil ? Hint(state.keyLabel(for: "quit"), words.quitHint) : nil
    var hints = [Hint("Enter", words.choose), Hint("↑↓", words.move)]
    if let key = state.input.keymap.label("theme") {
      hints.append(Hint(key, words.start.themesHint))
    }
    hints.append(Hint("g", words.start.otherLanguage))
    var x = line.x
    let end = line.maxX - (quit.map { $0.width + 2 } ?? 0)
    for hint in hints where x + hint.width <= end { x += frame.hint(hint, x, line.y) + 3 }
    if let quit { frame.hint(quit, line.maxX - quit.width, line.y) }
  }
}

/// The program's face: a stack of cards.
private struct CardStackView: FramePart {
  let frame: Frame

  func draw(_ rect: Rect) {
    let names = words.start.stackNames
    let count = max(0, min(names.count, (rect.height - 9) / 3))
    let faces: [FaceName] = [.other, .mastercard, .visa]
    for (index, name) in names.suffix(count).enumerated() {
      let strip = Rect(rect.x, rect.y + index * 3, rect.width, 3)
      let face = faces[index % faces.count]
      ground(face, strip, of: Size(rect.width, 9))
      write(name.title, strip.x + 3, strip.y + 1, face, .bold)
      right(name.kind, strip, strip.y + 1, face)
    }
    let card = Rect(rect.x, rect.y + count * 3, rect.width, min(15, rect.height - count * 3))
    ground(.visa, card, of: Size(card.width, card.height))
    write("walletui", card.x + 3, card.y + 1, .visa, .bold)
    right(words.start.yourCardsOnIt, card, card.y + 1, .visa)
    let chip = state.settings.ascii ? "[##]" : "▐██▌"
    let face = theme.face(.visa)
    frame.canvas.write(
      chip, card.x + 3, card.y + 3, Style(face.chip, on: face.from), keepBackground: true)
    write(")))", card.x + 10, card.y + 3, .visa)
    let dot = state.settings.ascii ? "****" : "••••"
    write("\(dot)   \(dot)   \(dot)   2026", card.x + 3, card.maxY - 5, .visa, .bold)
    write(words.start.validOnIt, card.x + 3, card.maxY - 3, .visa)
    write(words.start.yourNameOnIt, card.x + 3, card.maxY - 2, .visa)
  }

  private func write(
    _ text: String, _ x: Int, _ y: Int, _ face: FaceName, _ attributes: Attributes = []
  ) {
    let style =
      theme.depth > .mono ? Style(theme.face(face).text, on: theme.face(face).from) : theme[.text]
    frame.canvas.write(text, x, y, style.with(attributes), keepBackground: true)
  }

  private func right(_ text: String, _ rect: Rect, _ y: Int, _ face: FaceName) {
    write(text, rect.maxX - 3 - Text.width(of: text), y, face)
  }

  /// The upper part of a card of that size, which the next one covers.
  private func ground(_ name: FaceName, _ rect: Rect, of size: Size) {
    guard theme.depth > .mono else { return frame.canvas.box(rect, theme[.text], border) }
    let paint = theme.paint(name, .full)
    frame.faces.append(rect)
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let along =
          Double(x) / Double(size.width) * 0.75 + Double(y) / Double(size.height) * 0.25
        frame.canvas.fill(
          Rect(rect.x + x, rect.y + y, 1, 1),
          Style(paint.text, on: paint.shade(along)))
      }
    }
  }
}
