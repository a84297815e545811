import Canvas
import Words

extension State {
  /// Lines that one notch of the wheel goes.
  private static let notch = 3

  mutating func toggleMouse() -> [Effect] {
    wantsMouse.toggle()
    toasts.show(
      .info, wantsMouse ? words.mouseIsOn : words.mouseIsOff,
      detail: wantsMouse ? words.mouseAgain(press("mouse")) : words.mouseSelects, clock: clock)
    return []
  }

  mutating func mouse(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown: return wheel(State.notch, at: mouse.point)
    case .wheelUp: return wheel(-State.notch, at: mouse.point)
    case .release: return []
    case .press: return target(at: mouse.point).map { click($0) } ?? []
    }
  }

  /// The wheel moves what is under it, whatever has the keys.
  private mutating func wheel(_ lines: Int, at point: Point) -> [Effect] {
    switch overlays.last {
    case .activity: return move(by: lines)
    case .menu, .messages, .themes:
      let step = Key(lines > 0 ? .down : .up)
      return (0..<abs(lines)).flatMap { _ in key(step) }
    case nil where gate == .open:
      let isDetails = layout == .narrow ? pane == .details : places.details.contains(point)
      if isDetails { return scrollDetails(by: lines) }
      list.move(by: lines)
      details.scroll = 0
      return []
    default: return []
    }
  }

  mutating func click(_ target: Target) -> [Effect] {
    switch target {
    case .key(let key): return self.key(key)
    case .command(let id): return run(id)
    case .row(let position):
      // A second click opens.
      if position == list.selected && pane == .list { return run("open") }
      list.select(position)
      details.scroll = 0
      pane = .list
      return []
    case .pane(let pane): return show(pane)
    case .choice(let index): return key(.character(Unicode.Scalar(UInt8(0x31 + index % 9))))
    case .item(let index):
      if case .themes(let picker) = overlays.last { return preview(index, picker) }
      if case .activity(var activity) = overlays.last {
        activity.selected = index
        replaceTop(.activity(activity))
        return []
      }
      guard case .menu(var menu) = overlays.last else { return [] }
      menu.selected = index
      replaceTop(.menu(menu))
      return key(Key(.enter))
    case .field(let index):
      guard case .dialog(var dialog) = overlays.last, !dialog.isBusy else { return [] }
      _ = dialog.form.click(index)
      return dialogChanged(dialog)
    }
  }
}
