package import Canvas
package import Themes
import Words

extension Surface {
  /// A label, and a dot for each typed character.
  package func secretField(
    _ label: String, _ input: SecretInput, isBusy: Bool, _ rect: Rect, label role: Role,
    on background: Role
  ) {
    canvas.write(label, rect.x, rect.y, theme[role].on(theme[background].background))
    let field = Rect(rect.x + 12, rect.y, rect.width - 12, 1)
    let style = theme[isBusy ? .field : .fieldFocus]
    canvas.fill(field, style)
    let dots = min(input.count, field.width - 2)
    canvas.write(
      String(repeating: isASCII ? "*" : "●", count: dots), field.x + 1, field.y, style)
    if !isBusy { canvas.cursor = Point(field.x + 1 + dots, field.y) }
    canvas.mark(.field, label, field)
  }

  /// A box per digit, with dots for typed digits. The boxes are three lines high, or one. The next one
  /// has heavy edges, also without colours.
  package func codeBoxes(_ input: SecretInput, _ rect: Rect) {
    let words = words
    let gap = rect.width >= 40 ? 2 : 0
    let width = 5
    let total = input.limit * width + (input.limit - 1) * gap
    var x = rect.x + max(0, (rect.width - total) / 2)
    let background = theme[.overlay].background
    for index in 0..<input.limit {
      let isNext = index == input.count
      let y = rect.y + rect.height / 2
      if rect.height < 3 {
        canvas.write("[   ]", x, y, theme[isNext ? .key : .overlayMuted].on(background))
      } else {
        let line = theme[isNext ? .borderFocus : .border].on(background)
        canvas.box(Rect(x, rect.y, width, 3), line, border)
        for edge in isNext ? [rect.y, rect.y + 2] : [] {
          canvas.line(x + 1, edge, width - 2, line, "━")
        }
      }
      if index < input.count {
        canvas.write(isASCII ? "*" : "●", x + 2, y, theme[.overlayText].on(background))
      }
      if isNext { canvas.cursor = Point(x + 2, y) }
      x += width + gap
    }
    canvas.mark(.field, words.codes.codeDigits(input.count, of: input.limit), rect)
  }
}
