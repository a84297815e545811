import Canvas
import TextLayout

/// The cells of a frame that differ from the frame before it.
struct ChangedCells {
  private(set) var size = Size(0, 0)
  private var cells: [Bool] = []

  mutating func reset(_ size: Size) {
    self.size = size
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(false, count: size.width * size.height))
  }

  mutating func insert(_ columns: Range<Int>, row: Int) {
    guard row >= 0, row < size.height else { return }
    for x in columns.clamped(to: 0..<size.width) { cells[row * size.width + x] = true }
  }

  func contains(_ point: Point) -> Bool { cells[point.y * size.width + point.x] }

  func isEmpty(row: Int) -> Bool {
    guard row >= 0, row < size.height else { return true }
    return !cells[row * size.width..<(row + 1) * size.width].contains(true)
  }
}

extension SGROptimizer {
  /// Text at one place in one rendition.
  private struct Span {
    let start: Point
    var width = 0
    var rendition: Rendition
    /// In `DrawnText.bytes`.
    var bytes: Range<Int>
    var isBlank: Bool
    var isChanged: Bool
    /// The cursor stays where it is.
    var isErasure = false
    /// nil if terminals do not agree on it, or after the last column.
    var end: Point?
  }

  /// What a frame draws.
  private struct DrawnText {
    var spans: [Span] = []
    var bytes: [UInt8] = []
    /// nil if it is not known.
    var cursor: Point?
  }

  /// Shortens a frame.
  ///
  /// - Parameter start: Where the cursor is; nil if it is not known.
  mutating func shorten(
    _ frame: UnsafeRawBufferPointer, from start: Point?, _ changes: ChangedCells
  ) -> [UInt8] {
    if let start, let drawn = read(frame, from: start, changes) { return reorder(drawn, start) }
    return optimize(frame)
  }

  /// What the frame draws, if it consists of text, its colours, moves of the cursor and erased cells only.
  private mutating func read(
    _ frame: UnsafeRawBufferPointer, from start: Point, _ changes: ChangedCells
  ) -> DrawnText? {
    wanted = Rendition()
    var drawn = DrawnText(cursor: start)
    drawn.bytes.reserveCapacity(frame.count)
    var index = 0
    while index < frame.count {
      switch frame[index] {
      case 0x1b:
        let end = Self.end(of: frame, from: index)
        let sequence = UnsafeRawBufferPointer(rebasing: frame[index..<end])
        guard apply(sequence, to: &drawn, changes.size) else { return nil }
        index = end
      case 0x0f: index += 1
      case 0x20...:
        let length = Self.length(frame[index])
        guard index + length <= frame.count,
          add(UnsafeRawBufferPointer(rebasing: frame[index..<index + length]), to: &drawn, changes)
        else { return nil }
        index += length
      case let control:
        guard let point = drawn.cursor else { return nil }
        switch control {
        case 0x0d: drawn.cursor = Point(0, point.y)
        case 0x0a where point.y + 1 < changes.size.height: drawn.cursor?.y += 1
        case 0x08 where point.x > 0: drawn.cursor?.x -= 1
        default: return nil
        }
        index += 1
      }
    }
    return drawn
  }

  /// The bytes of a scalar in UTF-8.
  private static func length(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  }

  /// A sequence; false if it is none of those that `read` knows.
  private mutating func apply(
    _ bytes: UnsafeRawBufferPointer, to drawn: inout DrawnText, _ size: Size
  ) -> Bool {
    if bytes.count == 3, bytes[1] == 0x28, bytes[2] == 0x42 { return true }
    guard bytes.count >= 3, bytes[1] == 0x5b, let final = bytes.last else { return false }
    if final == 0x6d { return apply(bytes[2..<bytes.count - 1]) }
    var numbers: [Int] = [0]
    for byte in bytes[2..<bytes.count - 1] {
      switch byte {
      case 0x30...0x39 where numbers[numbers.count - 1] < 10_000:
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      case 0x3b: numbers.append(0)
      default: return false
      }
    }
    let first = max(1, numbers[0])
    if final == 0x48 {
      drawn.cursor = Point(numbers.count > 1 ? max(1, numbers[1]) - 1 : 0, first - 1)
    } else {
      guard var point = drawn.cursor else { return false }
      switch final {
      case 0x41: point.y -= first
      case 0x42: point.y += first
      case 0x43: point.x += first
      case 0x44: point.x -= first
      case 0x47: point.x = first - 1
      case 0x64: point.y = first - 1
      case 0x4b where numbers[0] != 0: return false
      case 0x4b, 0x58:
        let start = drawn.bytes.count
        drawn.bytes.append(contentsOf: bytes)
        drawn.spans.append(
          Span(
            start: point, rendition: wanted, bytes: start..<drawn.bytes.count, isBlank: true,
            isChanged: true, isErasure: true, end: point))
      default: return false
      }
      drawn.cursor = point
    }
    return drawn.cursor.map { $0.x >= 0 && $0.y >= 0 && $0.x < size.width && $0.y < size.height }
      ?? false
  }

