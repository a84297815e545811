import Canvas
import ScreenKit
import Secrets
import TextLayout
import Themes
import WalletAPI
import Words

/// A message of the simulated phone with all its lines.
struct ShownMessage {
  let message: PhoneMessage
  let lines: [String]
}

struct PhoneView: FramePart {
  let frame: Frame

  /// Lines of the drawer if it spans the screen.
  static let spanningHeight = 6
  /// Columns of the drawer if it is in the corner.
  static let width = 30

  /// The simulated phone as a drawer in the lower right corner, labelled as simulated.
  func phone() {
    let words = words
    let spans = PhoneDrawer.spans(state)
    let rect = PhoneDrawer.rect(state)
    frame.drawer = rect
    frame.canvas.fill(rect, theme[.phoneText])
    frame.canvas.box(rect, theme[.phoneBorder], border)
    frame.canvas.write(
      " \(words.screen.simulated) ", rect.x + 2, rect.y, theme[.phoneBorder].with(.bold))
    frame.canvas.mark(.phone, words.screen.simulatedPhone.title, rect)
    let inside = rect.inset(2, 1)
    var y = inside.y + (spans ? 0 : 1)
    let muted = theme.style(.overlayMuted, on: .phoneText)
    if state.phones.simulated.messages.isEmpty {
      frame.canvas.write(words.screen.noMessages, inside.x, y, muted)
    }
    for shown in PhoneDrawer.messages(state) {
      let message = shown.message
      if !spans {
        let time =
          message.isDamaged
          ? "" : words.ago(message.time, now: state.clock.wall, in: state.clock.zone)
        frame.canvas.write(message.sender, inside.x, y, theme[.phoneText].with(.bold))
        frame.canvas.write(time, inside.maxX - Text.width(of: time), y, muted)
        y += 1
      }
      let groups = PhoneMessage.groups(message.code?.count ?? 0)
      for line in shown.lines {
        write(line, message.code, groups, inside.x, y)
        y += 1
      }
      y += 1
    }
    if state.view.overlays.isEmpty, PhoneDrawer.hasOlder(state) {
      let more = " \(state.keyLabel(for: PhoneDrawer.command.id)) \(words.screen.moreNews) "
      frame.canvas.write(more, rect.x + 2, rect.maxY - 1, theme[.phoneBorder])
    }
    if PhoneDrawer.canTypeCode(state) {
      frame.hint(Hint("c", words.screen.typeItForMe), inside.x, rect.maxY - 2, on: .phoneText)
    }
  }

  /// A line of a message, with its code drawn from locked memory.
  private func write(
    _ line: String, _ code: Secret?, _ groups: [Range<Int>], _ x: Int, _ y: Int
  ) {
    let style = theme[.phoneText]
    let scalars = Array(line.unicodeScalars)
    let shown = scalars.map { $0.value == 0xe000 || $0.value == 0xe001 ? " " : $0 }
    frame.canvas.write(String(String.UnicodeScalarView(shown)), x, y, style)
    guard let code, let start = scalars.firstIndex(where: { $0.value == 0xe000 }) else { return }
    var column = x + scalars[..<start].reduce(0) { $0 + max(0, Text.width(of: $1)) }
    for group in groups {
      frame.canvas.reveal(code, group, column, y, style.with(.bold), mask: "•")
      column += group.count + 1
    }
  }
}

extension PhoneMessage {
  private static let place = "\u{e000}"
  private static let gap = "\u{e001}"

  /// The text with a private-use character for each digit of its code. They keep the digits
  /// together when the text is wrapped.
  fileprivate var withPlaces: String {
    let place = Self.groups(code?.count ?? 0).map { String(repeating: Self.place, count: $0.count) }
      .joined(separator: Self.gap)
    var whole = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "%") {
      whole += rest[..<mark]
      rest = rest[mark...].dropFirst(2)
      whole += place.isEmpty ? "······" : place
    }
    return whole + rest
  }

  /// The groups of a code for reading: six digits as three and three.
  fileprivate static func groups(_ count: Int) -> [Range<Int>] {
    count == 6 ? [0..<3, 3..<6] : count > 0 ? [0..<count] : []
  }
}

