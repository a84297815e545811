import Canvas

/// The shortest of the ways to move the cursor that every terminal of ISO 6429 knows.
struct CursorPath {
  private let point: Point
  private let isAbsolute: Bool
  private let down: Int
  private let right: Int
  /// In bytes.
  let length: Int

  /// - Parameter place: Where the cursor is; nil if it is not known.
  @inline(__always)
  init(from place: Point?, to point: Point) {
    self.point = point
    let absolute = 3 + Self.digits(point.y + 1) + (point.x == 0 ? 0 : 1 + Self.digits(point.x + 1))
    guard let place, place.y <= point.y else {
      (isAbsolute, down, right, length) = (true, 0, 0, absolute)
      return
    }
    down = point.y - place.y
    right = point.x - place.x
    let relative = Self.relativeLength(from: place, to: point)
    isAbsolute = absolute <= relative
    length = min(absolute, relative)
  }

  /// The bytes of a move by rows and columns to a point that is not above the place.
  @inline(__always)
  static func relativeLength(from place: Point, to point: Point) -> Int {
    let right = point.x - place.x
    return point.y - place.y
      + (point.x == 0 && right < -1
        ? 1 : right <= 0 && right > -5 ? -right : right == 1 ? 3 : 3 + digits(abs(right)))
  }

  private static func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : 3 }

  func write(to bytes: inout ByteWriter) {
    var output = bytes
    defer { bytes = output }
    guard !isAbsolute else {
      output.appendCSI()
      output.append(decimal: point.y + 1)
      if point.x > 0 {
        output.append(0x3b)
        output.append(decimal: point.x + 1)
      }
      return output.append(0x48)
    }
    for _ in 0..<down { output.append(0x0a) }
    if point.x == 0 && right < -1 {
      output.append(0x0d)
    } else if right <= 0 && right > -5 {
      for _ in 0..<(-right) { output.append(0x08) }
    } else {
      output.appendCSI()
      if abs(right) > 1 { output.append(decimal: abs(right)) }
      output.append(right > 0 ? 0x43 : 0x44)
    }
  }
}
