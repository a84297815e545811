import Canvas
import ScreenKit
import Words

/// Clicks and the wheel.
enum MouseInput {
  /// Lines that one notch of the wheel scrolls.
  private static let notch = 3

  static func toggle(_ state: inout State) -> [Effect] {
    let words = state.words
    state.input.wantsMouse.toggle()
    state.show(
      .info, state.input.wantsMouse ? words.screen.mouseIsOn : words.screen.mouseIsOff,
      detail: state.input.wantsMouse
        ? words.screen.mouseAgain(state.keyLabel(for: "mouse")) : words.screen.mouseSelects)
    return []
  }

  static func handle(_ mouse: Mouse, _ state: inout State) -> [Effect] {
    switch mouse.action {
    case .wheelDown: return wheel(notch, at: mouse.point, &state)
    case .wheelUp: return wheel(-notch, at: mouse.point, &state)
    case .release: return []
    case .press: return Target.under(mouse.point, state).map { click($0, &state) } ?? []
    }
  }

  /// Scrolls what is under the pointer, whether it has the keyboard focus or not.
  private static func wheel(_ lines: Int, at point: Point, _ state: inout State) -> [Effect] {
    if let top = state.view.overlays.last { return top.base.wheel(lines, &state) }
    return state.gate == .open ? state.shown.wheel(lines, at: point, &state) : []
  }

  static func click(_ target: Target, _ state: inout State) -> [Effect] {
    switch target {
    case .key(let key): return state.key(key)
    case .command(let id): return state.run(id)
    case .pane(let pane): return state.shown.show(pane, &state)
    case .choice(let index): return state.key(.character(Unicode.Scalar(UInt8(0x31 + index % 9))))
    case .item(let index):
      if let top = state.view.overlays.last { return top.base.click(line: index, &state) }
      return state.gate == .open ? state.shown.click(line: index, &state) : []
    case .field(let index): return state.view.overlays.last?.base.click(field: index, &state) ?? []
    case .caret(let index, let column):
      return state.view.overlays.last?.base.click(field: index, column: column, &state) ?? []
    }
  }
}
