import Canvas
import Secrets
import Themes
import WalletAPI
import Words

extension Frame {
  /// Lines of the drawer where it spans the screen.
  static let spanningPhone = 6
  /// Columns of the drawer where it stands in the corner.
  static let phoneWidth = 30

  /// Whether the drawer spans the screen: no room for it beside a dialog, or read out, where a line
  /// is one message.
  var phoneSpans: Bool {
    canvas.size.width < 120 || canvas.size.height < 30 || state.settings.isLinear
  }

  /// The simulated phone as a drawer in the lower right corner, labelled as what it is.
  mutating func phone() {
    let words = words
    let spans = phoneSpans
    let width = spans ? canvas.size.width : Frame.phoneWidth
    let height = spans ? Frame.spanningPhone : min(13, canvas.size.height - 4)
    // A dialog needs the footer's line, too; without one `? help` stays in sight.
    let below = !spans ? 2 : state.overlays.isEmpty ? 1 : 0
    let rect = Rect(
      canvas.size.width - width - (spans ? 0 : 1), canvas.size.height - height - below,
      width, height)
    canvas.fill(rect, theme[.phoneText])
    canvas.box(rect, theme[.phoneBorder], border)
    canvas.write(
      " \(words.simulated) ", rect.x + 2, rect.y, theme[.phoneBorder].with(.bold))
    canvas.mark(.phone, words.simulatedPhone.title, rect)
    let inside = rect.inset(2, 1)
    let canType = canTypeCode
    let bottom = inside.maxY - (canType ? 1 : 0)
    var y = inside.y + (spans ? 0 : 1)
    if state.phone.messages.isEmpty {
      canvas.write(words.noMessages, inside.x, y, theme.style(.overlayMuted, on: .phoneText))
    }
    for (index, message) in state.phone.messages.enumerated() {
      guard y < bottom - (spans ? 0 : 1) else { break }
      if !spans {
        let time = index == 0 ? words.now : ago(message.time)
        canvas.write(message.sender, inside.x, y, theme[.phoneText].with(.bold))
        canvas.write(
          time, inside.maxX - Text.width(of: time), y, theme.style(.overlayMuted, on: .phoneText))
        y += 1
      }
      y += self.message(message, Rect(inside.x, y, inside.width, bottom - y)) + 1
    }
    if canType { hint(Hint("c", words.typeItForMe), inside.x, rect.maxY - 2, on: .phoneText) }
  }

  private var canTypeCode: Bool {
    guard case .sca(let flow) = state.overlays.last, case .code = flow.step else { return false }
    return state.phone.newestCode != nil
  }

  /// A message, with its code drawn from locked memory. Returns its lines.
  private mutating func message(_ message: PhoneMessage, _ rect: Rect) -> Int {
    // Private-use characters keep the code's place together while the text is wrapped.
    let groups = PhoneMessage.groups(message.code?.count ?? 0)
    let place = groups.map { String(repeating: Frame.place, count: $0.count) }
      .joined(separator: Frame.gap)
    var text = ""
    var rest = message.text[...]
    while let mark = rest.firstIndex(of: "%") {
      text += rest[..<mark]
      rest = rest[mark...].dropFirst(2)
      text += place.isEmpty ? "······" : place
    }
    text += rest
    let lines = Text.wrap(text, to: rect.width).prefix(rect.height)
    for (index, line) in lines.enumerated() {
      write(line, message.code, groups, rect.x, rect.y + index)
    }
    return lines.count
  }

  private static let place = "\u{e000}"
  private static let gap = "\u{e001}"

  private mutating func write(
    _ line: String, _ code: Secret?, _ groups: [Range<Int>], _ x: Int, _ y: Int
  ) {
    let style = theme[.phoneText]
    let scalars = Array(line.unicodeScalars)
    let shown = scalars.map { $0.value == 0xe000 || $0.value == 0xe001 ? " " : $0 }
    canvas.write(String(String.UnicodeScalarView(shown)), x, y, style)
    guard let code, let start = scalars.firstIndex(where: { $0.value == 0xe000 }) else { return }
    var column = x + scalars[..<start].reduce(0) { $0 + max(0, Text.width(of: $1)) }
    for group in groups {
      canvas.reveal(code, group, column, y, style.with(.bold), mask: "•")
      column += group.count + 1
    }
  }
}

extension PhoneMessage {
  /// How a code is grouped for reading: six digits as three and three.
  fileprivate static func groups(_ count: Int) -> [Range<Int>] {
    count == 6 ? [0..<3, 3..<6] : count > 0 ? [0..<count] : []
  }
}
