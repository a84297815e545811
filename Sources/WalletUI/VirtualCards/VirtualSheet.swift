import Canvas
import ScreenKit
import Secrets
import TextLayout
import Themes
import WalletModel
import WalletService
import Words

/// The page of a virtual card, and the pane beside the list: a face with facts, then lines. Both
/// draw it, and the reducer asks for its height.
struct VirtualSheet {
  let row: VirtualRow
  /// The size of the face; nil: there is no room for one.
  let face: Size?
  /// The facts beside the face.
  let beside: [CardFacts.Fact]
  let lines: [Sheet.Line]

  static let face = Size(34, 9)
  /// The height from which on the face is large, and there is room for more payments.
  private static let tall = 30
  /// Columns between the face and the facts beside it, and the least that they need.
  static let gap = 2
  private static let leastBeside = 10
  /// The payments in the pane beside the list; the page has more.
  private static let paymentsBeside = 5
  /// Where the costs of each payment have a line.
  private static let chargeWidth = 70

  /// Lines with the face and the keys below it.
  var headHeight: Int { face.map { $0.height + 1 } ?? 0 }
  var sheet: Sheet { Sheet(head: headHeight, lines: lines) }

  /// - Parameter isPage: Whether all of it is shown, also what the list has no room for.
  init(_ state: State, _ row: VirtualRow, width: Int, isPage: Bool = false, height: Int = .max) {
    self.row = row
    let content = VirtualContent(state: state, row: row)
    let words = content.words
    let hasFace = !state.settings.isLinear && height >= CardFaceView.small.height + 2
    let isWide = width >= Self.face.width + Self.gap + Self.leastBeside
    let isTall = width >= 76 && height >= Self.tall && !isPage
    let size =
      isTall
      ? CardFaceView.large
      : isWide && height >= Self.face.height + 4
        ? Self.face : width >= CardFaceView.small.width ? CardFaceView.small : nil
    let shown = hasFace ? size : nil
    face = shown
    let room = shown.map { width - $0.width - Self.gap } ?? 0
    let first = content.first
    let isBeside = room >= Self.leastBeside
    beside = isBeside ? first : []
    var lines: [Sheet.Line] = []
    // A listener gets one at a time.
    let columns = state.settings.isLinear ? 1 : width
    func grid(_ facts: [CardFacts.Fact]) { lines += Sheet.grid(facts, width: columns) }
    func section(_ title: String, note: String = "") {
      if !lines.isEmpty || shown != nil { lines.append(.blank) }
      lines.append(.title(title, note: note))
    }
    if !isBeside {
      if shown != nil { lines.append(.blank) }
      lines += first.map { .facts([$0]) }
    }
    if let making = row.making {
      let steps = content.text.steps(making)
      let done = steps.count { $0.stage == .done } + 1
      section(words.virtualCards.whatHappensNow, note: words.position(done, of: steps.count))
      lines.append(
        .steps(steps, progress: making.isMaking ? content.text.progress(making) : nil))
    }
    if let why = content.why {
      section(words.virtualCards.whyNot)
      lines += Text.wrap(why.text, to: width).map { .text($0, .text) }
      let commands = why.commands.filter { state.command($0) != nil }
      if !commands.isEmpty { lines += [.blank, .hints(commands)] }
    }
    if row.card?.isDamaged != true {
      section(words.virtualCards.whatItMayDo)
      grid(content.rules)
    }
    if let card = row.card, !card.isDamaged {
      if let page = state.virtual.payments.page(of: card.id), !page.transactions.isEmpty {
        let count = page.transactions.count
        let shown = isPage ? count : min(count, Self.paymentsBeside)
        section(
          words.cards.paymentsTitle,
          note: words.commandLine.range(1, shown, of: count) + (page.nextToken == nil ? "" : "+"))
        for payment in page.transactions.prefix(shown) {
          lines.append(.payment(payment))
          if width >= Self.chargeWidth { lines += payment.detail.prefix(1).map { .charge($0) } }
        }
      } else if let last = content.opened?.lastTransaction {
        section(words.virtualCards.lastPaymentTitle)
        lines.append(.payment(last))
      } else if isPage || isTall, state.virtual.payments.page(of: card.id) != nil {
        section(words.cards.paymentsTitle)
        lines.append(.text(words.virtualCards.nothingPaidYet, .muted))
      }
      section(words.cards.aboutCard)
      grid(content.about(card))
      lines += content.further(card).map { .facts([$0]) }
      if let metadata = content.opened?.metadata {
        section(words.virtualCards.metadataTitle)
        lines += Text.wrap(metadata, to: width).prefix(isPage ? .max : 3).map { .text($0, .text) }
      }
    }
    self.lines = lines
  }

