import CTerminal
import Canvas

/// Turns frames into the bytes that update a terminal.
protocol FrameWriting: AnyObject {
  /// The bytes that make the terminal show a frame, and leave every attribute off.
  ///
  /// - Parameters:
  ///   - shown: What the terminal shows; nil: that is not known, and it has to be cleared.
  ///   - stale: Rows of which the terminal may show something else.
  ///   - cursor: Where the cursor has to be afterwards; nil: it is hidden, and can be anywhere.
  func bytes(
    of canvas: Canvas, since shown: Canvas?, stale: Set<Int>, cursor: Point?
  ) -> [UInt8]
  /// Others have moved the cursor. Moves it to where it is seen, or where this writer left it.
  func resume(at cursor: Point?) -> [UInt8]
  /// Sets a style, if every attribute was off before.
  func style(_ style: Style) -> [UInt8]
  /// Whether it has no room for more colours before the terminal is cleared.
  var isFull: Bool { get }
  /// The terminal has another size, and it is not known what it shows.
  func resize(_ size: Size)
}

/// Writes frames for terminals with the sequences of ISO 6429 and xterm, as nearly all have them.
///
/// Only cells that differ are sent: all text of one rendition after the other, along a short path,
/// since a change of colours costs more bytes than a move.
final class FrameWriter: FrameWriting {
  /// Text at one place in one rendition.
  private struct Span {
    let start: Point
    var width: Int
    var rendition: Rendition
    /// In `text`.
    var bytes: Range<Int>
    var isBlank: Bool
    /// Where the cursor is afterwards; nil if terminals do not agree on it, or after the last column.
    var end: Point?
    /// An erasure leaves the cursor where it is.
    var isErasure = false
  }

  /// What terminals with the same sequences do not have in common.
  struct Abilities {
    /// Clears the screen, and moves the cursor to its upper left corner.
    var clear = TerminalModes.capability("clear")
    /// Whether cells can be erased (ECH).
    var erases = TerminalModes.capability("ech") == Array("\u{1b}[%p1%dX".utf8)
    /// Whether erased cells get the background that is set.
    var erasesInColour = TerminalModes.flag("bce")
  }

  private let abilities: Abilities
  private let renditionOf: (Style) -> Rendition
  /// Fewer blanks than this are written.
  private static let shortestErasure = 8

  private var spans: [Span] = []
  private var text: [UInt8] = []
  private var output: [UInt8] = []
  /// Where the cursor is; nil if it is not known.
  private var place: Point? = Point(0, 0)
  private var current = Rendition()
  private var lastStyle = Style.plain
  private var lastRendition = Rendition()

  /// - Parameter rendition: What the terminal shows for a style.
  init(_ abilities: Abilities = Abilities(), rendition: @escaping (Style) -> Rendition) {
    self.abilities = abilities
    renditionOf = rendition
  }

  /// Whether this terminal has these sequences. It wraps a line only when the next one is begun.
  static var fits: Bool {
    let reset = TerminalModes.capability("sgr0").filter { $0 != 0x0f }
    return ["\u{1b}[m", "\u{1b}[0m", "\u{1b}(B\u{1b}[m", "\u{1b}[m\u{1b}(B"].contains {
      reset == Array($0.utf8)
    }
      && [
        ("op", "\u{1b}[39;49m"), ("bold", "\u{1b}[1m"), ("cup", "\u{1b}[%i%p1%d;%p2%dH"),
      ].allSatisfy { TerminalModes.capability($0) == Array($1.utf8) }
      && (TerminalModes.flag("xenl") || !TerminalModes.flag("am")) && hasUsualColours
  }

  /// Whether `setaf` has the numbers of SGR, or the terminal has no colours.
  private static var hasUsualColours: Bool {
    [Int32(1), 9].prefix(ct_colours() > 8 ? 2 : 1).allSatisfy { number in
      let sequence = TerminalModes.bytes { ct_set_style(0, number, -1, $0, $1) }
      return ["", "\u{1b}[\(number < 8 ? 30 + number : 82 + number)m", "\u{1b}[38;5;\(number)m"]
        .contains { sequence == Array($0.utf8) }
    }
  }

