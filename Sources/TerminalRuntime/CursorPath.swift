import Canvas

/// The shortest of the ways to move the cursor that every terminal of ISO 6429 knows.
struct CursorPath {
  private enum Way { case none, absolute, relative, fromMargin }

  private let way: Way
  private let down: Int
  /// Columns to the right.
  private let across: Int
  private let point: Point
  /// In bytes.
  let length: Int

  /// - Parameter place: Where the cursor is; nil if it is not known.
  init(from place: Point?, to point: Point) {
    self.point = point
    let absolute = 3 + Self.digits(point.y + 1) + (point.x == 0 ? 0 : 1 + Self.digits(point.x + 1))
    guard let place, place.y <= point.y else {
      (way, down, across, length) = (.absolute, 0, 0, absolute)
      return
    }
    down = point.y - place.y
    let across = point.x - place.x
    let relative = down + Self.across(across)
    let fromMargin = down + 1 + Self.across(point.x)
    if down == 0, across == 0 {
      (way, self.across, length) = (.none, 0, 0)
    } else if absolute <= min(relative, fromMargin) {
      (way, self.across, length) = (.absolute, across, absolute)
    } else if relative <= fromMargin {
      (way, self.across, length) = (.relative, across, relative)
    } else {
      (way, self.across, length) = (.fromMargin, point.x, fromMargin)
    }
  }

  private static func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : 3 }

  /// The bytes of a move along the row.
  private static func across(_ columns: Int) -> Int {
    if columns <= 0 && columns > -5 { return -columns }
    return columns == 1 ? 3 : 3 + digits(abs(columns))
  }

  func write(to output: inout [UInt8]) {
    switch way {
    case .none: return
    case .absolute:
      output.append(0x1b)
      output.append(0x5b)
      output.append(decimal: point.y + 1)
      if point.x > 0 {
        output.append(0x3b)
        output.append(decimal: point.x + 1)
      }
      output.append(0x48)
    case .relative, .fromMargin:
      for _ in 0..<down { output.append(0x0a) }
      if way == .fromMargin { output.append(0x0d) }
      if across <= 0 && across > -5 {
        for _ in 0..<(-across) { output.append(0x08) }
      } else {
        output.append(0x1b)
        output.append(0x5b)
        if abs(across) > 1 { output.append(decimal: abs(across)) }
        output.append(across > 0 ? 0x43 : 0x44)
      }
    }
  }
}
