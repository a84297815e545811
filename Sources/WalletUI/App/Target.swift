import Canvas
import ScreenKit
import Themes

extension Target {
  /// What is under a point. The frame is drawn again to find out, since only drawing knows the
  /// positions.
  static func under(_ point: Point, _ state: State) -> Target? {
    under(point, in: canvas(of: state))
  }

  /// A frame whose regions have targets.
  static func canvas(of state: State) -> Canvas {
    let frame = Frame(state, .plain, semantics: true)
    ScreenView(frame: frame).drawTop()
    return frame.canvas
  }

  /// What is under a point of such a frame.
  static func under(_ point: Point, in canvas: Canvas) -> Target? {
    guard let region = canvas.target(at: point),
      let target = region.target.flatMap(Target.init)
    else { return nil }
    guard case .caret(let field, _) = target else { return target }
    return .caret(field: field, column: point.x - region.rect.x)
  }
}
