package import Canvas

/// What a click on a part of the screen does. The regions of a canvas carry it as text.
package enum Target: Equatable {
  /// As if the key were pressed.
  case key(Key)
  case command(String)
  case pane(Pane)
  /// An item of a screen or an overlay that lists some.
  case item(Int)
  /// A field of a form.
  case field(Int)
  /// A column of the text in the field of the region.
  case caret(field: Int, column: Int)
  /// One of the choices, by index.
  case choice(Int)

  package var text: String {
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

  package init?(text: String) {
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

/// Which pane has the keyboard focus.
package enum Pane: Hashable, Sendable { case list, details }
