package import Canvas
import TextLayout
package import Themes

/// The band below the wallet that shows captions while a script plays.
package enum CaptionBand {
  /// Draws the wallet's frame with a caption below it. On a larger screen both are centred.
  package static func compose(
    _ frame: Canvas, _ caption: String, rows: Int, on screen: Size,
    _ theme: Theme
  ) -> Canvas {
    let background = theme[.surface]
    var canvas = Canvas(screen, style: background, semantics: false)
    let place = Rect(screen).centred(
      Size(min(screen.width, frame.size.width), min(screen.height, frame.size.height + rows)))
    canvas.draw(frame, at: Point(place.x, place.y))
    let band = Rect(place.x, place.maxY - rows, place.width, rows)
    guard !caption.isEmpty else { return canvas }
    let style = theme[.selection].with(.bold)
    let lines = Text.wrap(caption, to: band.width - 2).prefix(rows)
    // A single line leaves the upper row as space.
    let top = band.maxY - lines.count
    canvas.fill(Rect(band.x, top, band.width, lines.count), style)
    for (index, line) in lines.enumerated() {
      let x = band.x + max(0, (band.width - Text.width(of: line)) / 2)
      canvas.write(line, x, top + index, style.with(.bold))
    }
    return canvas
  }
}
