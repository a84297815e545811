import Canvas
import ScreenKit
import Secrets
import Themes
import WalletModel
import Words

struct LinesView: FramePart {
  let frame: Frame

  /// The list, then this month in sentences.
  func cardList() {
    let places = CardAreas(state)
    CardListView(frame: frame).cardList(places)
    let sentences = MonthView(frame: frame).sentences
    let y = places.list.maxY - 1 - sentences.count
    for (index, sentence) in sentences.enumerated() {
      frame.canvas.write(sentence, places.rows.x, y + index, theme[.text])
    }
  }

  /// The card in focus.
  func card(_ body: Rect) {
    guard let row = state.cards.list.focused else {
      frame.pane(body, title: words.card, focused: true)
      return
    }
    let inside = frame.pane(
      body, title: row.title, note: DetailsView(frame: frame).note(row), focused: true)
    frame.canvas.mark(.details, row.title, body, target: Target.pane(.details).text)
    if let problem = DetailsView(frame: frame).problem(row) {
      return DetailsView(frame: frame).say(problem, inside)
    }
    listed(row, state.cards.details[row.id], inside)
  }

  /// What the page of a card shows, one thing a line.
  private func listed(_ row: CardRow, _ card: CardDetails?, _ rect: Rect) {
    var y = rect.y
    if let reveal = state.secrets.reveal, reveal.cardID == row.id {
      y = revealed(reveal, row, rect)
    }
    let all = CardFacts(state: state)
    var facts = all.primary(row, card)
    for rule in card.map({ words.limits.rules($0.card) }) ?? [] {
      facts.append((rule.label, rule.value, .text))
    }
    if let card { facts += all.phones(card.card, on: row.status) + all.further(card.card) }
    if let balance = state.activity.month.balance(state) {
      facts.insert((words.cards.balance, words.money(balance), .text), at: 1)
    }
    var lines: [Sheet.Line] = facts.map { .facts([$0]) }
    if let card {
      let shown = card.transactions.prefix(Self.activityLines)
      lines.append(.title(words.cards.paymentsTitle, note: ""))
      lines += shown.map { .payment($0) }
      if shown.isEmpty { lines.append(.text(words.cards.noPayments, .muted)) }
    }
    lines += CardActions(frame).lines(words)
    SheetView(frame: frame).draw(
      Sheet(lines: lines), Rect(rect.x, y, rect.width, rect.maxY - y))
  }

  private static let valueColumn = 30
  private static let activityLines = 14

  /// The parts of what is shown, the focus on the one that can be copied. Returns where to go on.
  private func revealed(_ reveal: Reveal, _ row: CardRow, _ rect: Rect) -> Int {
    let words = state.words
    var y = rect.y
    func place() -> Point { Point(rect.x + Self.valueColumn, y) }
    switch reveal.content {
    case .pin(let pin):
      frame.canvas.write("PIN", rect.x, y, theme[.text])
      frame.canvas.reveal(pin, 0..<pin.count, place().x, y, theme[.secret], mask: "•")
      y += 1
    case .details(let pan, let cvv, let expiry, let holder):
      for field in DetailField.allCases {
        frame.canvas.write(field.name(words), rect.x, y, theme[.text])
        if reveal.focus == field { frame.canvas.cursor = Point(rect.x, y) }
        var x = place().x
        switch field {
        case .pan:
          let groups = PAN.groups(brand: row.scheme.brand, count: pan.count)
          for (index, group) in groups.enumerated() {
            if index > 0 {
              x += frame.canvas.write(state.settings.panSeparator.rawValue, x, y, theme[.secret])
            }
            frame.canvas.reveal(pan, group, x, y, theme[.secret], mask: "•")
            x += group.count
          }
        case .cvv: frame.canvas.reveal(cvv, 0..<cvv.count, x, y, theme[.secret], mask: "•")
        case .expiry: frame.canvas.write(expiry.short, x, y, theme[.text])
        case .holder: frame.canvas.write(holder, x, y, theme[.text])
        }
        y += 1
      }
    case .token: break
    }
    frame.canvas.write(
      words.cards.hides(in: reveal.secondsLeft(at: state.clock.now)), rect.x, y, theme[.warning])
    return y + 1
  }
}
