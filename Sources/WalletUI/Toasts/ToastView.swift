import Canvas
import TextLayout
import Themes

extension ToastState.Toast.Kind {
  var role: Role {
    switch self {
    case .success: .toastSuccess
    case .info: .toastInfo
    case .warning: .toastWarning
    case .danger: .toastDanger
    }
  }

  /// For the history, on the overlay's background.
  var textRole: Role {
    switch self {
    case .success: .success
    case .info: .overlayText
    case .warning: .warning
    case .danger: .danger
    }
  }

  func glyph(ascii: Bool) -> String {
    switch self {
    case .success: ascii ? "ok" : "✓"
    case .info: ascii ? "i" : "›"
    case .warning: ascii ? "!" : "▲"
    case .danger: ascii ? "!!" : "✕"
    }
  }
}

struct ToastView: FramePart {
  let frame: Frame

  /// The latest message, above the footer on the right, or where it covers nothing important.
  func toast() {
    guard let toast = state.toasts.current else { return }
    if state.settings.isLinear {
      // It is not drawn, since it would hide content. The time distinguishes two equal messages.
      let nowhere = Rect(0, 0, 0, 0)
      return frame.canvas.mark(.toast, toast.line, nowhere, target: "\(toast.deadline)")
    }
    let most = min(76, frame.canvas.size.width - 4)
    let glyph = toast.kind.glyph(ascii: state.settings.ascii)
    var lines = Text.wrap("\(glyph) \(toast.line)", to: most - 2)
    let limit = max(4, frame.canvas.size.height / 3)
    if lines.count > limit {
      lines.removeSubrange((limit - (toast.code == nil ? 0 : 1))...)
      lines[lines.count - 1] = Text.truncate(lines[lines.count - 1] + " …", to: most - 2)
      if let code = toast.code { lines.append(Text.truncate(String(code), to: most - 2)) }
    }
    let width = (lines.map { Text.width(of: $0) }.max() ?? 0) + 2
    // On the lower border if there are few lines, otherwise inside the pane.
    let areas = state.areas
    let bottom = areas.hasSpacing ? areas.body.maxY - 1 : areas.footer.y
    let size = Size(width, lines.count)
    let rect = toastPlace(
      [
        bottom - size.height, (frame.drawer?.y ?? bottom) - size.height, areas.header.maxY,
        frame.canvas.size.height - size.height, 0,
        (hintLines?.y ?? bottom) - size.height,
      ].map { Rect(frame.canvas.size.width - size.width - 3, max(0, $0), size.width, size.height) })
    frame.canvas.fill(rect, theme[toast.kind.role])
    for (index, line) in lines.enumerated() {
      frame.canvas.write(line, rect.x + 1, rect.y + index, theme[toast.kind.role])
    }
    frame.canvas.mark(.toast, toast.text, rect)
  }

  /// The first place that covers no part of the overlay or the phone, or at least not the phone,
  /// the hints and the line with the cursor.
  private func toastPlace(_ candidates: [Rect]) -> Rect {
    func covers(_ rect: Rect, _ other: Rect?) -> Bool {
      guard let both = other?.intersection(rect) else { return false }
      return both.width > 0 && both.height > 0
    }
    let focus = frame.canvas.cursor.map { Rect(0, $0.y, frame.canvas.size.width, 1) }
    let wanted =
      frame.box == nil
      ? [[frame.drawer, focus], [frame.drawer], [focus]]
      : [
        [frame.box, frame.drawer], [hintLines, focus, frame.drawer], [hintLines, focus],
        [hintLines],
      ]
    for needed in wanted {
      if let place = candidates.first(where: { place in !needed.contains { covers(place, $0) } }) {
        return place
      }
    }
    return candidates[0]
  }

  /// The last line inside the top box, with its hints, and the frame below.
  private var hintLines: Rect? { frame.box.map { Rect($0.x, $0.maxY - 3, $0.width, 3) } }
}
