import Canvas
import ScreenKit
import Secrets
import TextLayout
import WalletModel
import Words

/// A card drawn as a card, in any size of at least `small`.
struct CardFaceView: CachedView {
  let row: CardRow
  let card: Card?
  private let badge: String
  private let separator: PAN.Separator
  /// Of this card. What shows it is never kept.
  private let reveal: Reveal?
  /// The field that would be copied.
  private let focus: DetailField?

  /// In a third column, in the details, on the page, and where there is little room.
  static let large = Size(48, 13)
  static let details = Size(40, 11)
  static let page = Size(38, 9)
  static let small = Size(28, 6)

  init(_ row: CardRow, _ card: Card?, _ frame: Frame) {
    let reveal = frame.state.secrets.reveal
    self.row = row
    self.card = card
    badge = Self.badge(row, frame)
    separator = frame.state.settings.panSeparator
    self.reveal = reveal?.cardID == row.id ? reveal : nil
    let isFocused = reveal?.cardID == frame.state.cards.list.focused?.id
    if isFocused, case .details? = reveal?.content { focus = reveal?.focus } else { focus = nil }
  }

  func draw(on surface: Surface, in rect: Rect) {
    let face = PaintedFace(surface: surface, face: row.face, row.faceDimming, rect: rect)
    let words = surface.words
    face.ground()
    let (left, right) = (rect.x + 3, rect.maxX - 3)
    let hasChip = rect.height >= 7
    let type = hasChip || badge.isEmpty ? type(words) : badge
    face.write(
      type, endingAt: right, rect.y + 1, type == badge ? face.strong : face.muted)
    programme(left, right - Text.width(of: type) - 2, rect.y + 1, face)
    if hasChip {
      let y = rect.y + (rect.height >= 9 ? 3 : 2)
      face.chip(left, y, rows: rect.height >= 11 ? 2 : 1)
      face.write(badge, endingAt: right, y, face.strong)
    }
    if rect.height >= 11 {
      number(left, rect.maxY - 5, face)
      validity(left, right, rect.maxY - 3, face)
      holder(left, right, rect.maxY - 2, face)
    } else {
      number(left, rect.maxY - 4, face)
      if hasChip, fitsOneLine(right - left) {
        lastLine(left, right, rect.maxY - 2, face)
      } else {
        validity(left, right, rect.maxY - 3, face)
        holder(left, right, rect.maxY - 2, face)
      }
    }
    surface.canvas.mark(
      .card,
      "\(row.title), \(words.cards.scheme(row.scheme)) ··\(row.lastFour), \(words.cards.status(row.status))",
      rect)
  }

  /// What there is room for of a word, which a server may have made.
  private static func word(_ text: String) -> String { Text.truncate(text, to: 14) }

  private func type(_ words: Words) -> String {
    row.cardType == .unspecified ? "" : Self.word(words.cards.type(row.cardType).uppercased())
  }

  /// The programme in words, or who issues it where that is all there is room for.
  private func programme(_ x: Int, _ end: Int, _ y: Int, _ face: PaintedFace) {
    let name = face.words.cardForms.programme(row.programName)
    let fits = Text.width(of: name.short) <= end - x
    face.write(Text.truncate(fits ? name.short : name.issuer, to: end - x), x, y, face.strong)
  }

  /// What is not as usual with the card, in words: `■ LOCKED`.
  private static func badge(_ row: CardRow, _ frame: Frame) -> String {
    let words = frame.words
    if frame.state.cards.pending[row.id] != nil {
      return CardListView(frame: frame).statusText(row).uppercased()
    }
    guard row.status != .active else { return "" }
    let word = (row.isDamaged ? words.damaged : words.cards.status(row.status)).uppercased()
    return "\(row.status.glyph(ascii: frame.isASCII)) \(Self.word(word))"
  }

  private func number(_ x: Int, _ y: Int, _ face: PaintedFace) {
    let room = face.rect.width >= 48 ? 3 : 2
    let gap = space(separator, room)
    if let reveal {
      switch reveal.content {
      case .details(let pan, _, _, _):
        let groups = PAN.groups(brand: row.scheme.brand, count: pan.count)
        digits(pan, groups, x, y, gap, face, field: .pan)
      case .pin(let pin):
        face.write("PIN", x, y, face.muted)
        digits(pin, (0..<pin.count).map { $0..<$0 + 1 }, x + 6, y, space(.space, room), face)
      case .token: break
      }
      return
    }
    // A card that is over is struck through.
    let mask =
      face.surface.isASCII ? (row.status.isOver ? "-" : "*") : row.status.isOver ? "─" : "•"
    let masks = row.scheme.brand.groups.dropLast().map { String(repeating: mask, count: $0) + gap }
    let used = face.write(masks.joined(), x, y, face.text)
    face.write(row.lastFour, x + used, y, face.strong)
  }

