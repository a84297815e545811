import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel

extension Surface {
  /// The size of a chip where there is room for two rows.
  static let chip = Size(6, 2)

  /// A small card in the colours of its face: the scheme, and on a second row the last four digits.
  /// Below four columns it has no text, only the colours. Without colours it has those of its line.
  func chip(_ row: CardRow, _ rect: Rect, on ground: Role = .surface) {
    chip(
      [row.scheme == .unspecified ? "" : row.scheme.short, row.lastFour], row.face,
      row.faceDimming, rect, on: ground)
  }

  /// - Parameter texts: A line each.
  func chip(
    _ texts: [String], _ name: FaceName, _ dimming: FaceDimming, _ rect: Rect,
    on ground: Role = .surface
  ) {
    let face = theme.paint(name, dimming)
    let hasColours = theme.depth > .mono
    if hasColours {
      for x in 0..<rect.width {
        // Three shades: each more is longer to send.
        let along = (Double(x * 3 / rect.width) + 0.5) / 3
        canvas.fill(
          Rect(rect.x + x, rect.y, 1, rect.height), Style(face.text, on: face.shade(along)))
      }
      faces.append(rect)
    }
    guard rect.width >= 4 else { return }
    let ink = hasColours ? Style(face.text) : theme.style(.text, on: ground)
    for (line, text) in texts.prefix(rect.height).enumerated() {
      let shown = Text.truncate(text, to: rect.width)
      let x = rect.x + (rect.width - Text.width(of: shown) + 1) / 2
      canvas.write(shown, x, rect.y + line, ink, keepBackground: hasColours)
    }
  }
}

extension CardRow {
  /// The face that the card is drawn with.
  var face: FaceName {
    scheme == .visa ? .visa : scheme == .mastercard ? .mastercard : .other
  }

  /// How the card's state changes its face.
  var faceDimming: FaceDimming {
    status.isOver || isDamaged
      ? .faded : status == .locked || status == .suspended ? .dimmed : .full
  }
}
