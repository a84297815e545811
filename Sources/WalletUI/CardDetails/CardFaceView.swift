import Canvas
import Secrets
import TextLayout
import Themes
import WalletModel
import Words

struct CardFaceView: FramePart {
  let frame: Frame

  static let bigFace = Size(46, 9)
  static let smallFace = Size(36, 7)

  /// Draws a card that looks like a plastic card.
  func cardFace(_ row: CardRow, _ details: CardDetails?, at rect: Rect) {
    let words = words
    let styles = faceStyles(row, rect)
    let isBig = rect.height >= Self.bigFace.height
    let left = rect.x + 3
    let right = rect.maxX - 3
    let lines = isBig ? [1, 3, 5, 7] : [1, 2, 4, 5]
    // Programme and type.
    let type =
      row.cardType == .unspecified ? "" : Self.word(words.type(row.cardType).uppercased())
    write(type, endingAt: right, rect.y + lines[0], styles.muted)
    frame.canvas.write(
      Text.truncate(row.programName, to: right - left - type.count - 2), left, rect.y + lines[0],
      styles.strong, keepBackground: true)
    chip(row, rect, left, rect.y + lines[1], styles)
    badge(row, endingAt: right, rect.y + lines[1], styles)
    number(row, left, rect.y + lines[2], wide: isBig, styles)
    holder(row, details, left, right, rect.y + lines[3], isBig, styles)
    frame.canvas.mark(
      .card,
      "\(row.title), \(words.scheme(row.scheme)) ··\(row.lastFour), \(words.status(row.status))",
      rect)
  }

  /// The beginning of a word that fits. A server may have made it.
  private static func word(_ text: String) -> String { Text.truncate(text, to: 14) }

  private struct FaceStyles {
    var strong: Style
    var text: Style
    var muted: Style
    var chip: Style
  }

  /// Paints the background and returns the styles for text on it.
  private func faceStyles(_ row: CardRow, _ rect: Rect) -> FaceStyles {
    let name = row.face
    let face = theme.face(name)
    let dimming = row.faceDimming
    let isDimmed = dimming != .full
    guard theme.depth > .mono else {
      frame.canvas.box(rect, theme[isDimmed ? .faint : .text], border)
      let base = theme[isDimmed ? .faint : .text]
      return FaceStyles(strong: base.with(.bold), text: base, muted: base, chip: base)
    }
    let background = theme[.surface].background
    let isRGB = theme.depth >= .indexed256
    let isRevealed = state.reveal?.cardID == row.id
    let columns = Double(max(1, rect.width - 1))
    let height = Double(max(1, rect.height - 1))
    for y in 0..<rect.height {
      var run = (color: face.text, start: 0)
      for x in 0..<rect.width {
        let along = (Double(x) / columns) * 0.75 + (Double(y) / height) * 0.25
        let color = theme.faceBackground(of: name, dimming, along, isFlat: isRevealed)
        if color != run.color {
          fill(run, rect, x, y, face)
          run = (color, x)
        }
      }
      fill(run, rect, rect.width, y, face)
    }
    let textFade = dimming.fade * 0.7
    let dim: Attributes = theme.depth == .ansi16 && isDimmed ? .dim : []
    return FaceStyles(
      strong: Style(face.text.mixed(with: background, textFade), on: face.from, dim.union(.bold)),
      text: Style(face.text.mixed(with: background, textFade), on: face.from, dim),
      muted: Style(face.muted.mixed(with: background, textFade), on: face.from, dim),
      chip: Style(isDimmed && isRGB ? Color.rgb(0x8a, 0x8a, 0x8a) : face.chip, on: face.from, dim))
  }

  /// A run of cells of one line in one colour.
  private func fill(
    _ run: (color: Color, start: Int), _ rect: Rect, _ end: Int, _ y: Int, _ face: CardFace
  ) {
    guard end > run.start else { return }
    frame.canvas.fill(
      Rect(rect.x + run.start, rect.y + y, end - run.start, 1), Style(face.text, on: run.color))
  }

  /// Right-aligned.
  private func write(_ text: String, endingAt x: Int, _ y: Int, _ style: Style) {
    frame.canvas.write(text, x - Text.width(of: text), y, style, keepBackground: true)
  }

  private func chip(_ row: CardRow, _ rect: Rect, _ x: Int, _ y: Int, _ styles: FaceStyles) {
    let ascii = state.settings.ascii
    frame.canvas.write(ascii ? "[##]" : "▐██▌", x, y, styles.chip, keepBackground: true)
    frame.canvas.write(")))", x + 6, y, styles.muted, keepBackground: true)
  }

  /// The unusual status of the card, as a word.
  private func badge(_ row: CardRow, endingAt x: Int, _ y: Int, _ styles: FaceStyles) {
    if state.pending[row.id] != nil {
      return write(
        CardListView(frame: frame).statusText(row).uppercased(), endingAt: x, y, styles.strong)
    }
    guard row.status != .active else { return }
    let word = (row.isDamaged ? words.damaged : words.status(row.status)).uppercased()
    let glyph = row.status.glyph(ascii: state.settings.ascii)
    write("\(glyph) \(Self.word(word))", endingAt: x, y, styles.strong)
  }

