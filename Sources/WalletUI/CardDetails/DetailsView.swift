import Canvas
import TextLayout
import Themes
import WalletAPI
import WalletModel
import Words

struct DetailsView: FramePart {
  let frame: Frame

  /// The pane with everything about the focused card.
  func details(_ rect: Rect) {
    guard let row = state.list.focused else {
      frame.pane(rect, title: words.card, note: "", focused: state.pane == .details)
      return
    }
    let note =
      row.isDamaged ? "" : "\(words.scheme(row.scheme)) · \(words.type(row.cardType))"
    frame.pane(rect, title: row.title, note: note, focused: state.pane == .details)
    if state.pane == .details && state.overlays.isEmpty && !state.settings.isLinear {
      frame.canvas.cursor = Point(rect.x + 3, rect.y)
    }
    frame.canvas.mark(.details, row.title, rect, target: Target.pane(.details).text)
    let isRoomy = rect.width >= 70
    let inside = rect.inset(isRoomy ? 3 : 2, isRoomy && rect.height >= 28 ? 2 : 1)
    if row.isDamaged { return damaged(row, inside) }
    if state.details[row.id] == nil && state.details.failure(row.id) != nil {
      return failed(row, inside)
    }
    if state.settings.isLinear {
      return LinesView(frame: frame).listed(row, state.details[row.id], inside)
    }
    let size =
      isRoomy && inside.height >= 20 || inside.width >= 70 && inside.height >= 10
      ? CardFaceView.bigFace : CardFaceView.smallFace
    let details = state.details[row.id]
    guard inside.width >= size.width, inside.height >= size.height else {
      return facts(primaryFacts(row, details), in: inside)
    }
    let face = Rect(inside.x, inside.y, size.width, size.height)
    CardFaceView(frame: frame).cardFace(row, details, at: face)
    let gap = isRoomy ? 3 : 2
    // A long date extends one column into the margin.
    let beside = Rect(
      face.maxX + gap, face.y, inside.maxX - face.maxX - gap + (isRoomy ? 1 : 0), face.height)
    let below = Rect(inside.x, face.maxY, inside.width, inside.maxY - face.maxY)
    if beside.width >= 14 {
      stackedFacts(primaryFacts(row, details), in: beside)
      belowFace(row, details, below)
    } else {
      let rest = countdown(below)
      facts(primaryFacts(row, details), in: rest)
    }
  }

  // MARK: Facts

  typealias Fact = (label: String, value: String, role: Role)

  func primaryFacts(_ row: CardRow, _ details: CardDetails?) -> [Fact] {
    var facts: [Fact] = [
      (words.statusLabel, CardListView(frame: frame).statusText(row), row.status.role)
    ]
    if let change = state.unanswered[row.id] {
      facts = [
        (
          words.statusLabel,
          CardRow.pendingGlyph(ascii: state.settings.ascii) + " " + words.pendingStatus, .warning
        ),
        (words.askedFor, change.title(words), .text), (words.when, frame.ago(change.time), .text),
      ]
    }
    guard let details else { return facts }
    if let time = details.card.statusDate { facts.append((words.since, frame.ago(time), .text)) }
    if let account = details.account {
      facts.append(
        (words.balance, words.money(account.availableBalance), .strong))
    }
    facts.append(("PIN", details.card.isPinSet ? words.set : words.notSet, .text))
    if let wallets = phoneWallets(details.card) { facts.append((words.wallets, wallets, .success)) }
    return facts
  }

