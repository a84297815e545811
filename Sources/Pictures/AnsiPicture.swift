package import Canvas
package import TextOutput

/// A frame as lines for standard output. The colours are escape sequences (ECMA-48, SGR) of at most
/// this colour depth.
package enum AnsiPicture {
  package static func text(_ canvas: Canvas, _ depth: ColorDepth) -> StyledText {
    let canvas = canvas.redacted
    var text = StyledText()
    for y in 0..<canvas.size.height {
      var last = Style.plain
      for x in 0..<canvas.size.width {
        let cell = canvas[x, y]
        if cell.width == 0 { continue }
        if cell.style != last {
          text.append(sgr: sgr(cell.style, depth))
          last = cell.style
        }
        for value in [cell.scalar, cell.marks.0, cell.marks.1] where value != 0 {
          if let scalar = Unicode.Scalar(value) { text.append(String(scalar)) }
        }
      }
      if last != .plain { text.append(sgr: [0]) }
      text.endLine()
    }
    return text
  }

  private static let codes: [(Attributes, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strike, 9),
  ]

  /// The SGR parameters that set a style after any other style.
  static func sgr(_ style: Style, _ depth: ColorDepth) -> [Int] {
    var numbers = [0] + codes.filter { style.attributes.contains($0.0) }.map(\.1)
    if depth > .mono {
      numbers += color(style.foreground, depth, 30) + color(style.background, depth, 40)
    }
    return numbers
  }

  /// - Parameter black: 30 for the text, 40 for the background.
  private static func color(_ color: Color, _ depth: ColorDepth, _ black: Int) -> [Int] {
    if color == .default { return [] }
    if depth < .direct, case .rgb(let red, let green, let blue) = color.kind {
      let rgb = RGB(red, green, blue)
      let index = depth == .ansi16 ? Color.nearest16(rgb) : Color.nearest256(rgb)
      return Self.color(.indexed(index), depth, black)
    }
    var numbers: [Int] = []
    color.sgr(black: black) { numbers.append($0) }
    return numbers
  }
}
