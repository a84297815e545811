package import Canvas
import TextLayout
package import Themes
package import Words

/// What is being drawn on, and how. It knows no wallet.
open class Surface {
  /// Each sign that is written changes it. Only debug builds check that two changes do not overlap.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package final var canvas: Canvas
  package final let theme: Theme
  package final let words: Words
  /// Whether only ASCII characters are drawn.
  package final let isASCII: Bool
  /// For screen readers: line by line, without frames.
  final let isLinear: Bool
  /// Whether an overlay has the keys.
  final let isCovered: Bool
  /// The box of the top overlay; nil: there is none.
  package final var box: Rect?
  /// Where cards are drawn: they keep their hue under an overlay.
  package final var faces: [Rect] = []
  /// nil: all is drawn. A cache keeps no regions.
  final let cache: ViewCache?

  package init(
    _ size: Size, _ theme: Theme, words: Words, isASCII: Bool, isLinear: Bool,
    isCovered: Bool, semantics: Bool, cache: ViewCache? = nil, depth: Int = 0
  ) {
    canvas = Canvas(size, style: theme[.surface], semantics: semantics)
    self.theme = theme
    self.words = words
    self.isASCII = isASCII
    self.isLinear = isLinear
    self.isCovered = isCovered
    self.cache = semantics ? nil : cache
    cache?.begin(
      ViewCache.Environment(
        size: size, theme: theme, words: words, isASCII: isASCII, isLinear: isLinear,
        isCovered: isCovered), depth: depth)
  }
}

/// What draws on a part of a surface.
package protocol SurfacePart {
  var surface: Surface { get }
}

extension SurfacePart {
  package var theme: Theme { surface.theme }
  package var words: Words { surface.words }
  package var border: Border { surface.border }
}

extension Surface {
  var border: Border { isASCII ? .ascii : .rounded }

  /// Where a dialog of that size belongs: three rows below the header and in the middle, so that it
  /// stays there from step to step. Where rows are scarce, higher.
  package func anchored(_ size: Size, in area: Rect? = nil) -> Rect {
    let area = area ?? Rect(canvas.size)
    let top = canvas.size.height >= 30 ? 3 : canvas.size.height >= 20 ? 1 : 0
    return Rect(
      area.x + max(0, (area.width - size.width) / 2),
      area.y + min(top, max(0, area.height - size.height)), size.width, size.height)
  }

  /// A box over the screen. Returns its inside.
  @discardableResult
  package func overlayBox(
    _ rect: Rect, title: String, note: String = "", border role: Role = .overlayBorder
  ) -> Rect {
    box = rect
    canvas.fill(rect, theme[.overlay])
    overlayEdge(rect, title: title, note: note, border: role)
    canvas.mark(.dialog, title, rect)
    return rect.inset(3, 2)
  }

  /// Text over several lines. Returns the number of lines.
  @discardableResult
  package func paragraph(_ text: String, _ rect: Rect, _ style: Style) -> Int {
    let lines = Text.wrap(text, to: rect.width).prefix(rect.height)
    for (index, line) in lines.enumerated() { canvas.write(line, rect.x, rect.y + index, style) }
    return lines.count
  }

  /// The frame of a box that has the keys: a heavy upper edge, `▸` before the title, and a note at
  /// the right.
  package func overlayEdge(
    _ rect: Rect, title: String, note: String = "", border role: Role = .overlayBorder
  ) {
    let ground = theme[.overlay].background
    let style = theme[role].on(ground)
    canvas.box(rect, style, border)
    canvas.line(rect.x + 1, rect.y, rect.width - 2, style, "━")
    var x = rect.x + 2
    x += canvas.write(" ▸ ", x, rect.y, style)
    let noteWidth = Text.width(of: note)
    let room = rect.maxX - 4 - x - (noteWidth > 0 ? noteWidth + 3 : 0)
    canvas.write(
      Text.truncate(title, to: max(0, room)) + " ", x, rect.y, theme[.strong].on(ground))
    if noteWidth > 0, room >= 4 {
      canvas.write(
        " \(note) ", rect.maxX - noteWidth - 4, rect.y, theme[.overlayMuted].on(ground))
    }
  }
}
