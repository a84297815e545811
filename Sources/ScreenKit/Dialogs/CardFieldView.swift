import Canvas
import CardEntry
import TextLayout
import Themes
import WalletModel
import Words

extension FormView {
  /// What was typed into a field for a card, in groups and with the caret. Digits are drawn from
  /// locked memory; those that are hidden, as signs. Line by line everything secret is hidden, because
  /// what is printed there stays.
  func cardField(
    _ card: CardEntryForm, _ field: CardField, _ rect: Rect, role: Role, isFocused: Bool
  ) {
    let line = card.line(field)
    let display = card.display(field)
    if line.count == 0 {
      surface.canvas.write(
        Text.truncate(words.cardEntry.placeholder(card, field), to: rect.width), rect.x, rect.y,
        theme.style(.overlayMuted, on: role))
    } else if field == .name {
      surface.canvas.write(card.holderName, rect.x, rect.y, theme[role], limit: rect.width)
    } else {
      groups(card, field, display, rect, theme[role])
    }
    if isFocused { surface.canvas.cursor = Point(rect.x + display.caret, rect.y) }
  }

  private func groups(
    _ card: CardEntryForm, _ field: CardField, _ display: LineDisplay, _ rect: Rect, _ style: Style
  ) {
    let mask = surface.isASCII ? "*" : "•"
    if surface.isLinear, field == .expiry, let expiry = card.expiry {
      surface.canvas.write(expiry.short, rect.x, rect.y, style)
      return
    }
    let isHidden = card.isMasked(field) || surface.isLinear
    for (index, group) in display.groups.enumerated() {
      let x = rect.x + display.column(group.lowerBound)
      if index > 0 {
        surface.canvas.write(
          display.separator, x - Text.width(of: display.separator), rect.y, style)
      }
      if isHidden {
        surface.canvas.write(String(repeating: mask, count: group.count), x, rect.y, style)
      } else {
        surface.canvas.reveal(card.line(field).secret, group, x, rect.y, style, mask: "•")
      }
    }
  }
}
