import Glibc

/// Cells of one style and one width, side by side.
package struct CellRun {
  package let start: Point
  /// The column after it.
  package let end: Int
  package let style: Style
  /// Whether all are blanks.
  package let isBlank: Bool
  /// Whether each has one column and no marks.
  package let isSimple: Bool
}

extension Canvas {
  /// Calls `body` for each run of one style in the cells that differ from `old`, row by row.
  ///
  /// - Parameters:
  ///   - all: Rows of which all cells count as different.
  ///   - blanks: So many blanks side by side are a run of their own.
  package func forEachRun(
    since old: Canvas?, all: Set<Int>, blanks: Int, _ body: (CellRun) -> Void
  ) {
    forEachChange(since: old, all: all) { start, cells in
      var first = 0
      while first < cells.count {
        let look = cells[first].look
        // The last cells that are blanks.
        var blank = 0
        var end = first
        var texts = UInt64(0)
        while end < cells.count, cells[end].look == look {
          let text = cells[end].text
          if text == 0x20 {
            blank += 1
          } else {
            if blank >= blanks { break }
            blank = 0
            texts |= text
          }
          end += 1
        }
        if blank >= blanks, blank < end - first {
          end -= blank
          blank = 0
        }
        body(
          CellRun(
            start: Point(start.x + first, start.y), end: start.x + end, style: cells[first].style,
            isBlank: blank == end - first, isSimple: texts >> 21 == 0 && cells[first].width == 1))
        first = end
      }
    }
  }

  /// Calls `body` for each run of cells that look different from `old`, row by row, with the start of
  /// the run and its cells. If `old` is nil or has another size, all cells differ. A run never starts
  /// within a wide character.
  ///
  /// It is in this module because comparing cells within the module takes a fifth of the time.
  ///
  /// - Parameter all: Rows of which all cells count as different.
  package func forEachChange(
    since old: Canvas?, all: Set<Int> = [], _ body: (Point, UnsafeBufferPointer<Cell>) -> Void
  ) {
    let width = size.width
    guard width > 0 else { return }
    cells.withUnsafeBufferPointer { new in
      guard let old, old.size == size else {
        for y in 0..<size.height {
          body(Point(0, y), UnsafeBufferPointer(rebasing: new[y * width..<(y + 1) * width]))
        }
        return
      }
      old.cells.withUnsafeBufferPointer { old in
        guard let first = new.baseAddress, let second = old.baseAddress else { return }
        for y in 0..<size.height {
          let row = y * width..<(y + 1) * width
          if all.contains(y) {
            body(Point(0, y), UnsafeBufferPointer(rebasing: new[row]))
            continue
          }
          // Most rows are the same byte for byte.
          let bytes = width * MemoryLayout<Cell>.stride
          guard memcmp(first + row.lowerBound, second + row.lowerBound, bytes) != 0 else {
            continue
          }
          changes(in: row, first, second) { range in
            body(
              Point(range.lowerBound - row.lowerBound, y),
              UnsafeBufferPointer(rebasing: new[range]))
          }
        }
      }
    }
  }

  /// Whether a row has the same cells as in `old`.
  package func isSame(row y: Int, as old: Canvas) -> Bool {
    guard old.size == size else { return false }
    let row = y * size.width..<(y + 1) * size.width
    return cells[row] == old.cells[row]
  }

  private func changes(
    in row: Range<Int>, _ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>,
    _ body: (Range<Int>) -> Void
  ) {
    func isSame(_ index: Int) -> Bool {
      let (new, old) = (new[index], old[index])
      return new.text == old.text
        && (new.look == old.look || new.isBlank && new.style.isSame(onBlanks: old.style))
    }
    let block = 8
    var index = row.lowerBound
    while true {
      // Most cells are the same byte for byte.
      while index + block <= row.upperBound,
        memcmp(new + index, old + index, block * MemoryLayout<Cell>.stride) == 0
      { index += block }
      while index < row.upperBound, isSame(index) { index += 1 }
      guard index < row.upperBound else { return }
      var start = index
      if new[start].width == 0 && start > row.lowerBound { start -= 1 }
      while index < row.upperBound, !isSame(index) { index += 1 }
      body(start..<index)
    }
  }
}