  /// Adds a character to the span before it, if it belongs to it; false if its place is not known.
  private func add(
    _ character: UnsafeRawBufferPointer, to drawn: inout DrawnText, _ changes: ChangedCells
  ) -> Bool {
    guard let point = drawn.cursor, let scalar = Self.scalar(character) else { return false }
    let isBlank = scalar == " "
    let width = Text.width(of: scalar)
    let next = Point(point.x + width, point.y)
    // ncurses addresses the cursor after the last column.
    drawn.cursor = next.x < changes.size.width ? next : nil
    let isChanged = changes.contains(point)
    let start = drawn.bytes.count
    drawn.bytes.append(contentsOf: character)
    if let last = drawn.spans.last, !last.isErasure,
      last.start.y == point.y, last.start.x + last.width == point.x, last.bytes.upperBound == start,
      let rendition = Self.joined(last, wanted, isBlank)
    {
      let index = drawn.spans.count - 1
      drawn.spans[index].rendition = rendition
      drawn.spans[index].width += width
      drawn.spans[index].bytes = last.bytes.lowerBound..<drawn.bytes.count
      drawn.spans[index].isBlank = last.isBlank && isBlank
      drawn.spans[index].isChanged = last.isChanged || isChanged
      drawn.spans[index].end = width == 1 && last.end != nil ? drawn.cursor : nil
    } else {
      guard width > 0 else { return false }
      drawn.spans.append(
        Span(
          start: point, width: width, rendition: wanted, bytes: start..<drawn.bytes.count,
          isBlank: isBlank, isChanged: isChanged, end: width == 1 ? drawn.cursor : nil))
    }
    return true
  }

  private static func scalar(_ bytes: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    if bytes.count == 1 { return Unicode.Scalar(bytes[0]) }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }

  /// The rendition in which a span and the character after it can be drawn together; nil if there is none.
  /// Of blanks only the background is visible.
  private static func joined(_ span: Span, _ rendition: Rendition, _ isBlank: Bool) -> Rendition? {
    if span.rendition == rendition { return rendition }
    guard span.rendition.background == rendition.background,
      (span.rendition.attributes | rendition.attributes) & Rendition.onBlanks == 0
    else { return nil }
    return isBlank ? span.rendition : span.isBlank ? rendition : nil
  }

  /// Draws all spans of one rendition, then those of the one that is reached with the fewest bytes.
  private mutating func reorder(_ drawn: DrawnText, _ start: Point) -> [UInt8] {
    defer { output = [] }
    (current, wanted) = (Rendition(), Rendition())
    var place: Point? = start
    var groups: [(rendition: Rendition, spans: [Span])] = []
    var numbers: [Rendition: Int] = [:]
    func add(_ span: Span, _ rendition: Rendition) {
      if let number = numbers[rendition] { return groups[number].spans.append(span) }
      numbers[rendition] = groups.count
      groups.append((rendition, [span]))
    }
    // Blanks can be drawn with any text that has their background.
    func isFree(_ span: Span) -> Bool {
      span.isBlank && span.rendition.attributes & Rendition.onBlanks == 0
    }
    let spans = drawn.spans.filter(\.isChanged)
    for span in spans where !isFree(span) { add(span, span.rendition) }
    for span in spans where isFree(span) {
      let match = groups.first {
        $0.rendition.background == span.rendition.background
          && $0.rendition.attributes & Rendition.onBlanks == 0
      }
      add(span, match?.rendition ?? span.rendition)
    }
    while let next = groups.indices.min(by: {
      cost(groups[$0].rendition) < cost(groups[$1].rendition)
    }) {
      let group = groups.remove(at: next)
      wanted = group.rendition
      var rest = group.spans.sorted { ($0.start.y, $0.start.x) < ($1.start.y, $1.start.x) }[...]
      // The nearest one of the next few: the time must not grow with the square of their number.
      while let nearest = rest.indices.prefix(16).min(by: {
        Path(from: place, to: rest[$0].start).length < Path(from: place, to: rest[$1].start).length
      }) {
        let span = rest[nearest]
        rest[nearest] = rest[rest.startIndex]
        rest.removeFirst()
        Path(from: place, to: span.start).write(to: &output)
        flushRendition()
        output.append(contentsOf: drawn.bytes[span.bytes])
        place = span.end
      }
    }
    wanted = Rendition()
    flushRendition()
    if let cursor = drawn.cursor { Path(from: place, to: cursor).write(to: &output) }
    return output
  }

  /// About the bytes that a change to this rendition needs.
  private func cost(_ rendition: Rendition) -> Int {
    func length(_ colour: UInt32) -> Int { colour >> 24 == 2 ? 16 : colour >> 24 == 1 ? 9 : 3 }
    return (rendition.foreground == current.foreground ? 0 : length(rendition.foreground))
      + (rendition.background == current.background ? 0 : length(rendition.background))
      + 3 * (rendition.attributes ^ current.attributes).nonzeroBitCount
  }
}

/// The shortest of the ways to move the cursor that every terminal of ISO 6429 knows.
private struct Path {
  private enum Way { case none, absolute, relative, fromMargin }

  private let way: Way
  private let down: Int
  /// Columns to the right.
  private let across: Int
  private let point: Point
  /// In bytes.
  let length: Int

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
    if place == point {
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
      output += "\u{1b}[\(point.y + 1)\(point.x == 0 ? "" : ";\(point.x + 1)")H".utf8
      return
    case .relative, .fromMargin:
      output += repeatElement(0x0a, count: down)
      if way == .fromMargin { output.append(0x0d) }
      if across <= 0 && across > -5 {
        output += repeatElement(0x08, count: -across)
      } else {
        let count = abs(across) == 1 ? "" : "\(abs(across))"
        output += "\u{1b}[\(count)\(across > 0 ? "C" : "D")".utf8
      }
    }
  }
}
