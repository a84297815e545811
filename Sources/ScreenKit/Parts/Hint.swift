package import Canvas
import TextLayout
package import Themes

/// A key and what it does: `Esc back`. A click on it does the same.
package struct Hint: Equatable, Sendable {
  package let keys: String
  package let word: String
  /// The command that a click runs; nil: it presses the key, if `keys` names a single one.
  package var runs: String?

  package init(_ keys: String, _ word: String, runs: String? = nil) {
    self.keys = keys
    self.word = word
    self.runs = runs
  }

  /// Its width in columns.
  package var width: Int { Text.width(of: keys) + Text.width(of: word) + 1 }

  /// nil if it names several keys, such as `↑↓`.
  var target: Target? {
    runs.map { .command($0) } ?? (try? Key(named: keys)).map { .key($0) }
  }
}

extension Surface {
  /// Returns the columns used.
  ///
  /// - Parameter isPossible: In a list of commands, whether this one is possible now. nil: only what
  ///   is possible is shown here.
  @discardableResult
  package func hint(
    _ hint: Hint, _ x: Int, _ y: Int, on background: Role = .surface, isPossible: Bool? = nil
  ) -> Int {
    let color = theme[background].background
    let isDisabled = isPossible == false
    let used = canvas.write(hint.keys, x, y, theme[isDisabled ? .disabled : .key].on(color))
    let word: Role = isPossible == nil ? .muted : isDisabled ? .disabled : .action
    let whole =
      used + 1 + canvas.write(hint.word, x + used + 1, y, theme[word].on(color))
    if hint.target != nil {
      canvas.mark(.button, hint.word, Rect(x, y, whole, 1), target: hint.target?.text)
    }
    return whole
  }

  /// Several hints in a row, as many as fit. The last one, which leaves, keeps its room.
  package func hints(
    _ items: [(String, String)], _ rect: Rect, on background: Role, keepsLast: Bool = false
  ) {
    let hints = items.map { Hint($0.0, $0.1) }
    let reserved = keepsLast ? (hints.last?.width ?? 0) + 3 : 0
    var x = rect.x
    for (index, item) in hints.enumerated() {
      let isLast = index == hints.count - 1
      if x + item.width + (isLast ? 0 : reserved) > rect.maxX { continue }
      x += hint(item, x, rect.y, on: background) + 3
    }
  }

  /// The hints of an overlay, in the last line inside its frame.
  package func footerHints(_ items: [(String, String)], _ rect: Rect) {
    hints(items, Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .overlay)
  }
}