  /// The keys below a face: the footer does not repeat them.
  static func faceHints(_ state: State) -> [Command.ID] {
    let isPage = state.screen(VirtualCardsScreen.self)?.pane == .details
    guard state.virtual.focused != nil, !state.settings.isLinear,
      state.layout != .narrow || isPage
    else { return [] }
    if case .virtualCard? = state.secrets.reveal?.subject {
      return ["virtual.reveal", "virtual.pause"]
    }
    return ["virtual.reveal", "virtual.pause"].filter { id in
      state.command(id).map { state.refusal(of: $0) == nil } ?? false
    }
  }

  static func pauseWord(_ state: State) -> String {
    state.virtual.focused?.isPaused == true
      ? state.words.virtualCards.resumeHint : state.words.virtualCards.pauseHint
  }
}

/// The facts of a card, as labels and values.
struct VirtualContent {
  let state: State
  let row: VirtualRow

  var words: Words { state.words.ofProgram }
  var text: VirtualText { VirtualText(state: state) }
  var opened: OpenedVirtualCard? {
    row.card.flatMap { state.virtual.opened.last(of: $0.id)?.opened }
  }

  private func date(_ time: Timestamp) -> String { words.date(time, in: state.clock.zone) }

  /// State, since when, persona.
  var first: [CardFacts.Fact] {
    let status = text.status(row)
    let sign = status.sign.text(ascii: state.settings.ascii)
    var facts: [CardFacts.Fact] = [(words.statusLabel, "\(sign) \(status.word)", status.role)]
    if let making = row.making {
      let time = words.second(making.createdAt, in: state.clock.zone)
      facts.append((words.virtualCards.startedLabel, time, .text))
    } else if let card = row.card, !card.isDamaged {
      facts.append(
        card.state.isOver
          ? (words.since, date(card.cancelledAt ?? card.updatedAt), .text)
          : (words.cards.validUntil, opened?.expiry?.short ?? date(card.activeTo), .text))
    }
    facts.append((words.virtualCards.personaLabel, text.persona(row.group), .text))
    return facts
  }

  /// Why something cannot be read or done, and the commands that help.
  var why: (text: String, commands: [Command.ID])? {
    guard let card = row.card else {
      return row.making?.isMaking == true ? nil : (words.virtualCards.notMadeWhy, [])
    }
    if card.isDamaged {
      return (words.cards.recordIsDamaged + " " + words.cards.otherCardsWork, [])
    }
    if card.state == .closed {
      return (
        words.virtualCards.closedWhy(card.closedReason) + " " + words.virtualCards.refundsArrive,
        []
      )
    }
    switch row.cause {
    case .keyMissing: return (words.virtualCards.keyMissingWhy, ["virtual.import"])
    case .keysUnreadable(let error):
      return (words.virtualCards.keysUnreadableWhy(error), ["wallet.reload"])
    case .unknownAlgorithm: return (words.virtualCards.laterVersionWhy, [])
    case .unreadable, .damagedRecord: return (words.virtualCards.unreadableWhy, [])
    case nil: return nil
    }
  }

