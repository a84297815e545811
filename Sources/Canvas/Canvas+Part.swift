// Cells of a rectangle that are kept, and put into another canvas.
extension Canvas {
  /// Copies the cells of a rectangle within the canvas, row by row. `part` keeps its memory if it has
  /// that many cells.
  package func copy(_ rect: Rect, to part: inout [Cell]) {
    let count = rect.width * rect.height
    if part.count != count { part = Array(repeating: Cell(), count: count) }
    cells.withUnsafeBufferPointer { cells in
      part.withUnsafeMutableBufferPointer { part in
        guard let target = part.baseAddress, let source = cells.baseAddress else { return }
        for row in 0..<rect.height {
          (target + row * rect.width)
            .update(from: source + (rect.y + row) * size.width + rect.x, count: rect.width)
        }
      }
    }
  }

  /// Puts the cells of a rectangle of this size there, in place of all that is in it. To be called
  /// only while the canvas shows no secret.
  package mutating func put(_ part: [Cell], in rect: Rect) {
    let width = size.width
    cells.withUnsafeMutableBufferPointer { cells in
      part.withUnsafeBufferPointer { part in
        guard let target = cells.baseAddress, let source = part.baseAddress else { return }
        for row in 0..<rect.height {
          (target + (rect.y + row) * width + rect.x)
            .update(from: source + row * rect.width, count: rect.width)
        }
      }
    }
  }
}
