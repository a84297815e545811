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
    if let top = overlays.last { return top.base.wheel(lines, &self) }
    return gate == .open ? shown.wheel(lines, at: point, &self) : []
  }

  mutating func click(_ target: Target) -> [Effect] {
    switch target {
    case .key(let key): return self.key(key)
    case .command(let id): return run(id)
    case .pane(let pane): return show(pane)
    case .choice(let index): return key(.character(Unicode.Scalar(UInt8(0x31 + index % 9))))
    case .item(let index):
      if let top = overlays.last { return top.base.click(line: index, &self) }
      return gate == .open ? shown.click(line: index, &self) : []
    case .field(let index): return overlays.last?.base.click(field: index, &self) ?? []
    }
  }
}
