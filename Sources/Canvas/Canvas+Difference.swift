extension Canvas {
  /// Calls `body` for each run of cells that differ from `old`, row by row, with the start of the
  /// run and its cells. If `old` is nil or has another size, all cells differ. A run never starts
  /// within a wide character.
  ///
  /// It is in this module because comparing cells within the module takes a fifth of the time.
  package func forEachChange(
    since old: Canvas?, _ body: (Point, UnsafeBufferPointer<Cell>) -> Void
  ) {
    cells.withUnsafeBufferPointer { new in
      guard let old, old.size == size else {
        for y in 0..<size.height where size.width > 0 {
          body(
            Point(0, y), UnsafeBufferPointer(rebasing: new[y * size.width..<(y + 1) * size.width]))
        }
        return
      }
      old.cells.withUnsafeBufferPointer { old in
        for y in 0..<size.height {
          changes(in: y, new, old) { range in
            body(
              Point(range.lowerBound - y * size.width, y), UnsafeBufferPointer(rebasing: new[range])
            )
          }
        }
      }
    }
  }

  private func changes(
    in y: Int, _ new: UnsafeBufferPointer<Cell>, _ old: UnsafeBufferPointer<Cell>,
    _ body: (Range<Int>) -> Void
  ) {
    let row = y * size.width..<(y + 1) * size.width
    var index = row.lowerBound
    while index < row.upperBound {
      guard new[index] != old[index] else {
        index += 1
        continue
      }
      var start = index
      if new[start].width == 0 && start > row.lowerBound { start -= 1 }
      while index < row.upperBound, new[index] != old[index] { index += 1 }
      body(start..<index)
    }
  }
}
