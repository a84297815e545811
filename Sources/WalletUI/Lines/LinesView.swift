import Canvas
import Secrets
import Themes
import WalletModel
import Words

struct LinesView: FramePart {
  let frame: Frame
  private var details: DetailsView { DetailsView(frame: frame) }

  /// The content of the details pane, one fact per line.
  func listed(_ row: CardRow, _ card: CardDetails?, _ rect: Rect) {
    var y = rect.y
    if let reveal = state.reveal, reveal.cardID == row.id {
      y = revealed(reveal, row, rect)
    }
    let facts = details.primaryFacts(row, card) + (card.map { details.furtherFacts($0.card) } ?? [])
    for fact in facts {
      frame.canvas.write(fact.label, rect.x, y, theme[.muted])
      frame.canvas.write(fact.value, rect.x + Self.valueColumn, y, theme[fact.role])
      y += 1
    }
    if let card {
      TransactionsView(frame: frame).activity(
        row, card, Rect(rect.x, y, rect.width, Self.activityLines))
      y += Self.activityLines
    }
    details.actionList(details.actionRows(width: 1), Rect(rect.x, y, rect.width, rect.maxY - y))
  }

  private static let valueColumn = 30
  private static let activityLines = 14

  /// The revealed parts, with the cursor on the one that can be copied. Returns the next line.
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
    }
    frame.canvas.write(
      words.hides(in: reveal.secondsLeft(at: state.clock.now)), rect.x, y, theme[.warning])
    return y + 1
  }
}
