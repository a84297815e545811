import Canvas
import ScreenKit
import TextLayout
import Themes
import ThreeDSecure
import Words

/// The bank's question: what it is about, the question, how long and how often it can be answered.
/// From 100 columns on, what it is about is lit beside it.
struct BankQuestionView: FramePart {
  let frame: Frame
  let question: BankQuestion

  private var matter: BankMatter { question.matter }
  private var challenge: Challenge { question.challenge }
  private var ground: Color { theme[.overlay].background }
  private var text: Style { theme[.overlayText] }
  private var muted: Style { theme[.overlayMuted] }
  private var secondsLeft: Int { state.clock.secondsLeft(until: question.endsAt) }
  private var isLit: Bool { state.view.size.width >= 100 && !state.settings.isLinear }

  /// A part of the dialog. Where rows are scarce, the parts with the highest rank go first; rank 0 stays.
  private struct Block {
    let rank: Int
    let height: Int
    let draw: (Rect) -> Void
  }

  func draw() {
    let size = frame.canvas.size
    let beside = isLit ? (size.width >= 120 ? 45 : 37) : 0
    let spans = PhoneDrawer.spans(state) && PhoneDrawer.isShown(state)
    let all = Rect(size).splitBottom(spans ? PhoneView.spanningHeight : 0).rest
    let area = Rect(beside, 0, size.width - beside, all.height)
    let width = min(62, area.width - 2)
    // Frame and air above and below, and the hints.
    let room = area.height - frame.anchored(Size(width, 0), in: area).y
    let isShort = room < 22
    let frameRows = isShort ? 2 : 4
    let wanted = blocks(Rect(0, 0, width - 6, 0), Rect(0, 0, 0, 0), isShort)
    let inside = wanted.reduce(0) { $0 + $1.height } + (isShort ? 1 : 2)
    let box = frame.anchored(
      Size(width, min(area.height, inside + frameRows)), in: area)
    if isLit { lit(Rect(1, box.y, beside - 3, 8)) }
    var rect = frame.overlayBox(
      box, title: words.bankQuestion.yourBankAsks,
      note: width < 50 ? "" : words.bankQuestion.threeDSecure(matter.version))
    if isShort { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    let content = Rect(rect.x, rect.y, rect.width, rect.height - 1)
    var shown = blocks(content, box, isShort)
    while shown.reduce(0, { $0 + $1.height }) > content.height,
      let last = shown.indices.filter({ shown[$0].rank > 0 }).max(by: {
        shown[$0].rank < shown[$1].rank
      })
    {
      shown.remove(at: last)
    }
    var y = content.y
    for block in shown where y + block.height <= content.maxY {
      block.draw(Rect(content.x, y, content.width, block.height))
      y += block.height
    }
    hints(Rect(rect.x, rect.maxY - 1, rect.width, 1))
  }

  // MARK: Beside it

  /// What the question is about, and the time that is left.
  private func lit(_ rect: Rect) {
    frame.canvas.fill(rect, theme[.surface])
    let inside = frame.pane(rect, title: matter.title, focused: false)
    let state = question.step == .over ? "" : "◔ " + words.bankQuestion.askingTheBank
    let stateWidth = Text.width(of: state)
    frame.canvas.write(amount, inside.x, inside.y, theme[.strong])
    if Text.width(of: amount) + 2 + stateWidth <= inside.width {
      frame.write(state, endingAt: inside.maxX, inside.y, theme[.accent])
    }
    frame.canvas.write(
      Text.truncate("\(card) · \(matter.merchant)", to: inside.width), inside.x, inside.y + 1,
      theme[.muted])
    let left = words.countdown(secondsLeft)
    frame.write(left, endingAt: inside.maxX, inside.y + 3, theme[timeRole])
    frame.thinBar(share, Rect(inside.x, inside.y + 3, inside.width - 6, 1), timeRole)
  }

  private var amount: String { matter.amount.map(words.money) ?? words.bankQuestion.nothingIsPaid }
  private var card: String { "\(matter.cardName) ··\(matter.lastFour)" }
  private var share: Double {
    Double(secondsLeft) * 1000 / Double(Authentication.challengeLimit)
  }
  /// Amber when a fifth of the time is left.
  private var timeRole: Role { share > 0.2 ? .accent : .warning }

  // MARK: The parts

  private func blocks(_ rect: Rect, _ box: Rect, _ isShort: Bool) -> [Block] {
    var blocks = isShort ? shortFacts : facts
    if challenge.isPage {
      blocks += page(rect.width, isShort)
      if let notice = question.pages[question.page] {
        blocks.append(
          paragraph(words.text(notice.text), rect.width, 2, theme[.danger].on(ground)))
      }
    }
    if !isShort {
      let tries = words.bankQuestion.bankTries(question.attemptsLeft)
      blocks.append(
        Block(rank: 2, height: 1) { [self] line in
          frame.section(
            title, note: tries, noteRole: question.attemptsLeft < 2 ? .warning : .overlayMuted,
            line, on: .overlay)
        })
    }
    guard question.isNewest else {
      return blocks + [paragraph(words.bankQuestion.answeredPage, rect.width, 0, muted)]
        + (isShort ? [] : [air, time])
    }
    if !asked.isEmpty {
      let isKnown = isShort && challenge.options.isEmpty
      blocks.append(paragraph(asked, rect.width, isKnown ? 5 : 1, text))
    }
    blocks += answer(box, isShort)
    // What is said has a place, so that nothing moves.
    let note = said.map { paragraph($0.text, rect.width, 0, theme[$0.role].on(ground)) }
    if isShort { return blocks + [note ?? Block(rank: 7, height: 1) { _ in }] }
    blocks += [note ?? air, time]
    return question.steps.isEmpty ? blocks : blocks + [steps]
  }

  private var air: Block { Block(rank: 8, height: 1) { _ in } }

  private func paragraph(_ text: String, _ width: Int, _ rank: Int, _ style: Style) -> Block {
    let lines = Text.wrap(text, to: width)
    return Block(rank: rank, height: lines.count) { [frame] rect in
      for (index, line) in lines.enumerated() {
        frame.canvas.write(line, rect.x, rect.y + index, style)
      }
    }
  }

  /// Bank, shop, amount, card, time.
  private var facts: [Block] {
    let rows: [(rank: Int, label: String, value: String)] = [
      (5, words.bankQuestion.shopLabel, matter.merchant),
      (0, words.bankQuestion.amountLabel, amount),
      (3, words.cardEntry.cardLabel, card),
      (
        7, words.bankQuestion.whenLabel,
        words.bankQuestion.moment(matter.time, in: state.clock.zone)
      ),
    ]
    let column = max(10, (rows.map { Text.width(of: $0.label) }.max() ?? 0) + 2)
    let head = Block(rank: 6, height: 1) { [self] line in
      let programme = matter.programme
      frame.canvas.write(
        Text.truncate(matter.bank, to: line.width - Text.width(of: programme) - 2), line.x, line.y,
        theme[.strong].on(ground))
      frame.write(programme, endingAt: line.maxX, line.y, muted)
    }
    let lines = rows.map { row in
      Block(rank: row.rank, height: 1) { [self] line in
        frame.canvas.write(row.label, line.x, line.y, muted)
        frame.canvas.write(
          Text.truncate(row.value, to: line.width - column), line.x + column, line.y,
          row.label == words.bankQuestion.amountLabel ? text.with(.bold) : text)
      }
    }
    return [head, air] + lines + [air]
  }

  /// The same in two lines, with tries and time.
  private var shortFacts: [Block] {
    let what = Block(rank: 3, height: 1) { [self] line in
      let used = frame.canvas.write(
        Text.truncate(amount, to: line.width), line.x, line.y, text.with(.bold))
      frame.canvas.write(
        Text.truncate(" · " + matter.merchant, to: line.width - used), line.x + used, line.y, text)
    }
    let which = Block(rank: 0, height: 1) { [self] line in
      let left = words.bankQuestion.triesAndTime(question.attemptsLeft, secondsLeft)
      let room = line.width - Text.width(of: left) - 2
      let name = [card, "··" + matter.lastFour].first { Text.width(of: $0) <= room } ?? ""
      frame.canvas.write(name, line.x, line.y, muted)
      frame.write(left, endingAt: line.maxX, line.y, theme[timeRole].on(ground))
    }
    return [what, which]
  }

  /// The bank's page: where one is, and where it can be opened.
  private func page(_ width: Int, _ isShort: Bool) -> [Block] {
    let place = Block(rank: isShort ? 6 : 0, height: 1) { [self] line in
      frame.section(
        words.bankQuestion.bankPage,
        note: words.bankQuestion.page(question.page + 1, of: question.pages.count), line,
        on: .overlay)
    }
    guard let address = question.address else { return [place] }
    // It can be used only as a whole.
    let shown = paragraph(address, width, 4, theme[.accent].on(ground))
    return isShort
      ? [place, shown]
      : [place, paragraph(words.bankQuestion.opensOnce, width, 7, muted), shown, air]
  }

  private var title: String {
    if challenge.asksForCode { return words.bankQuestion.enterTheCode }
    return challenge.options.isEmpty
      ? words.bankQuestion.confirmElsewhere : words.bankQuestion.answerTheQuestion
  }

  /// The question, where the code went, or what to do elsewhere.
  private var asked: String {
    if challenge.isPage { return words.text(challenge.question(target: question.target).text) }
    switch challenge.type {
    case .oneTimeCode, .html:
      return question.target.isEmpty ? "" : words.bankQuestion.sentTo(question.target)
    case .outOfBand: return words.bankQuestion.thenGoOnHere
    case .singleSelect, .multiSelect:
      return words.text(challenge.question(target: question.target).text)
    }
  }

  /// Where the answer is given.
  private func answer(_ box: Rect, _ isShort: Bool) -> [Block] {
    if challenge.asksForCode {
      let boxes = Block(rank: 0, height: isShort ? 1 : 3) { [self] rect in
        frame.codeBoxes(question.code, rect)
      }
      return isShort ? [boxes] : [air, boxes]
    }
    let list = question.list(state)
    guard !list.rows.isEmpty else { return isShort || phone.isEmpty ? phone : [air] + phone }
    let rows = Block(rank: 0, height: list.rows.count) { [self] rect in
      PickerRows(surface: frame, list: list, selected: question.focus).draw(rect, in: box)
    }
    return isShort ? [rows] : [air, rows]
  }

  /// What the simulated phone can answer, a key in each row.
  private var phone: [Block] {
    guard state.wallet.showsPhone else { return [] }
    return [Hint("c", words.bankQuestion.confirmOnPhone), Hint("n", words.bankQuestion.wasNotMe)]
      .map { hint in
        Block(rank: 0, height: 1) { [self] line in
          if question.step == .asking { frame.hint(hint, line.x, line.y, on: .overlay) }
        }
      }
  }

  /// `━━━━━━━━╸──── ends in 4:31`.
  private var time: Block {
    Block(rank: 0, height: 1) { [self] line in
      let left = words.bankQuestion.ends(in: secondsLeft)
      let style = theme[share > 0.2 ? .overlayText : .warning].on(ground)
      frame.write(left, endingAt: line.maxX, line.y, style)
      let bar = line.width - Text.width(of: left) - 2
      frame.canvas.line(line.x, line.y, bar, theme[.border].on(ground), border.horizontal)
      frame.canvas.line(
        line.x, line.y, min(bar, Int((share * Double(bar)).rounded(.up))),
        theme[timeRole].on(ground), state.settings.ascii ? "=" : "━")
    }
  }

  /// How it goes, or what is wrong.
  private var said: (text: String, role: Role)? {
    switch question.step {
    case .over: return (words.bankQuestion.timeIsUp(isPayment: question.isPayment), .danger)
    case .sending:
      return (Spinner(frame: frame).text ?? words.bankQuestion.askingTheBankNow, .overlayMuted)
    case .asking: break
    }
    switch question.note {
    case nil: return nil
    case .challenge(let text): return (words.text(text.text), .danger)
    case .text(let text): return (text, .danger)
    case .error(let error): return (words.errors.sentence(error), .danger)
    }
  }

  private var steps: Block {
    Block(rank: 9, height: question.steps.count + 2) { [self] rect in
      frame.section(
        words.bankQuestion.whereItStands, Rect(rect.x, rect.y + 1, rect.width, 1), on: .overlay)
      StepListView(surface: frame, steps: question.steps, ground: .overlay).draw(
        Rect(rect.x, rect.y + 2, rect.width, question.steps.count))
    }
  }

  // MARK: Hints

  /// What Enter does, how to leave, and the rest as far as there is room.
  private func hints(_ rect: Rect) {
    if question.step == .over {
      return frame.hints([("Esc", words.backHint)], rect, on: .overlay)
    }
    if question.step == .sending {
      return frame.hints([("Esc", words.cancel)], rect, on: .overlay)
    }
    let leave =
      challenge.isPage
      ? words.bankQuestion.close : words.bankQuestion.cancelMatter(isPayment: question.isPayment)
    let short = challenge.isPage ? words.bankQuestion.close : words.cancel
    let isElsewhere = !challenge.asksForCode && challenge.options.isEmpty
    let send =
      isElsewhere ? words.bankQuestion.haveConfirmed : words.bankQuestion.confirm(matter.amount)
    let pairs: [(String, String)] = [
      (send, leave), (send, short),
      (isElsewhere ? words.codes.goOn : words.bankQuestion.confirmShort, short),
    ]
    let (enter, back) =
      pairs.first {
        Hint("Enter", $0.0).width + 3 + Hint("Esc", $0.1).width <= rect.width
      } ?? pairs[2]
    var items = question.isNewest ? [("Enter", enter), ("Esc", back)] : [("Esc", back)]
    items += more
    frame.hints(items, rect, on: .overlay)
    if frame.canvas.cursor == nil { frame.canvas.cursor = Point(rect.x, rect.y) }
  }

  private var more: [(String, String)] {
    var items: [(String, String)] = []
    if challenge.isPage {
      if question.page > 0 { items.append(("←", words.backHint)) }
      if !question.isNewest { items.append(("→", words.bankQuestion.forward)) }
    }
    if question.isNewest, challenge.type == .multiSelect {
      items.append(("Space", words.bankQuestion.mark))
    }
    return items
  }
}