/// The position and the content of the simulated phone's drawer.
enum PhoneDrawer: Timed {
  static let command = Command(
    "phone.toggle", \.screen.simulatedPhone, keys: [.character("m")], place: .cards,
    disabled: { $0.wallet.showsPhone ? nil : $0.words.screen.noPhoneHere },
    run: { toggle(&$0) })

  private static func toggle(_ state: inout State) -> [Effect] {
    if state.phones.simulated.isOpen, hasOlder(state) {
      state.phones.simulated.first += messages(state).count
      return []
    }
    state.phones.simulated.isOpen.toggle()
    return state.phones.simulated.isOpen ? [.read(PhoneMessagesQuery())] : []
  }

  /// Whether there are messages behind those in sight, which the key shows next.
  static func hasOlder(_ state: State) -> Bool {
    state.phones.simulated.first + messages(state).count < state.phones.simulated.messages.count
  }

  /// Codes that are not shown here are not requested.
  static func begin(_ state: State) -> [Effect] {
    state.wallet.showsPhone ? [.read(PhoneMessagesQuery())] : []
  }

  /// The drawer is shown with the panes and with the dialog for a code. Other overlays need the
  /// room.
  static func isShown(_ state: State) -> Bool {
    state.phones.simulated.isOpen
      && (state.view.overlays.last?.base.allowsPhone ?? state.shown.allowsPhone)
  }

  /// Whether the drawer spans the screen: there is no room for it beside a dialog, or in line mode,
  /// where a line is one message.
  static func spans(_ state: State) -> Bool {
    state.view.size.width < 120 || state.view.size.height < 30 || state.settings.isLinear
  }

  /// The drawer with its frame.
  static func rect(_ state: State) -> Rect {
    let spans = spans(state)
    let width = spans ? state.view.size.width : PhoneView.width
    let height = spans ? PhoneView.spanningHeight : min(13, state.view.size.height - 4)
    // A dialog also needs the footer's line. Without one, `? help` stays visible.
    let below = !spans ? 2 : state.view.overlays.isEmpty ? 1 : 0
    let isLeft = state.view.overlays.last?.base.hasPhoneAtLeft ?? false
    return Rect(
      spans ? 0 : isLeft ? 1 : state.view.size.width - width - 1,
      state.view.size.height - height - below,
      width, height)
  }

  /// The messages that fit into the drawer, from `first` on. Only the first one may be cut.
  static func messages(_ state: State) -> [ShownMessage] {
    let room = rect(state).inset(2, 1)
    // Sender and time, and the row above them.
    let head = spans(state) ? 0 : 1
    var left = room.height - head - (canTypeCode(state) ? 1 : 0)
    var shown: [ShownMessage] = []
    for message in state.phones.simulated.messages.dropFirst(state.phones.simulated.first) {
      let text = message.isDamaged ? state.words.damagedRecord : message.withPlaces
      var lines = Text.wrap(text, to: room.width)
      if shown.isEmpty, lines.count > left - head {
        lines = Array(lines.prefix(max(1, left - head)))
        lines[lines.count - 1] = Text.truncate(lines[lines.count - 1] + " …", to: room.width)
      }
      left -= head + lines.count
      if left < 0 { break }
      shown.append(ShownMessage(message: message, lines: lines))
      left -= 1
    }
    return shown
  }

  static func canTypeCode(_ state: State) -> Bool {
    state.view.overlays.last?.base.takesCode == true && state.phones.simulated.newestCode != nil
  }

  /// When the age of a visible message changes.
  static func deadlines(_ state: State) -> [UInt64] {
    guard isShown(state), !spans(state) else { return [] }
    return messages(state).filter { !$0.message.isDamaged }.compactMap { shown in
      state.words.ageChanges(shown.message.time, now: state.clock.wall).map {
        state.clock.now + $0 * 1_000_000
      }
    }
  }
}