  /// What it may pay for.
  var rules: [CardFacts.Fact] {
    let order = row.making.flatMap { text.order($0)?.order }
    guard let rules = row.card?.rules ?? order?.rules,
      let currency = row.card?.currency ?? order?.currency
    else { return [(words.bankQuestion.shopLabel, words.virtualCards.notKnownHere, .muted)] }
    let shop = rules.merchantID.map { id in
      words.virtualCards.merchantOnly(state.paying.shop.merchants.first { $0.id == id }?.name ?? id)
    }
    let source = row.card?.fundingSourceID ?? order?.fundingSourceID ?? ""
    let known = state.virtual.source(source)
    let limit = rules.monthlyLimit.map { words.money(Money($0, currency)) }
    var facts: [CardFacts.Fact] = [
      (words.bankQuestion.shopLabel, shop ?? words.virtualCards.anyShop, .text),
      (words.currency, currency.code, .text),
      (
        words.virtualCards.paysFrom,
        known.map {
          text.source($0) + ($0.state == .inactive ? ", " + words.virtualCards.isOff : "")
        } ?? words.virtualCards.notKnownHere,
        known?.state == .inactive ? .warning : .text
      ),
      (words.limits.perMonth, limit ?? words.virtualCards.noLimit, .text),
    ]
    if let card = row.card {
      facts.append(
        (words.virtualCards.spentLabel, words.money(Money(card.spentThisMonth, currency)), .strong))
    }
    facts.append(
      (
        words.cards.paymentsTitle,
        rules.isSingleUse ? words.virtualCards.oneOnly : words.virtualCards.asMany, .text
      ))
    return facts
  }

  /// Those that are short.
  func about(_ card: VirtualCard) -> [CardFacts.Fact] {
    [
      (words.holder, card.cardHolder, .text), (words.created, date(card.createdAt), .text),
      (words.virtualCards.versionLabel, words.number(card.version), .text),
      (words.virtualCards.closesLabel, date(card.activeTo), .text),
    ]
  }

  /// Those that need a line.
  func further(_ card: VirtualCard) -> [CardFacts.Fact] {
    var facts: [CardFacts.Fact] = [
      (
        words.virtualCards.changedLabel,
        words.bankQuestion.moment(card.updatedAt, in: state.clock.zone), .text
      ),
      (words.cards.cardIDLabel, card.id, .text),
    ]
    if let address = opened?.billingAddress {
      let place = [address.addressLine1, "\(address.postalCode) \(address.city)", address.country]
      facts.append((words.cardForms.address, place.joined(separator: ", "), .text))
    }
    return facts
  }
}

/// Draws a sheet, or the part of it that is in sight.
struct VirtualSheetView: FramePart {
  let frame: Frame
  let sheet: VirtualSheet

  /// - Parameter cursor: Of the page; nil: it is in the pane beside the list.
  func draw(_ rect: Rect, _ cursor: SheetCursor? = nil) {
    let y = rect.y - (cursor?.top ?? 0)
    if let size = sheet.face, y + sheet.headHeight > rect.y {
      head(Rect(rect.x, y, rect.width, size.height + 1), size)
    }
    SheetView(frame: frame, cursor: cursor).draw(sheet.sheet, rect)
  }

  private func head(_ rect: Rect, _ size: Size) {
    let face = Rect(rect.x, rect.y, size.width, size.height)
    VirtualCardFace(frame: frame, row: sheet.row).draw(at: face)
    let beside = Rect(
      face.maxX + VirtualSheet.gap, face.y, rect.maxX - face.maxX - VirtualSheet.gap, face.height)
    if !sheet.beside.isEmpty { facts(sheet.beside, beside) }
    if size == CardFaceView.large { month(beside.splitTop(sheet.beside.count + 1).rest) }
    hints(Rect(rect.x, face.maxY, rect.width, 1))
  }

  /// Each label above its value, where there is no room beside it.
  private func facts(_ facts: [CardFacts.Fact], _ rect: Rect) {
    guard rect.width < 28 else { return frame.facts(facts, in: rect, labels: 10) }
    let step = rect.height >= facts.count * 3 - 1 ? 3 : 2
    for (index, fact) in facts.enumerated() where (index + 1) * step - (step - 2) <= rect.height {
      let y = rect.y + index * step
      frame.canvas.write(fact.label, rect.x, y, theme[.muted], limit: rect.width)
      frame.canvas.write(
        Text.truncate(fact.value, to: rect.width), rect.x, y + 1,
        index == 0 ? theme[fact.role].with(.bold) : theme[fact.role])
    }
  }

