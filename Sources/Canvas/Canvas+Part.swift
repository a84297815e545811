// Cells of a rectangle that are kept, and put into another canvas.
extension Canvas {
  /// The cells of a rectangle within the canvas, row by row.
  package func cells(in rect: Rect) -> [Cell] {
    var part: [Cell] = []
    part.reserveCapacity(rect.width * rect.height)
    for y in rect.y..<rect.maxY {
      let start = y * size.width + rect.x
      part += cells[start..<start + rect.width]
    }
    return part
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
