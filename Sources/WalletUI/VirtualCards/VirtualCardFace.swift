import Canvas
import ScreenKit
import Secrets
import TextLayout
import Themes
import WalletModel
import WalletService
import Words

/// A virtual card drawn as a card. While it is being made it fills from the left.
struct VirtualCardFace: FramePart {
  let frame: Frame
  let row: VirtualRow

  private var text: VirtualText { VirtualText(state: state) }

  func draw(at rect: Rect) {
    let face = PaintedFace(surface: frame, face: .visa, text.face(row), rect: rect)
    face.ground()
    let (left, right) = (rect.x + 3, rect.maxX - 3)
    let type = badge ?? words.cards.type(.virtual).uppercased()
    face.write(type, endingAt: right, rect.y + 1, badge == nil ? face.muted : face.strong)
    let room = right - left - Text.width(of: type) - 2
    face.write(Text.truncate(text.name(row), to: room), left, rect.y + 1, face.strong)
    number(left, rect.y + rect.height / 2 + (rect.height > 6 ? 1 : -1), face)
    let last = rect.maxY - 2
    let brand = CardScheme.visa.short
    face.write(brand, endingAt: right, last, face.strong)
    defer { if let making = row.making { missing(making, rect) } }
    guard let holder else { return }
    validity(left, right, last - 1, face)
    let end = right - Text.width(of: brand) - 2
    face.write(
      Text.truncate(holder, to: end - left), left, last, focused(face.text, .holder, left, last))
    frame.canvas.mark(.card, text.name(row), rect)
  }

  /// What is not as usual with it: `■ PAUSED`.
  private var badge: String? {
    let status = text.status(row)
    guard status.sign != .active, row.making?.isMaking != true else { return nil }
    let sign = status.sign.text(ascii: state.settings.ascii)
    return "\(sign) \(Text.truncate(status.word.uppercased(), to: 16))"
  }

  private var holder: String? {
    row.card?.cardHolder ?? row.making.flatMap { text.order($0)?.order.cardHolder }
  }

  private func missing(_ making: ProvisionalVirtualCard, _ rect: Rect) {
    frame.canvas.cover(
      rect, from: making.isMaking ? text.progress(making) : 0, text: theme[.muted],
      dots: theme[.faint], ground: theme[.surface])
  }

  private func number(_ x: Int, _ y: Int, _ face: PaintedFace) {
    let separator = state.settings.panSeparator
    let gap = separator == .space ? "  " : separator.rawValue
    if let secret = revealed?.pan {
      var column = x
      let groups = PAN.groups(brand: CardScheme.visa.brand, count: secret.count)
      for (index, group) in groups.enumerated() {
        if index > 0 {
          face.write(gap, column, y, face.muted)
          column += gap.count
        }
        frame.canvas.reveal(
          secret, group, column, y, focused(face.secret(column, y), .pan, x, y), mask: "•")
        column += group.count
      }
      return
    }
    let isOver = row.card?.state.isOver == true
    let mask = state.settings.ascii ? (isOver ? "-" : "*") : isOver ? "─" : "•"
    let groups = [String](repeating: String(repeating: mask, count: 4) + gap, count: 3).joined()
    let used = face.write(groups, x, y, face.text)
    if let card = row.card, !card.isDamaged { face.write(card.lastFour, x + used, y, face.strong) }
  }

  /// `Valid 09/29   CVV •••`, if this device can read it.
  private func validity(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    guard let card = row.card, let opened = state.virtual.opened.last(of: card.id)?.opened,
      let expiry = opened.expiry
    else { return }
    var column = x + face.write(words.cards.validUntil + " ", x, y, face.muted)
    column += face.write(expiry.short, column, y, focused(face.text, .expiry, column, y))
    let start = min(column + 3, right - 7)
    face.write("CVV", start, y, face.muted)
    if let cvv = revealed?.cvv {
      let style = focused(face.secret(start + 4, y), .cvv, start + 4, y)
      frame.canvas.reveal(cvv, 0..<cvv.count, start + 4, y, style, mask: "•")
    } else {
      face.write(state.settings.ascii ? "***" : "•••", start + 4, y, face.text)
    }
  }

  private var revealed: (pan: Secret, cvv: Secret)? {
    guard let reveal = state.secrets.reveal, reveal.subject == .virtualCard(row.id),
      case .details(let pan, let cvv, _, _) = reveal.content
    else { return nil }
    return (pan, cvv)
  }

  /// The field that would be copied is underlined, and the cursor is on it.
  private func focused(_ style: Style, _ field: DetailField, _ x: Int, _ y: Int) -> Style {
    guard let reveal = state.secrets.reveal, reveal.subject == .virtualCard(row.id),
      reveal.focus == field
    else { return style }
    frame.canvas.cursor = Point(x, y)
    return style.with(.underline)
  }
}
