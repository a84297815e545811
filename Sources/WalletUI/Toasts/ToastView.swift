import Canvas
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

  /// For the history, on the overlay's ground.
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

extension Frame {
  /// The latest news, above the footer on the right.
  mutating func toast() {
    guard let toast = state.toasts.current else { return }
    if state.settings.isLinear {
      // Drawn it would hide what stands there. The time tells two of the same words apart.
      let nowhere = Rect(0, 0, 0, 0)
      return canvas.mark(.toast, toast.line, nowhere, target: "\(toast.deadline)")
    }
    let most = min(76, canvas.size.width - 4)
    let glyph = toast.kind.glyph(ascii: state.settings.ascii)
    let lines = Text.wrap("\(glyph) \(toast.line)", to: most - 2).prefix(4)
    let width = (lines.map { Text.width(of: $0) }.max() ?? 0) + 2
    // Over the lower border where lines are scarce, inside the pane where they are not.
    let places = state.places
    let isAiry = places.footer.y > places.details.maxY
    let bottom = isAiry ? places.details.maxY - 1 : places.footer.y
    let y = max(0, bottom - lines.count)
    let rect = Rect(canvas.size.width - width - 3, y, width, lines.count)
    canvas.fill(rect, theme[toast.kind.role])
    for (index, line) in lines.enumerated() {
      canvas.write(line, rect.x + 1, rect.y + index, theme[toast.kind.role])
    }
    canvas.mark(.toast, toast.text, rect)
  }
}