  func bytes(
    of canvas: Canvas, since shown: Canvas?, stale: Set<Int>, cursor: Point?
  ) -> [UInt8] {
    // The texts of a frame are not kept.
    defer { (spans, text, output) = ([], [], []) }
    var old = shown
    if shown == nil {
      output += abilities.clear
      place = Point(0, 0)
      old = Canvas(canvas.size)
    }
    canvas.forEachChange(since: old, all: stale) { point, cells in add(cells, at: point, canvas) }
    write(grouped())
    current.write(changeTo: Rendition(), into: &output)
    current = Rendition()
    if let cursor {
      CursorPath(from: place, to: cursor).write(to: &output)
      place = cursor
    }
    return output
  }

  func resume(at cursor: Point?) -> [UInt8] {
    place = cursor
    var bytes: [UInt8] = []
    if let cursor { CursorPath(from: nil, to: cursor).write(to: &bytes) }
    return bytes
  }

  func style(_ style: Style) -> [UInt8] {
    var bytes: [UInt8] = []
    Rendition().write(changeTo: renditionOf(style), into: &bytes)
    return bytes
  }

  var isFull: Bool { false }

  func resize(_: Size) {}

  // MARK: Collecting

  private func add(_ cells: UnsafeBufferPointer<Cell>, at start: Point, _ canvas: Canvas) {
    // The span that the next cell may belong to.
    var open = bridged(to: start, canvas)
    var index = 0
    while index < cells.count {
      let cell = cells[index]
      let point = Point(start.x + index, start.y)
      let blanks = cell.isBlank ? blanks(cells, from: index) : 0
      if blanks >= Self.shortestErasure, let erasure = erasure(blanks, cell.style, at: point) {
        if let open { spans.append(open) }
        open = nil
        spans.append(erasure)
        index += blanks
        continue
      }
      // The second half of a wide character is part of the first cell.
      if cell.width > 0 || index == 0 { add(cell, at: point, canvas.size.width, to: &open) }
      index += 1
    }
    if let open { spans.append(open) }
  }

  /// How many blanks in the same style begin here.
  private func blanks(_ cells: UnsafeBufferPointer<Cell>, from index: Int) -> Int {
    var end = index + 1
    while end < cells.count, cells[end].isBlank, cells[end].style == cells[index].style { end += 1 }
    return end - index
  }

  /// Erases cells; nil if they have to be written.
  private func erasure(_ count: Int, _ style: Style, at point: Point) -> Span? {
    let rendition = rendition(style)
    guard abilities.erases, rendition.hidesBlanks,
      abilities.erasesInColour || rendition.background == 0
    else { return nil }
    let start = text.count
    text += [0x1b, 0x5b]
    text.append(decimal: count)
    text.append(0x58)
    return Span(
      start: point, width: count, rendition: rendition, bytes: start..<text.count, isBlank: true,
      end: point, isErasure: true)
  }

  /// The span before these cells, with up to three cells between that have not changed, if that is shorter
  /// than a move over them. It is taken out of `spans`.
  private func bridged(to start: Point, _ canvas: Canvas) -> Span? {
    guard let last = spans.last, let end = last.end, end.y == start.y, !last.isErasure else {
      return nil
    }
    let gap = start.x - end.x
    guard (1...3).contains(gap) else { return nil }
    var rendition = last.rendition
    var length = 0
    for x in end.x...start.x {
      let cell = canvas[x, start.y]
      guard
        cell.width == 1, cell.marks.0 == 0,
        let joined = joined(rendition, last.isBlank && x == end.x, self.rendition(cell.style), cell)
      else { return nil }
      rendition = joined
      if x < start.x { length += cell.scalar < 0x80 ? 1 : 3 }
    }
    // The text of a span is in one piece.
    guard length <= (gap == 1 ? 2 : 3), last.bytes.upperBound == text.count else { return nil }
    var open = spans.popLast()
    for x in end.x..<start.x {
      add(canvas[x, start.y], at: Point(x, start.y), canvas.size.width, to: &open)
    }
    return open
  }

