/// A width and a height in terminal cells.
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// A cell's position; (0, 0) is the upper left corner.
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of cells. Its size is never negative.
package struct Rect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package init(_ size: Size) { self.init(0, 0, size.width, size.height) }

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  package func inset(_ dx: Int, _ dy: Int) -> Rect {
    Rect(x + dx, y + dy, width - 2 * dx, height - 2 * dy)
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(left, top, min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
  }

  /// Cuts off the top `rows`, at most all of them.
  package func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, rows), height)
    return (Rect(x, y, width, cut), Rect(x, y + cut, width, height - cut))
  }

  /// Cuts off the bottom `rows`, at most all of them.
  package func splitBottom(_ rows: Int) -> (rest: Rect, bottom: Rect) {
    let (top, rest) = splitTop(height - min(max(0, rows), height))
    return (top, rest)
  }

  /// Cuts off the left `columns`, at most all of them.
  package func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let cut = min(max(0, columns), width)
    return (Rect(x, y, cut, height), Rect(x + cut, y, width - cut, height))
  }

  /// A rectangle of at most `size` in the middle of this one.
  package func centred(_ size: Size) -> Rect {
    let w = min(size.width, width)
    let h = min(size.height, height)
    return Rect(x + (width - w) / 2, y + (height - h) / 2, w, h)
  }
}
