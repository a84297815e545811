import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

extension ToastState.Toast.Kind {
  private var look: (role: Role, text: Role, glyph: String, ascii: String) {
    switch self {
    case .success: (.toastSuccess, .success, "✓", "+")
    case .info: (.toastInfo, .overlayText, "›", "i")
    case .warning: (.toastWarning, .warning, "▲", "!")
    case .danger: (.toastDanger, .danger, "✕", "x")
    }
  }

  var role: Role { look.role }
  /// For the history, on the overlay's ground.
  var textRole: Role { look.text }
  func glyph(ascii: Bool) -> String { ascii ? look.ascii : look.glyph }
}

/// The latest news: one line at the right of the row above the footer, which nothing else uses.
struct ToastView: FramePart {
  let frame: Frame

  func toast() {
    guard let toast = state.toasts.current else { return }
    if state.settings.isLinear {
      // A drawing would hide the content there. The time distinguishes two of the same words.
      let nowhere = Rect(0, 0, 0, 0)
      return frame.canvas.mark(.toast, toast.line, nowhere, target: "\(toast.deadline)")
    }
    let content = content(toast, room: Self.room(frame.canvas.size.width))
    guard let place = place(content.width) else { return }
    let style = theme[toast.kind.role]
    frame.canvas.fill(place, style)
    var x = place.x + 1
    x += frame.canvas.write(content.text, x, place.y, style.with(.bold)) + 1
    for offer in content.offers {
      let part = Rect(x, place.y, Self.width(offer), 1)
      frame.canvas.fill(part, theme[.overlay])
      x += 1
      x += frame.canvas.write(offer.key, x, place.y, theme.style(.key, on: .overlay)) + 1
      x += frame.canvas.write(offer.word, x, place.y, theme[.overlayText]) + 1
      frame.canvas.mark(
        .button, offer.word, part, target: Target.command(offer.command).text)
    }
    frame.canvas.mark(.toast, toast.text, place)
  }

  /// Half of the screen; the whole row where half of it has no room for a name and a key.
  private static func room(_ width: Int) -> Int { width < 60 ? width - 2 : width / 2 }

  private struct Content {
    let text: String
    let offers: [ToastState.Toast.Offer]
    /// Columns that it takes.
    let width: Int
  }

  /// What there is room for. What is left out can be read in the history.
  private func content(_ toast: ToastState.Toast, room: Int) -> Content {
    let glyph = toast.kind.glyph(ascii: state.settings.ascii)
    func content(_ text: String, _ offers: [ToastState.Toast.Offer]) -> Content {
      let width = Text.width(of: text) + 2 + offers.reduce(0) { $0 + Self.width($1) }
      return Content(text: text, offers: offers, width: width)
    }
    let own = toast.offer.map { [$0] } ?? []
    let whole = content("\(glyph) \(toast.news)", own)
    if whole.width <= room { return whole }
    let offers =
      own.isEmpty
      ? [
        ToastState.Toast.Offer(
          key: state.input.keymap.label("messages") ?? "", word: words.screen.moreNews,
          command: "messages")
      ] : own
    let short = content("\(glyph) \(toast.text)", offers)
    if short.width <= room { return short }
    let left = room - 2 - offers.reduce(0) { $0 + Self.width($1) }
    return content(Text.truncate("\(glyph) \(toast.text)", to: max(4, left)), offers)
  }

  private static func width(_ offer: ToastState.Toast.Offer) -> Int {
    Text.width(of: offer.key) + Text.width(of: offer.word) + 3
  }

  /// The row above the footer, beside what lies over it; else the footer's row or the header's. nil:
  /// it would cover something in each.
  private func place(_ width: Int) -> Rect? {
    let right = frame.canvas.size.width - 1
    let footer = state.areas.footer.y
    let obstacles = [frame.box, frame.drawer].compactMap { $0 }
    let ends = [right] + obstacles.map { $0.x - 1 }
    for y in [footer - 1, footer, state.areas.header.y] {
      for end in ends {
        let place = Rect(end - width, y, width, 1)
        let isFree = !obstacles.contains {
          $0.intersection(place).width > 0 && $0.y <= y && y < $0.maxY
        }
        if isFree, place.x >= 1 { return place }
      }
    }
    return nil
  }
}