  /// Adds a cell to the span before it, if it belongs to it.
  private func add(_ cell: Cell, at point: Point, _ columns: Int, to open: inout Span?) {
    let rendition = rendition(cell.style)
    let isBlank = cell.isBlank
    let width = max(1, Int(cell.width))
    let isPlaceKnown = width == 1 && cell.marks.0 == 0 && point.x + 1 < columns
    let end = isPlaceKnown ? Point(point.x + 1, point.y) : nil
    let start = text.count
    text.append(scalar: max(0x20, cell.scalar))
    if cell.marks.0 != 0 { text.append(scalar: cell.marks.0) }
    if cell.marks.1 != 0 { text.append(scalar: cell.marks.1) }
    if let last = open {
      if let joined = joined(last.rendition, last.isBlank, rendition, cell) {
        open = Span(
          start: last.start, width: last.width + width, rendition: joined,
          bytes: last.bytes.lowerBound..<text.count, isBlank: last.isBlank && isBlank,
          end: last.end == nil ? nil : end)
        return
      }
      spans.append(last)
    }
    open = Span(
      start: point, width: width, rendition: rendition, bytes: start..<text.count,
      isBlank: isBlank, end: end)
  }

  /// The rendition in which a span and the cell after it can be drawn together; nil: there is none. Of
  /// blanks only the background is visible.
  private func joined(
    _ rendition: Rendition, _ isBlank: Bool, _ next: Rendition, _ cell: Cell
  ) -> Rendition? {
    if rendition == next { return rendition }
    guard rendition.background == next.background, rendition.hidesBlanks, next.hidesBlanks else {
      return nil
    }
    return cell.isBlank ? rendition : isBlank ? next : nil
  }

  private func rendition(_ style: Style) -> Rendition {
    // Neighbouring cells mostly have the same style.
    if style != lastStyle { (lastStyle, lastRendition) = (style, renditionOf(style)) }
    return lastRendition
  }

  // MARK: Writing

  private typealias Group = (rendition: Rendition, spans: [Span])

  /// The spans by rendition. Blanks are drawn with any text that has their background.
  private func grouped() -> [Group] {
    var groups: [Group] = []
    func isFree(_ span: Span) -> Bool { span.isBlank && span.rendition.hidesBlanks }
    for span in spans where !isFree(span) {
      if let index = groups.firstIndex(where: { $0.rendition == span.rendition }) {
        groups[index].spans.append(span)
      } else {
        groups.append((span.rendition, [span]))
      }
    }
    for span in spans where isFree(span) {
      if let index = groups.firstIndex(where: {
        $0.rendition.background == span.rendition.background && $0.rendition.hidesBlanks
      }) {
        groups[index].spans.append(span)
      } else {
        groups.append((span.rendition, [span]))
      }
    }
    return groups
  }

  /// Writes the group that is reached with the fewest bytes, until all are written.
  private func write(_ groups: [Group]) {
    var groups = groups
    while let next = groups.indices.min(by: {
      current.cost(to: groups[$0].rendition) < current.cost(to: groups[$1].rendition)
    }) {
      let group = groups.remove(at: next)
      var rest = group.spans.sorted { ($0.start.y, $0.start.x) < ($1.start.y, $1.start.x) }[...]
      while let (index, path) = nearest(rest) {
        let span = rest[index]
        rest[index] = rest[rest.startIndex]
        rest.removeFirst()
        path.write(to: &output)
        current.write(changeTo: group.rendition, into: &output)
        current = group.rendition
        output.append(contentsOf: text[span.bytes])
        place = span.end
      }
    }
  }

  /// The nearest one of the next few: the time must not grow with the square of their number.
  private func nearest(_ spans: ArraySlice<Span>) -> (index: Int, path: CursorPath)? {
    guard let first = spans.first else { return nil }
    var best = (index: spans.startIndex, path: CursorPath(from: place, to: first.start))
    for index in spans.indices.prefix(16).dropFirst() where best.path.length > 1 {
      let path = CursorPath(from: place, to: spans[index].start)
      if path.length < best.path.length { best = (index, path) }
    }
    return best
  }
}
