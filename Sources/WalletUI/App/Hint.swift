import Canvas
import TextLayout
import Themes

/// What to press and what that does: `Esc back`. A click does the same.
struct Hint {
  let keys: String
  let word: String
  /// The command that it stands for; nil: the key is pressed, where it is one.
  var runs: Command.ID?

  init(_ keys: String, _ word: String, runs: Command.ID? = nil) {
    self.keys = keys
    self.word = word
    self.runs = runs
  }

  /// Columns that it takes.
  var width: Int { Text.width(of: keys) + Text.width(of: word) + 1 }

  /// nil where it stands for several keys: `↑↓`.
  var target: Target? {
    runs.map { .command($0) } ?? (try? Key(named: keys)).map { .key($0) }
  }
}

extension Frame {
  /// Returns the columns used.
  @discardableResult
  func hint(
    _ hint: Hint, _ x: Int, _ y: Int, on ground: Role = .surface, isPossible: Bool = true
  ) -> Int {
    let background = theme[ground].background
    let used = canvas.write(hint.keys, x, y, theme[isPossible ? .key : .faint].on(background))
    let whole =
      used + 1
      + canvas.write(
        hint.word, x + used + 1, y, theme[isPossible ? .muted : .faint].on(background))
    if hint.target != nil {
      canvas.mark(.button, hint.word, Rect(x, y, whole, 1), target: hint.target?.text)
    }
    return whole
  }

  /// Several hints in a row, as many as fit.
  func hints(_ items: [(String, String)], _ rect: Rect, on ground: Role) {
    var x = rect.x
    for item in items.map({ Hint($0.0, $0.1) }) {
      if x + item.width > rect.maxX { continue }
      x += hint(item, x, rect.y, on: ground) + 3
    }
  }

  /// The hints of an overlay, in the last line of its inside.
  func footerHints(_ items: [(String, String)], _ rect: Rect) {
    hints(items, Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .overlay)
  }
}
