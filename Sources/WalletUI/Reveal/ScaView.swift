import Canvas
import TextLayout
import Themes
import WalletModel
import Words

extension Frame {
  func sca(_ flow: ScaFlow) {
    let width = min(60, canvas.size.width - 2)
    // The simulated phone takes its part where it stands below.
    let below = state.showsPhone && state.phoneSpans ? Frame.spanningPhone : 0
    let beside = state.showsPhone && !state.phoneSpans ? Frame.phoneWidth + 1 : 0
    let (above, _) = Rect(canvas.size).splitBottom(below)
    let area = above.splitLeft(above.width - beside).left
    let isShort = area.height < 24
    let lines = simulated(width - 6).count
    let height = isShort ? 12 + max(0, lines - 3) : 19 + lines
    let box = area.centred(Size(width, min(area.height, height)))
    var rect = overlayBox(box, title: flow.intent.base.title(words), border: .overlayBorder)
    if isShort { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    let text = theme[.overlayText]
    let muted = theme[.overlayMuted]
    canvas.write(Text.truncate(flow.subject, to: rect.width), rect.x, rect.y, text.with(.bold))
    var y = rect.y + (isShort ? 1 : 2)
    let room = Rect(rect.x, y, rect.width, rect.maxY - y)
    switch flow.step {
    case .choose(let index):
      y += paragraph(flow.intent.base.reason(words), room, text) + (isShort ? 0 : 1)
      choices(flow, index, Rect(rect.x, y, rect.width, rect.maxY - y - 1))
      // Line by line an empty line only reads again: there the way's number sends the code.
      let count = flow.event.ways.count
      let sends =
        !state.settings.isLinear ? "Enter" : count > 1 ? words.numbers(1, count) : "1"
      let ways = flow.event.ways
      let isSent = !ways.indices.contains(index) || ways[index].channel != .authenticator
      footerHints(
        [("Esc", words.backHint), (sends, isSent ? words.sendCode : words.nextHint)], rect)
    case .sending:
      wait(words.sendingCode + "…", room)
    case .verifying:
      wait(words.checkingCode + "…", room)
    case .repeating:
      wait(words.confirmed, room)
    case .failed(var error, let again):
      // Rounded up: a second early would be too early.
      let now = state.clock.wall.milliseconds
      error.retryAfter = again.map { Int(max(0, $0.milliseconds - now + 999) / 1000) }
      y += paragraph(words.sentence(error), room, theme[.danger].on(theme[.overlay].background)) + 1
      paragraph(
        "\(words.advice(error)) [\(error.codeText)]",
        Rect(rect.x, y, rect.width, rect.maxY - y - 1),
        muted)
      footerHints([("Esc", words.backHint)], rect)
    case .code(let challenge, let input, let note):
      code(flow, challenge, input, note, Rect(rect.x, y, rect.width, rect.maxY - y), isShort)
    }
  }

  /// Where the code of a wallet of one's own can be read, in lines; none where that is said otherwise
  /// or not known.
  private func simulated(_ width: Int) -> [String] {
    guard let command = state.wallet.phoneCommand else { return [] }
    return Text.wrap(words.simulated(readWith: command), to: width)
  }

  private func wait(_ text: String, _ rect: Rect) {
    canvas.write(spinnerText ?? text, rect.x, rect.y, theme[.overlayMuted])
    footerHints([("Esc", words.cancel)], rect)
  }

  func footerHints(_ items: [(String, String)], _ rect: Rect) {
    hints(items, Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .overlay)
  }

  private func choices(_ flow: ScaFlow, _ selected: Int, _ rect: Rect) {
    let words = words
    for (index, way) in flow.event.ways.enumerated() where index < rect.height {
      let isSelected = index == selected
      let line = Rect(rect.x - 1, rect.y + index, rect.width + 2, 1)
      let ground = isSelected ? theme[.selection] : theme[.overlay]
      canvas.fill(line, ground)
      canvas.write("\(index + 1)", line.x + 1, line.y, theme[.key].on(ground.background))
      canvas.write(
        Text.truncate(words.way(way), to: line.width - 5), line.x + 4, line.y,
        isSelected && theme.depth == .mono ? ground : theme[.overlayText].on(ground.background))
      if isSelected { canvas.cursor = Point(line.x + 1, line.y) }
      canvas.mark(.button, words.way(way), line, target: Target.choice(index).text)
    }
  }

  private func code(
    _ flow: ScaFlow, _ challenge: ScaChallenge, _ input: SecretInput, _ note: ScaFlow.Note?,
    _ rect: Rect, _ isShort: Bool
  ) {
    let text = theme[.overlayText]
    let muted = theme[.overlayMuted]
    let isApp = challenge.verification.channel == .authenticator
    let sent =
      isApp
      ? words.typeAppCode
      : words.sent(by: challenge.verification)
    let secondsLeft = max(0, Int(challenge.expirationTime.seconds(since: state.clock.wall)))
    let resend = max(0, Int(challenge.resendTime.seconds(since: state.clock.wall)))
    let said: String? =
      switch note {
      case nil: nil
      case .text(let text): text
      case .tooSoon: resend > 0 ? words.anotherCode(in: resend) : nil
      }
    let danger = theme[.danger].on(theme[.overlay].background)
    var items = [
      ("Enter", flow.intent.base.confirmLabel(words)), ("Esc", words.backHint),
      ("Tab", words.anotherWay),
    ]
    if resend == 0 && !isApp { items.append(("r", words.resend)) }
    footerHints(items, rect)
    // Boxes, times and hints take six lines. Where there are fewer, what went wrong is worth more than
    // where the code was sent.
    if rect.height < 6 {
      let first = Text.truncate(said ?? sent, to: rect.width)
      canvas.write(first, rect.x, rect.y, said == nil ? muted : danger)
      codeBoxes(input, Rect(rect.x, rect.y + 1, rect.width, 1))
      if rect.height > 3 { times(challenge, secondsLeft, isApp ? nil : resend, rect, rect.y + 2) }
      return
    }
    var y = rect.y
    if !isShort { y += paragraph(flow.intent.base.reason(words), rect, text) }
    let simulated = isApp ? [] : simulated(rect.width)
    // Where lines are scarce, how to read the code is worth more than where it was sent.
    if !isShort || simulated.isEmpty {
      let sentLines = isShort && rect.height < 8 ? 1 : 2
      let shownSent = sentLines == 1 ? Text.truncate(sent, to: rect.width) : sent
      y += paragraph(shownSent, Rect(rect.x, y, rect.width, sentLines), muted)
    }
    // Boxes, times, a note and hints stand below; without room for that, the boxes are one line.
    let left = rect.maxY - y - simulated.count
    let boxes = isShort && !simulated.isEmpty && left < 6 ? 1 : 3
    for line in simulated.prefix(max(0, rect.maxY - y - boxes - 3)) {
      canvas.write(line, rect.x, y, text)
      y += 1
    }
    if !isShort { y += 1 }
    codeBoxes(input, Rect(rect.x, y, rect.width, boxes))
    y += isShort ? boxes : 4
    times(challenge, secondsLeft, isApp ? nil : resend, rect, y)
    y += 1
    if !isShort {
      let total = max(1, Int(challenge.expirationTime.seconds(since: challenge.creationTime)))
      let filled = min(rect.width, rect.width * secondsLeft / total)
      canvas.line(rect.x, y, filled, theme[.accent].on(theme[.overlay].background), "━")
      canvas.line(rect.x + filled, y, rect.width - filled, muted, "─")
      y += 1
    }
    if let said { canvas.write(Text.truncate(said, to: rect.width), rect.x, y, danger) }
  }

  /// How long the code is good, how many tries are left, and, where one can be had, when there may be
  /// another.
  private func times(
    _ challenge: ScaChallenge, _ left: Int, _ resend: Int?, _ rect: Rect, _ y: Int
  ) {
    let muted = theme[.overlayMuted]
    let ground = theme[.overlay].background
    let expires = left > 0 ? words.expires(in: left) : words.expired
    canvas.write(expires, rect.x, y, left > 0 ? muted : theme[.danger].on(ground))
    let count = challenge.attemptsLeft
    canvas.write(
      words.triesLeft(count), rect.x + 18, y, count <= 2 ? theme[.warning].on(ground) : muted)
    guard let resend else { return }
    let again = resend > 0 ? words.resend(in: resend) : "r " + words.resend
    if rect.width >= 34 + again.count {
      canvas.write(again, rect.maxX - again.count, y, muted)
    }
  }

  /// Six boxes, one a digit; dots stand for what was typed. They are three lines high, or one.
  func codeBoxes(_ input: SecretInput, _ rect: Rect) {
    let words = words
    let gap = rect.width >= 40 ? 2 : 0
    let width = 5
    let total = input.limit * width + (input.limit - 1) * gap
    var x = rect.x + max(0, (rect.width - total) / 2)
    let ground = theme[.overlay].background
    for index in 0..<input.limit {
      let isNext = index == input.count
      let frame = theme[isNext ? .borderFocus : .border].on(ground)
      let y = rect.y + rect.height / 2
      if rect.height < 3 {
        canvas.write("[   ]", x, y, frame)
      } else {
        canvas.box(Rect(x, rect.y, width, 3), frame, border)
      }
      if index < input.count {
        canvas.write(state.settings.ascii ? "*" : "●", x + 2, y, theme[.overlayText].on(ground))
      }
      if isNext { canvas.cursor = Point(x + 2, y) }
      x += width + gap
    }
    canvas.mark(.field, words.codeDigits(input.count, of: input.limit), rect)
  }
}