  private func phoneWallets(_ card: Card) -> String? {
    let names = (card.tokenizations ?? []).filter { $0.status == .completed }.map {
      words.phoneWallet($0.walletType)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ") + " ✓"
  }

  /// - Parameter room: The width for a value, in columns.
  func furtherFacts(_ card: Card, room: Int = .max) -> [Fact] {
    [
      (words.programme, card.programName, .text),
      (words.cardIDLabel, shortID(card.id, room), .text),
      (words.created, card.createdDate.map(date) ?? "—", .text),
      (words.activated, card.activationDate.map(date) ?? words.notYet, .text),
      (words.currency, card.currency.code, .text),
      (words.mobile, card.mobile.map(Masks.mobile) ?? "—", .text),
    ]
  }

  private func date(_ time: Timestamp) -> String {
    words.date(time, offset: state.clock.utcOffset)
  }

  private func shortID(_ id: CardID, _ room: Int) -> String {
    let text = id.rawValue
    return text.count > max(17, room) ? text.prefix(8) + "…" + text.suffix(7) : text
  }

  /// Label above value if there is height, otherwise on one line.
  private func stackedFacts(_ facts: [Fact], in rect: Rect) {
    let isTall = rect.height >= facts.count * 2 && rect.width < 20
    if !isTall { return self.facts(facts, in: rect) }
    var y = rect.y
    for fact in facts where y + 1 < rect.maxY {
      frame.canvas.write(fact.label, rect.x, y, theme[.muted])
      frame.canvas.write(Text.truncate(fact.value, to: rect.width), rect.x, y + 1, theme[fact.role])
      y += 2
    }
  }

  private func facts(_ facts: [Fact], in rect: Rect) {
    // The usual width, unless a narrower one avoids that a value is cut.
    let labels = (facts.map { Text.width(of: $0.label) }.max() ?? 0) + 1
    let values = facts.map { Text.width(of: $0.value) }.max() ?? 0
    let column = 10 + values > rect.width && labels + values <= rect.width ? labels : 10
    for (index, fact) in facts.enumerated() where index < rect.height {
      // Without room for a column of labels, a label that fits is written before its value.
      let short = Text.width(of: fact.label) + 1
      let fits = short + Text.width(of: fact.value) <= rect.width
      let label = rect.width >= 20 ? column : fits ? short : 0
      frame.canvas.write(
        fact.label, rect.x, rect.y + index, theme[.muted], limit: max(0, label - 1))
      frame.canvas.write(
        Text.truncate(fact.value, to: rect.width - label), rect.x + label, rect.y + index,
        theme[fact.role])
    }
  }

  // MARK: Below the face

  /// While something is revealed: the remaining time. Returns the remaining area.
  private func countdown(_ rect: Rect) -> Rect {
    guard let reveal = state.reveal, reveal.cardID == state.list.focused?.id, rect.height > 0 else {
      return rect
    }
    let left = reveal.secondsLeft(at: state.clock.now)
    let text = words.hides(in: left)
    let bar = max(4, min(CardFaceView.bigFace.width, rect.width) - Text.width(of: text) - 2)
    let filled = max(0, min(bar, (bar * left + reveal.seconds - 1) / max(1, reveal.seconds)))
    frame.canvas.line(rect.x, rect.y, filled, theme[.warning], state.settings.ascii ? "=" : "━")
    frame.canvas.line(
      rect.x + filled, rect.y, bar - filled, theme[.faint], state.settings.ascii ? "-" : "─")
    frame.canvas.write(text, rect.x + bar + 2, rect.y, theme[.warning])
    return rect.splitTop(1).rest
  }

  private func belowFace(_ row: CardRow, _ details: CardDetails?, _ rect: Rect) {
    let hasCountdown = state.reveal?.cardID == row.id
    var rest = countdown(rect)
    if !hasCountdown && rest.height >= 12 { rest = rest.splitTop(1).rest }
    if rest.height >= 22 { rest = rest.splitTop(1).rest }
    guard let details else { return }
    if rest.height >= 14 && rest.width >= 60 {
      let (top, below) = rest.splitTop(3)
      factGrid(furtherFacts(details.card, room: Self.gridRoom(top)), in: top)
      rest = below.splitTop(1).rest
    }
    let actions = actionRows(width: rest.width)
    let showsActions = rest.height >= actions.count + 8
    let (activity, bottom) = showsActions ? rest.splitBottom(actions.count + 3) : (rest, rest)
    TransactionsView(frame: frame).activity(row, details, activity)
    if showsActions { actionList(actions, bottom.splitTop(1).rest) }
  }

  private func factGrid(_ facts: [Fact], in rect: Rect) {
    let column = rect.width / 2
    for (index, fact) in facts.enumerated() {
      let x = rect.x + (index % 2) * column
      let y = rect.y + index / 2
      guard y < rect.maxY else { return }
      frame.canvas.write(fact.label, x, y, theme[.muted])
      frame.canvas.write(
        Text.truncate(fact.value, to: Self.gridRoom(rect)), x + 11, y, theme[fact.role])
    }
  }

  /// The width of a value in the grid, in columns.
  private static func gridRoom(_ rect: Rect) -> Int { rect.width / 2 - 13 }

  // MARK: Actions

  func actionRows(width: Int) -> [[Command]] {
    let commands = CardCommands.actions.filter { state.command($0.id) != nil }
    let columns = width >= 60 ? 2 : 1
    return stride(from: 0, to: commands.count, by: columns).map {
      Array(commands[$0..<min($0 + columns, commands.count)])
    }
  }

  /// Every action, with the reason if it is not possible now.
  func actionList(_ rows: [[Command]], _ rect: Rect) {
    frame.canvas.write(words.youCan, rect.x, rect.y, theme[.strong])
    let column = rect.width / max(1, rows.first?.count ?? 1)
    for (index, row) in rows.enumerated() where index + 1 < rect.height {
      for (place, command) in row.enumerated() {
        let reason = shortReason(command)
        let x = rect.x + place * column
        let y = rect.y + 1 + index
        let keys = state.keymap.label(command.id) ?? " "
        let used = frame.hint(
          Hint(keys, command.text(words).title, runs: command.id), x, y,
          isPossible: reason == nil)
        if let reason {
          // The last column may use a column of the margin.
          let end = place + 1 < row.count ? x + column - 1 : rect.maxX + 1
          let start = x + used + 1
          frame.canvas.write(Text.truncate("· \(reason)", to: end - start), start, y, theme[.faint])
        }
      }
    }
  }

  /// Why an action is not possible: a word or two if all have the same reason.
  private func shortReason(_ command: Command) -> String? {
    guard let reason = command.disabled(state) else { return nil }
    if state.unreachable != nil { return words.offline }
    guard let id = state.list.focused?.id, let change = state.unanswered[id] else { return reason }
    return words.pending(change.title(words))
  }

  // MARK: Failures

  private func damaged(_ row: CardRow, _ rect: Rect) {
    let used = frame.paragraph(words.recordIsDamaged, rect, theme[.danger])
    frame.paragraph(
      words.otherCardsWork, rect.splitTop(used + 1).rest, theme[.muted])
  }

  private func failed(_ row: CardRow, _ rect: Rect) {
    guard let error = state.details.failure(row.id) else { return }
    let used = frame.paragraph(words.message(error), rect, theme[.danger])
    frame.paragraph(
      "\(words.advice(error)) \(words.readsAgain(key: state.keyLabel(for: "wallet.reload"))). [\(error.codeText)]",
      rect.splitTop(used + 1).rest,
      theme[.muted])
  }
}