  private func number(_ row: CardRow, _ x: Int, _ y: Int, wide: Bool, _ styles: FaceStyles) {
    let gap = Gap(state.settings.panSeparator, wide ? 3 : 2, styles.muted)
    if let reveal = state.reveal, reveal.cardID == row.id {
      switch reveal.content {
      case .details(let pan, _, _, _):
        let groups = PAN.groups(brand: row.scheme.brand, count: pan.count)
        digits(pan, groups, x, y, gap, on: row, field: .pan)
      case .pin(let pin):
        frame.canvas.write("PIN", x, y, styles.muted, keepBackground: true)
        let gap = Gap(.space, wide ? 3 : 2, styles.muted)
        digits(pin, (0..<pin.count).map { $0..<$0 + 1 }, x + 6, y, gap, on: row)
      }
      return
    }
    // The number of a card that has ended is struck through.
    let mask =
      state.settings.ascii ? (row.status.isOver ? "-" : "*") : row.status.isOver ? "─" : "•"
    var column = x
    for length in row.scheme.brand.groups.dropLast() {
      frame.canvas.write(
        String(repeating: mask, count: length), column, y, styles.text, keepBackground: true)
      column += length
      column += write(gap, column, y)
    }
    frame.canvas.write(row.lastFour, column, y, styles.strong, keepBackground: true)
  }

  /// The space between groups of digits, or the separator that the user has chosen (A27, A28).
  private struct Gap {
    let sign: String
    let columns: Int
    let style: Style

    init(_ separator: PAN.Separator, _ room: Int, _ style: Style) {
      sign = separator == .space ? "" : separator.rawValue
      columns = separator == .space ? room : sign.utf8.count
      self.style = style
    }
  }

  /// Returns its width in columns.
  private func write(_ gap: Gap, _ x: Int, _ y: Int) -> Int {
    frame.canvas.write(gap.sign, x, y, gap.style, keepBackground: true)
    return gap.columns
  }

  /// Secret bytes in groups. They are read from locked memory when the frame is written.
  private func digits(
    _ secret: Secret, _ groups: [Range<Int>], _ x: Int, _ y: Int, _ gap: Gap, on row: CardRow,
    field: DetailField? = nil
  ) {
    var column = x
    for (index, group) in groups.enumerated() {
      if index > 0 { column += write(gap, column, y) }
      let background = frame.canvas[min(column, frame.canvas.size.width - 1), y].style.background
      let style = focused(theme.secret(onFace: row.face, background), field, x, y)
      frame.canvas.reveal(secret, group, column, y, style, mask: "•")
      column += group.count
    }
  }

  /// Underlines the field that would be copied, and puts the cursor there.
  private func focused(_ style: Style, _ field: DetailField?, _ x: Int, _ y: Int) -> Style {
    guard let field, let reveal = state.reveal, reveal.cardID == state.list.focused?.id,
      case .details = reveal.content, reveal.focus == field
    else { return style }
    frame.canvas.cursor = Point(x, y)
    return style.with(.underline)
  }

  private func holder(
    _ row: CardRow, _ details: CardDetails?, _ x: Int, _ right: Int, _ y: Int, _ isBig: Bool,
    _ styles: FaceStyles
  ) {
    let brand = row.scheme == .unspecified ? "" : Self.word(row.scheme.short)
    write(brand, endingAt: right, y, styles.strong)
    guard let card = details?.card else { return }
    let expiry = (isBig ? words.expiry + " " : "") + card.expiry.short
    // The small face has no room for a hidden CVV.
    let cvv = revealedCVV(row)
    let showsCVV = isBig || cvv != nil
    let tail = expiry.count + 2 + (showsCVV ? 9 : 0) + brand.count
    let nameRoom = right - x - tail - 2
    frame.canvas.write(
      Text.truncate(card.holderName, to: nameRoom), x, y, focused(styles.text, .holder, x, y),
      keepBackground: true)
    let expiryX = right - tail
    frame.canvas.write(
      expiry, expiryX, y, focused(styles.muted, .expiry, expiryX, y), keepBackground: true)
    guard showsCVV else { return }
    let cvvX = expiryX + expiry.count + 2
    frame.canvas.write("CVV", cvvX, y, styles.muted, keepBackground: true)
    if let cvv {
      digits(cvv, [0..<cvv.count], cvvX + 4, y, Gap(.none, 0, styles.muted), on: row, field: .cvv)
    } else {
      frame.canvas.write(
        state.settings.ascii ? "***" : "•••", cvvX + 4, y, styles.muted, keepBackground: true)
    }
  }

  private func revealedCVV(_ row: CardRow) -> Secret? {
    guard let reveal = state.reveal, reveal.cardID == row.id,
      case .details(_, let cvv, _, _) = reveal.content
    else { return nil }
    return cvv
  }
}

extension CardRow {
  fileprivate var face: FaceName {
    scheme == .visa ? .visa : scheme == .mastercard ? .mastercard : .other
  }

  fileprivate var faceDimming: FaceDimming {
    status.isOver || isDamaged ? .faded : status == .locked ? .dimmed : .full
  }
}
