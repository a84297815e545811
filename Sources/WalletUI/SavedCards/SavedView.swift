import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The screen of saved cards.
struct SavedView: WebListView {
  let frame: Frame
  let pane: Pane

  private var words: Words { state.words.ofProgram }
  var list: ListPane<SavedCard> { state.paying.web.saved }
  var title: String { words.savedCards.savedScreen.title }
  var guide: WebGuide { WebGuide(matter: .saving) }

  func entries(_ areas: WebAreas) {
    rows(list, from: list.top, in: areas.rows, height: areas.rowHeight, name: name) {
      row($0, $1, isSelected: $2)
    }
  }

  func outline(_ rect: Rect) {
    let face = CardFaceView.page
    guard rect.height >= face.height else { return }
    frame.outline(Rect(rect.x, rect.y, min(rect.width, face.width), face.height))
  }

  var emptyText: String {
    if state.paying.web.isMissing { return words.payments.noPaymentService + "." }
    if list.filter?.input.text.isEmpty == false { return words.savedCards.noSavedMatches }
    return list.unread(words.savedCards.readingSaved, state)
      ?? words.savedCards.noSavedCards(key: state.keyLabel(for: "saved.add"))
  }

  private func isOver(_ card: SavedCard) -> Bool {
    card.expiry.isPast(at: state.clock.wall) || card.isOver(on: state.clock.wall)
  }

  private func word(_ card: SavedCard) -> String {
    isOver(card) ? words.cards.status(.expired) : words.savedCards.savedUseShort(card.use)
  }

  private func name(_ card: SavedCard) -> String {
    card.isDamaged
      ? words.damagedRecord
      : "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour), \(card.expiry.short), \(word(card))"
  }

  private func row(_ card: SavedCard, _ rect: Rect, isSelected: Bool) {
    let ground = rowGround(rect, isSelected: isSelected, isFocused: pane == .list)
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    if card.isDamaged {
      frame.canvas.write(words.damagedRecord, rect.x, rect.y, on(.danger), limit: rect.width)
      return
    }
    let title = "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)"
    let note = word(card)
    frame.canvas.write(
      Text.truncate(title, to: rect.width - Text.width(of: note) - 2), rect.x, rect.y,
      on(isSelected ? .strong : .text))
    frame.write(note, endingAt: rect.maxX, rect.y, on(isOver(card) ? .statusExpired : .muted))
    guard rect.height > 1 else { return }
    frame.canvas.write(card.maskedNumber, rect.x, rect.y + 1, on(.muted), limit: rect.width - 7)
    frame.write(card.expiry.short, endingAt: rect.maxX, rect.y + 1, on(.muted))
  }

  func details(_ rect: Rect, focused: Bool) {
    guard let card = list.focused, !card.isDamaged else {
      frame.pane(rect, title: words.card, focused: focused)
      return
    }
    let title = "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)"
    let inside = frame.pane(rect, title: title, note: card.expiry.short, focused: focused)
    defer { if focused { frame.putCursor(onTitleOf: rect) } }
    frame.canvas.mark(.details, title, rect, target: Target.pane(.details).text)
    let zone = state.clock.zone
    var facts: [CardFacts.Fact] = [
      (words.savedCards.schemeLabel, words.savedCards.schemeName(card.scheme), .text),
      (words.savedCards.numberLabel, card.maskedNumber, .text),
      (words.savedCards.useLabel, words.savedCards.savedUse(card.use), .text),
      (words.savedCards.savedOn, words.bankQuestion.moment(card.savedAt, in: zone), .text),
    ]
    if let last = card.recurringExpiry, last.utf8.count == 8 {
      let (year, month, day) = (last.prefix(4), last.dropFirst(4).prefix(2), last.suffix(2))
      facts.append((words.savedCards.chargedUntil, "\(year)-\(month)-\(day)", .text))
    }
    if let days = card.recurringFrequency {
      facts.append((words.savedCards.everyLabel, words.savedCards.everyDays(days), .text))
    }
    facts.append((words.savedCards.funds, words.savedCards.fundsNothing, .muted))
    var rest = inside
    if rest.height >= CardFaceView.page.height + facts.count + 2,
      rest.width >= CardFaceView.page.width
    {
      let (face, below) = rest.splitTop(CardFaceView.page.height)
      SavedCardFace(frame: frame, card: card).draw(
        at: Rect(face.x, face.y, CardFaceView.page.width, face.height))
      rest = below.splitTop(1).rest
    }
    frame.facts(facts, in: rest, labels: 12)
    rest = rest.splitTop(facts.count + 1).rest
    guard rest.height >= 3 else { return }
    frame.section(words.savedCards.whatIsKept, Rect(rest.x, rest.y, rest.width, 1))
    let used = frame.paragraph(words.savedCards.keptOfCard, rest.splitTop(1).rest, theme[.muted])
    rest = rest.splitTop(used + 2).rest
    guard hasNoGuide, rest.height >= 9 else { return }
    frame.draw(TestNumbers(), in: rest)
  }
}

/// A saved card as a card: what is kept of its number, and how long it is valid.
private struct SavedCardFace: FramePart {
  let frame: Frame
  let card: SavedCard

  func draw(at rect: Rect) {
    let face = PaintedFace(surface: frame, face: card.brand.face, rect: rect)
    face.ground()
    let (left, right) = (rect.x + 3, rect.maxX - 3)
    face.write(words.savedCards.schemeName(card.scheme), left, rect.y + 1, face.strong)
    face.write(words.savedCards.savedUseWord(card.use), endingAt: right, rect.y + 1, face.muted)
    face.chip(left, rect.y + 3, rows: 1)
    face.write(
      Text.truncate(card.maskedNumber, to: right - left), left, rect.y + 5, face.strong)
    let valid = face.write(words.cards.validUntil + " ", left, rect.y + 6, face.muted)
    face.write(card.expiry.short, left + valid, rect.y + 6, face.text)
    face.write(words.cardEntry.brandShort(card.brand), endingAt: right, rect.y + 7, face.strong)
    frame.canvas.mark(.card, words.savedCards.schemeName(card.scheme), rect)
  }
}
