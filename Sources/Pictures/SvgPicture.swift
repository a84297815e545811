package import Canvas
import TextLayout

/// A frame as an SVG picture. Text is text. Lines and blocks are shapes, so that frames have no
/// gaps with any font.
///
/// A canvas contains masks in place of secrets, and areas that show a secret are shaded. So a
/// picture never contains a secret.
package struct SvgPicture {
  private let canvas: Canvas
  private let palette: Palette
  private let ground: Style
  private var shapes = Shapes()
  private var texts: [(ink: Ink, lines: [String])] = []

  /// The size of a cell, in units of the picture.
  static let cell = Size(9, 19)
  private static let margin = 16
  private static let bar = 30

  private struct Ink: Hashable {
    var color: RGB
    var isBold: Bool
    var isItalic: Bool
  }

  /// - Parameters:
  ///   - ground: The style of the window around the screen.
  package init(_ canvas: Canvas, palette: Palette, ground: Style) {
    let canvas = canvas.redacted
    self.canvas = canvas
    self.palette = palette
    self.ground = ground
    for y in 0..<canvas.size.height {
      grounds(y)
      marks(y)
    }
    if let cursor = canvas.cursor { self.cursor(cursor) }
  }

  /// The picture as a file.
  ///
  /// - Parameter title: A description for people who cannot see the picture.
  package func text(title: String) -> String {
    let width = canvas.size.width * Self.cell.width + 2 * Self.margin
    let height = canvas.size.height * Self.cell.height + Self.bar + Self.margin
    let (front, back) = palette.ink(Style(ground.foreground, on: ground.background))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img" \
      font-family="'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,ui-monospace,monospace" \
      font-size="15">
      <title>\(Self.escaped(title))</title>
      <rect width="\(width)" height="\(height)" rx="10" fill="\(back.hex)"/>
      <rect x=".5" y=".5" width="\(width - 1)" height="\(height - 1)" rx="9.5" fill="none" \
      stroke="\(front.hex)" stroke-opacity=".25"/>
      <g fill="\(front.hex)" fill-opacity=".3">
      <circle cx="20" cy="16" r="5"/><circle cx="37" cy="16" r="5"/><circle cx="54" cy="16" r="5"/>
      </g>
      <g transform="translate(\(Self.margin) \(Self.bar))">

      """
    text += shapes.text
    for (ink, lines) in texts {
      text += "<g fill=\"\(ink.color.hex)\""
      if ink.isBold { text += " font-weight=\"700\"" }
      if ink.isItalic { text += " font-style=\"italic\"" }
      text += ">\n" + lines.joined() + "</g>\n"
    }
    return text + "</g>\n</svg>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }
}

extension SvgPicture {
  /// Runs of cells whose background is not that of the window.
  private mutating func grounds(_ y: Int) {
    let own = palette.ink(Style(ground.foreground, on: ground.background)).back
    var start = 0
    while start < canvas.size.width {
      let color = palette.ink(canvas[start, y].style).back
      var end = start + 1
      while end < canvas.size.width, palette.ink(canvas[end, y].style).back == color { end += 1 }
      if color != own {
        shapes.ground(
          color, start * Self.cell.width, y * Self.cell.height, (end - start) * Self.cell.width,
          Self.cell.height)
      }
      start = end
    }
  }

  /// The text and shapes of a row. A run of text is one element and ends at two spaces.
  private mutating func marks(_ y: Int) {
    var run = ""
    var runStart = 0
    var runEnd = 0
    var runInk: Ink?
    func flush(_ picture: inout SvgPicture) {
      if let ink = runInk, !run.isEmpty { picture.add(run, ink, runStart, runEnd - runStart, y) }
      run = ""
      runInk = nil
    }
    for x in 0..<canvas.size.width {
      let cell = canvas[x, y]
      if cell.width == 0 { continue }
      let color = palette.ink(cell.style).front
      let attributes = cell.style.attributes
      underline(x, y, cell, color)
      if cell.scalar == 0x20 || shapes.draw(cell.scalar, x, y, color) {
        if cell.scalar != 0x20 { flush(&self) }
        continue
      }
      let ink = Ink(
        color: color, isBold: attributes.contains(.bold), isItalic: attributes.contains(.italic))
      let glyphs = cell.characters
      // Wide and rare characters may come from another font, so each is an element of its own.
      let isAlone = cell.width > 1 || cell.scalar >= 0x2190
      if isAlone || ink != runInk || x > runEnd + 1 { flush(&self) }
      if runInk == nil {
        runInk = ink
        runStart = x
      } else if x == runEnd + 1 {
        run += " "
      }
      run += glyphs
      runEnd = x + Int(cell.width)
      if isAlone { flush(&self) }
    }
    flush(&self)
  }

  private mutating func add(_ text: String, _ ink: Ink, _ x: Int, _ columns: Int, _ y: Int) {
    let width = columns * Self.cell.width
    // The contents of a single cell are centred in it, whatever their width is.
    let place =
      columns == 1 || text.unicodeScalars.count == 1
      ? "x=\"\(Self.half(2 * x * Self.cell.width + width))\" text-anchor=\"middle\""
      : "x=\"\(x * Self.cell.width)\" textLength=\"\(width)\""
    let line =
      "<text \(place) y=\"\(y * Self.cell.height + 14)\">\(Self.escaped(text))</text>\n"
    if let index = texts.firstIndex(where: { $0.ink == ink }) {
      texts[index].lines.append(line)
    } else {
      texts.append((ink, [line]))
    }
  }

  private static func half(_ doubled: Int) -> String {
    doubled % 2 == 0 ? "\(doubled / 2)" : "\(doubled / 2).5"
  }

  private mutating func underline(_ x: Int, _ y: Int, _ cell: Cell, _ color: RGB) {
    let width = Int(cell.width) * Self.cell.width
    let left = x * Self.cell.width
    if cell.style.attributes.contains(.underline) {
      shapes.fill(color, left, y * Self.cell.height + 16, width, 1)
    }
    if cell.style.attributes.contains(.strike) {
      shapes.fill(color, left, y * Self.cell.height + 9, width, 1)
    }
  }

  private mutating func cursor(_ point: Point) {
    let color = palette.ink(canvas[point.x, point.y].style).front
    shapes.fill(color, point.x * Self.cell.width, point.y * Self.cell.height + 2, 2, 15)
  }
}

extension Cell {
  var characters: String {
    var text = ""
    for value in [scalar, marks.0, marks.1] where value != 0 {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