  /// What was spent this month, and what of the limit that is.
  private func month(_ rect: Rect) {
    guard let card = sheet.row.card, !card.isDamaged, rect.height >= 4 else { return }
    frame.section(words.activity.thisMonth, rect)
    let spent = words.money(Money(card.spentThisMonth, card.currency))
    frame.canvas.write(spent, rect.x, rect.y + 1, theme[.strong])
    let text = VirtualText(state: state)
    guard let limit = card.rules.monthlyLimit, let share = text.share(card) else {
      return frame.write(words.virtualCards.noLimit, endingAt: rect.maxX, rect.y + 1, theme[.muted])
    }
    let left = Money(max(0, limit - card.spentThisMonth), card.currency)
    frame.thinBar(
      share, Rect(rect.x, rect.y + 2, rect.width, 1), VirtualText.role(ofShare: share))
    frame.canvas.write(
      words.virtualCards.leftOfLimit(words.money(left)), rect.x, rect.y + 3, theme[.muted])
    frame.write(
      words.limits.upTo(words.short(Money(limit, card.currency))), endingAt: rect.maxX, rect.y + 1,
      theme[.muted])
  }

  /// What is revealed and for how long, or what can be done.
  private func hints(_ line: Rect) {
    if let reveal = state.secrets.reveal, reveal.subject == .virtualCard(sheet.row.id) {
      return RevealHintsView(frame: frame, reveal: reveal).draw(line)
    }
    guard state.virtual.list.focused?.id == sheet.row.id else { return }
    var x = line.x
    for id in VirtualSheet.faceHints(state) {
      guard let key = state.input.keymap.label(id) else { continue }
      let word = id == "virtual.pause" ? VirtualSheet.pauseWord(state) : words.cards.showNumber
      let hint = Hint(key, word, runs: id)
      if x + hint.width <= line.maxX { x += frame.hint(hint, x, line.y) + 3 }
    }
  }
}

/// The whole page of a card, as far as it is in sight.
struct VirtualPageView: FramePart {
  let frame: Frame

  func draw(_ cursor: SheetCursor, _ body: Rect) {
    guard let row = state.virtual.list.focused else { return }
    let name = VirtualText(state: state).name(row)
    if state.settings.isLinear {
      let inside = frame.pane(body, title: name, focused: true)
      frame.canvas.mark(.details, name, body, target: Target.pane(.details).text)
      let sheet = VirtualSheet(state, row, width: inside.width, isPage: true)
      let used = revealed(row, inside)
      return VirtualSheetView(frame: frame, sheet: sheet).draw(
        inside.splitTop(used).rest, cursor)
    }
    let area = state.areas.page
    let sheet = VirtualSheet(state, row, width: area.width, isPage: true)
    frame.canvas.mark(.card, name, area, target: Target.pane(.details).text)
    SheetView(frame: frame, cursor: cursor).page(area, sheet.sheet) {
      VirtualSheetView(frame: frame, sheet: sheet).draw(area, cursor)
    }
  }

  /// Without a face, in line mode, what is shown is in lines. Returns how many.
  private func revealed(_ row: VirtualRow, _ rect: Rect) -> Int {
    guard let reveal = state.secrets.reveal, reveal.subject == .virtualCard(row.id),
      case .details(let pan, let cvv, let expiry, let holder) = reveal.content
    else { return 0 }
    let fields: [(DetailField, Secret?, String)] = [
      (.pan, pan, ""), (.cvv, cvv, ""), (.expiry, nil, expiry.short), (.holder, nil, holder),
    ]
    let column = rect.x + 30
    for (index, (field, secret, text)) in fields.enumerated() {
      let y = rect.y + index
      frame.canvas.write(field.name(words), rect.x, y, theme[.muted])
      if let secret {
        frame.canvas.reveal(secret, 0..<secret.count, column, y, theme[.secret], mask: "•")
      } else {
        frame.canvas.write(text, column, y, theme[.text])
      }
      if reveal.focus == field { frame.canvas.cursor = Point(column, y) }
    }
    frame.canvas.write(
      words.cards.hides(in: reveal.secondsLeft(at: state.clock.now)), rect.x, rect.y + fields.count,
      theme[.warning])
    return fields.count + 1
  }
}
