import Canvas
import Themes

/// What a click on a part of the screen does. The regions of a canvas carry it as text.
enum Target: Equatable {
  /// As if the key were pressed.
  case key(Key)
  case command(Command.ID)
  case pane(Pane)
  /// An item of a screen or an overlay that lists some.
  case item(Int)
  /// A field of a form.
  case field(Int)
  /// A column of the text in the field of the region.
  case caret(field: Int, column: Int)
  /// One of the choices, by index.
  case choice(Int)

  var text: String {
    switch self {
    case .key(let key): "key " + key.name
    case .command(let id): "run " + id
    case .pane(let pane): pane == .list ? "pane list" : "pane details"
    case .item(let index): "item \(index)"
    case .field(let index): "field \(index)"
    case .caret(let index, _): "caret \(index)"
    case .choice(let index): "choice \(index)"
    }
  }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let number = Int(parts[1]) ?? 0
    switch parts[0] {
    case "key":
      guard let key = try? Key(named: parts[1]) else { return nil }
      self = .key(key)
    case "run": self = .command(parts[1])
    case "pane": self = .pane(parts[1] == "list" ? .list : .details)
    case "item": self = .item(number)
    case "field": self = .field(number)
    case "caret": self = .caret(field: number, column: 0)
    case "choice": self = .choice(number)
    default: return nil
    }
  }
}

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
