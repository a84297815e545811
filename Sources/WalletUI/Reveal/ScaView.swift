import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

struct ScaView: FramePart {
  let frame: Frame

  func sca(_ flow: ScaFlow) {
    let size = frame.canvas.size
    let width = min(62, size.width - 2)
    // The simulated phone takes its part from the first step on: so nothing moves when it opens.
    let spans = PhoneDrawer.spans(state)
    let isRoomy = state.wallet.showsPhone && size.height >= PhoneView.spanningHeight + 12
    let below = spans && (isRoomy || PhoneDrawer.isShown(state)) ? PhoneView.spanningHeight : 0
    let beside = !spans && state.wallet.showsPhone ? PhoneView.width + 1 : 0
    let area = Rect(size).splitBottom(below).rest
    let isShort = area.height < 24
    let lines = simulated(width - 6).count
    let height = isShort ? 12 + max(0, lines - 3) : 19 + lines
    var box = frame.anchored(Size(width, min(area.height, height)), in: area)
    box = Rect(min(box.x, size.width - beside - width), box.y, box.width, box.height)
    var rect = frame.overlayBox(box, title: flow.intent.base.title(words))
    if isShort { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    let text = theme[.overlayText]
    let muted = theme[.overlayMuted]
    frame.canvas.write(
      Text.truncate(flow.subject, to: rect.width), rect.x, rect.y, text.with(.bold))
    var y = rect.y + (isShort ? 1 : 2)
    let room = Rect(rect.x, y, rect.width, rect.maxY - y)
    switch flow.step {
    case .choose(let index):
      y += frame.paragraph(words.codes.whereTo, room, text) + (isShort ? 0 : 1)
      choices(flow, index, Rect(rect.x, y, rect.width, rect.maxY - y - 1), box, isShort)
      // Line by line an empty line only reads again: there the way's number sends the code.
      let count = flow.event.ways.count
      let sends =
        !state.settings.isLinear ? "Enter" : count > 1 ? words.codes.numbers(1, count) : "1"
      let ways = flow.event.ways
      let isSent = !ways.indices.contains(index) || ways[index].channel != .authenticator
      let moves = count > 1 && !state.settings.isLinear ? [("↑↓", words.choose)] : []
      frame.hints(
        [(sends, isSent ? words.codes.sendCode : words.nextHint)] + moves
          + [("Esc", words.backHint)],
        Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .overlay, keepsLast: true)
    case .sending:
      wait(words.codes.sendingCode + "…", room)
    case .verifying:
      wait(words.codes.checkingCode + "…", room)
    case .repeating:
      wait(words.codes.confirmed, room)
    case .failed(var error, let again):
      // Rounded up, since a second early would be too early.
      let now = state.clock.wall.milliseconds
      error.retryAfter = again.map { Int(max(0, $0.milliseconds - now + 999) / 1000) }
      y +=
        frame.paragraph(
          words.errors.sentence(error), room, theme[.danger].on(theme[.overlay].background))
        + 1
      frame.paragraph(
        "\(words.errors.advice(error)) [\(error.codeText)]",
        Rect(rect.x, y, rect.width, rect.maxY - y - 1),
        muted)
      frame.footerHints([("Esc", words.backHint)], rect)
    case .code(let challenge, let input, let note):
      code(flow, challenge, input, note, Rect(rect.x, y, rect.width, rect.maxY - y), isShort)
    }
  }

  /// Where the code of the user's own wallet can be read, as lines. Empty if that is said elsewhere
  /// or not known.
  private func simulated(_ width: Int) -> [String] {
    guard let command = state.wallet.phoneCommand else { return [] }
    return Text.wrap(words.codes.simulated(readWith: command), to: width)
  }

  private func wait(_ text: String, _ rect: Rect) {
    frame.canvas.write(Spinner(frame: frame).text ?? text, rect.x, rect.y, theme[.overlayMuted])
    frame.footerHints([("Esc", words.cancel)], rect)
  }

  /// The ways as a picker lists them, and below them where the code of the selected one then is.
  private func choices(
    _ flow: ScaFlow, _ selected: Int, _ rect: Rect, _ box: Rect, _ isShort: Bool
  ) {
    let list = flow.list(state)
    let shown = Rect(rect.x, rect.y, rect.width, min(list.rows.count, rect.height))
    PickerRows(surface: frame, list: list, selected: selected, target: { .choice($0) })
      .draw(shown, in: box)
    guard list.rows.indices.contains(selected), !state.settings.isLinear else { return }
    let text = list.rows[selected].text
    let air = isShort ? 0 : 1
    let height = min(2, rect.maxY - air - shown.maxY - air)
    guard height > 0, !text.isEmpty else { return }
    let foot = Rect(rect.x, rect.maxY - air - height, rect.width, height)
    if !isShort {
      frame.canvas.line(
        box.x + 1, foot.y - 1, box.width - 2, theme[.overlayBorder], border.horizontal)
    }
    frame.paragraph(text, foot, theme[.overlayText])
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
      ? words.codes.typeAppCode
      : words.codes.sent(by: challenge.verification)
        + (state.wallet.showsPhone && !isShort ? " " + words.codes.onPhoneHere : "")
    let secondsLeft = max(0, Int(challenge.expirationTime.seconds(since: state.clock.wall)))
    let resend = max(0, Int(challenge.resendTime.seconds(since: state.clock.wall)))
    let said: String? =
      switch note {
      case nil: nil
      case .text(let text): text
      case .tooSoon: resend > 0 ? words.codes.anotherCode(in: resend) : nil
      }
    let danger = theme[.danger].on(theme[.overlay].background)
    var items = [
      ("Enter", flow.intent.base.confirmLabel(words)), ("Esc", words.backHint),
      ("Tab", words.codes.anotherWay),
    ]
    if resend == 0 && !isApp && !showsResend(0, rect) { items.append(("r", words.codes.resend)) }
    frame.footerHints(items, rect)
    // Boxes, times and hints take six lines. With fewer, the error is more important than where the
    // code was sent.
    if rect.height < 6 {
      let first = Text.truncate(said ?? sent, to: rect.width)
      frame.canvas.write(first, rect.x, rect.y, said == nil ? muted : danger)
      frame.codeBoxes(input, Rect(rect.x, rect.y + 1, rect.width, 1))
      if rect.height > 3 { times(challenge, secondsLeft, isApp ? nil : resend, rect, rect.y + 2) }
      return
    }
    var y = rect.y
    let simulated = isApp ? [] : simulated(rect.width)
    let reason = flow.intent.base.reason(words)
    // Below it two lines, the boxes, times, a note and hints.
    if !isShort || rect.height >= 9 && simulated.isEmpty && Text.width(of: reason) <= rect.width {
      y += frame.paragraph(reason, rect, text)
    }
    // A message that is simulated was sent nowhere else.
    if simulated.isEmpty {
      let sentLines = isShort && rect.height < 8 ? 1 : 2
      let shownSent = sentLines == 1 ? Text.truncate(sent, to: rect.width) : sent
      y += frame.paragraph(shownSent, Rect(rect.x, y, rect.width, sentLines), muted)
    }
    // Boxes, times, a note and hints follow below. Without room for them, the boxes are one line
    // high.
    let left = rect.maxY - y - simulated.count
    let boxes = isShort && !simulated.isEmpty && left < 6 ? 1 : 3
    for line in simulated.prefix(max(0, rect.maxY - y - boxes - 3)) {
      frame.canvas.write(line, rect.x, y, text)
      y += 1
    }
    if !isShort { y += 1 }
    frame.codeBoxes(input, Rect(rect.x, y, rect.width, boxes))
    y += isShort ? boxes : 4
    times(challenge, secondsLeft, isApp ? nil : resend, rect, y)
    y += 1
    if !isShort {
      let total = max(1, Int(challenge.expirationTime.seconds(since: challenge.creationTime)))
      let filled = min(rect.width, rect.width * secondsLeft / total)
      frame.canvas.line(rect.x, y, filled, theme[.accent].on(theme[.overlay].background), "━")
      frame.canvas.line(rect.x + filled, y, rect.width - filled, muted, "─")
      y += 1
    }
    if let said { frame.canvas.write(Text.truncate(said, to: rect.width), rect.x, y, danger) }
  }

  /// How long the code is valid, how many tries are left, and when another code can be requested,
  /// if it can.
  private func times(
    _ challenge: ScaChallenge, _ left: Int, _ resend: Int?, _ rect: Rect, _ y: Int
  ) {
    let muted = theme[.overlayMuted]
    let background = theme[.overlay].background
    let expires = left > 0 ? words.codes.expires(in: left) : words.codes.expired
    frame.canvas.write(expires, rect.x, y, left > 0 ? muted : theme[.danger].on(background))
    let count = challenge.attemptsLeft
    frame.canvas.write(
      words.codes.triesLeft(count), rect.x + 18, y,
      count <= 2 ? theme[.warning].on(background) : muted)
    guard let resend, showsResend(resend, rect) else { return }
    if resend == 0 {
      let hint = Hint("r", words.codes.resend)
      frame.hint(hint, rect.maxX - hint.width, y, on: .overlay)
    } else {
      let text = words.codes.resend(in: resend)
      frame.canvas.write(text, rect.maxX - Text.width(of: text), y, muted)
    }
  }

  /// Whether there is room for it beside the times.
  private func showsResend(_ resend: Int, _ rect: Rect) -> Bool {
    let text = resend > 0 ? words.codes.resend(in: resend) : "r " + words.codes.resend
    return rect.width >= 34 + Text.width(of: text)
  }
}
