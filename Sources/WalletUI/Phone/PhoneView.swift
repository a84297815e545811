import Canvas
import Secrets
import Themes
import WalletAPI

extension Frame {
  /// The simulated phone as a drawer in the lower right corner, labelled as what it is.
  mutating func phone() {
    let isNarrow = state.layout == .narrow
    let width = isNarrow ? canvas.size.width : 30
    let height = isNarrow ? 5 : min(13, canvas.size.height - 4)
    let rect = Rect(
      canvas.size.width - width - (isNarrow ? 0 : 1), canvas.size.height - height - (isNarrow ? 0 : 2),
      width, height)
    canvas.fill(rect, theme[.overlay])
    canvas.box(rect, theme[.phoneBorder], border)
    canvas.write(
      " SIMULATED phone ", rect.x + 2, rect.y, theme[.phoneBorder].with(.bold))
    canvas.mark(.phone, "Simulated phone", rect)
    let inside = rect.inset(2, 1)
    var y = inside.y + (isNarrow ? 0 : 1)
    if state.phone.messages.isEmpty {
      canvas.write("no messages", inside.x, y, theme[.overlayMuted])
    }
    for (index, message) in state.phone.messages.enumerated() {
      guard y < inside.maxY - 1 else { break }
      if !isNarrow {
        let time = index == 0 ? "now" : message.time.ago(state.clock)
        canvas.write(message.sender, inside.x, y, theme[.phoneText].with(.bold))
        canvas.write(time, inside.maxX - Text.width(of: time), y, theme[.overlayMuted])
        y += 1
      }
      y += self.message(message, Rect(inside.x, y, inside.width, inside.maxY - y)) + 1
    }
    if case .sca(let flow) = state.overlays.last, case .code = flow.step,
      state.phone.messages.contains(where: { $0.code != nil })
    {
      hint("c", "type it for me", inside.x, rect.maxY - 2, on: .overlay)
    }
  }

  /// A message, with its code drawn from locked memory. Returns its lines.
  private mutating func message(_ message: PhoneMessage, _ rect: Rect) -> Int {
    // Private-use characters hold the code's place while the text is wrapped.
    let place = "\u{e000}\u{e000}\u{e000} \u{e000}\u{e000}\u{e000}"
    let glue = "\u{e000}\u{e000}\u{e000}\u{e001}\u{e000}\u{e000}\u{e000}"
    var text = ""
    var rest = message.text[...]
    while let mark = rest.firstIndex(of: "%") {
      text += rest[..<mark]
      rest = rest[mark...].dropFirst(2)
      text += message.code == nil ? place.replacingPlace(with: "·") : glue
    }
    text += rest
    let lines = Text.wrap(text, to: rect.width).prefix(rect.height)
    for (index, line) in lines.enumerated() {
      write(line, code: message, rect.x, rect.y + index)
    }
    return lines.count
  }

  private mutating func write(_ line: String, code message: PhoneMessage, _ x: Int, _ y: Int) {
    let style = theme[.phoneText]
    let shown = String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.value == 0xe000 || $0.value == 0xe001 ? " " : $0 }))
    canvas.write(shown, x, y, style)
    let scalars = Array(line.unicodeScalars)
    guard let code = message.code, code.count == 6,
      let start = scalars.firstIndex(where: { $0.value == 0xe000 })
    else { return }
    let column = x + scalars[..<start].reduce(0) { $0 + max(0, Text.width(of: $1)) }
    let bold = style.with(.bold)
    canvas.reveal(code, 0..<3, column, y, bold, mask: "•")
    canvas.reveal(code, 3..<6, column + 4, y, bold, mask: "•")
  }
}

extension String {
  fileprivate func replacingPlace(with mark: Character) -> String {
    String(map { $0 == "\u{e000}" ? mark : $0 })
  }
}