  /// The space between groups of digits, or the sign that a person has chosen (A27, A28).
  private func space(_ separator: PAN.Separator, _ room: Int) -> String {
    separator == .space ? String(repeating: " ", count: room) : separator.rawValue
  }

  /// Secret bytes in groups, drawn from locked memory when the frame is flushed. Each group has one
  /// shade.
  private func digits(
    _ secret: Secret, _ groups: [Range<Int>], _ x: Int, _ y: Int, _ gap: String,
    _ face: PaintedFace, field: DetailField? = nil
  ) {
    var column = x
    for (index, group) in groups.enumerated() {
      if index > 0 {
        face.write(gap, column, y, face.muted)
        column += gap.count
      }
      let style = focused(face.secret(column, y), field, x, y, face)
      face.surface.canvas.reveal(secret, group, column, y, style, mask: "•")
      column += group.count
    }
  }

  /// The field that would be copied is underlined, and the cursor is on it.
  private func focused(
    _ style: Style, _ field: DetailField?, _ x: Int, _ y: Int, _ face: PaintedFace
  ) -> Style {
    guard let field, field == focus else { return style }
    face.surface.canvas.cursor = Point(x, y)
    return style.with(.underline)
  }

  /// `Valid 01/29    CVV •••`.
  private func validity(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    guard let card else { return }
    var column = x + face.write(face.words.cards.validUntil + " ", x, y, face.muted)
    column += face.write(card.expiry.short, column, y, focused(face.text, .expiry, column, y, face))
    cvv(min(column + 4, right - Self.cvvWidth), y, face)
  }

  private func holder(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    let brands =
      row.scheme == .unspecified
      ? [""]
      : (row.scheme == .visa ? [] : [face.words.cards.scheme(row.scheme)]).map(Self.word)
        + [Self.word(row.scheme.short)]
    let name = Text.width(of: card?.holderName ?? "")
    let brand = brands.first { x + name + 2 + Text.width(of: $0) <= right } ?? brands.last ?? ""
    face.write(brand, endingAt: right, y, face.strong)
    guard let card else { return }
    face.write(
      Text.truncate(card.holderName, to: right - x - Text.width(of: brand) - 2), x, y,
      focused(face.text, .holder, x, y, face))
  }

  /// Columns of `CVV •••`.
  private static let cvvWidth = 7

  /// Whether the name fits into the last line beside the rest, with the longest brand: so all cards of
  /// one holder look alike.
  private func fitsOneLine(_ width: Int) -> Bool {
    guard let card else { return true }
    return Text.width(of: card.holderName) + 2 + card.expiry.short.count + 2 + Self.cvvWidth + 5
      <= width
  }

  /// `ANA PETROVA  01/29  CVV ••• VISA` in one line.
  private func lastLine(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    let brand = row.scheme == .unspecified ? "" : Self.word(row.scheme.short)
    face.write(brand, endingAt: right, y, face.strong)
    guard let card else { return }
    var end = right - Text.width(of: brand) - (brand.isEmpty ? 0 : 1) - Self.cvvWidth
    cvv(end, y, face)
    end -= 2
    let expiry = card.expiry.short
    end -= expiry.count
    face.write(expiry, end, y, focused(face.muted, .expiry, end, y, face))
    face.write(
      Text.truncate(card.holderName, to: end - 2 - x), x, y, focused(face.text, .holder, x, y, face)
    )
  }

  /// `CVV •••`, or its digits.
  private func cvv(_ x: Int, _ y: Int, _ face: PaintedFace) {
    face.write("CVV", x, y, face.muted)
    if case .details(_, let cvv, _, _)? = reveal?.content {
      digits(cvv, [0..<cvv.count], x + 4, y, "", face, field: .cvv)
    } else {
      face.write(face.surface.isASCII ? "***" : "•••", x + 4, y, face.text)
    }
  }
}
