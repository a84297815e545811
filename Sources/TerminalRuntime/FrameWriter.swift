import CHarden
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
/// Only cells that differ are sent: all text of one style after the other, along a short path, since
/// a change of colours costs more bytes than a move.
final class FrameWriter: FrameWriting {
  /// Cells of one row in one style, from `start` up to `end`. Their text stays in the canvas.
  private struct Span {
    let start: Point
    /// The column after it.
    var end: Int
    var style: Style
    var isBlank: Bool
    /// Whether the cursor is at `end` afterwards: terminals do not agree on it after some characters
    /// and after the last column.
    var isPlaceKnown: Bool
    /// An erasure leaves the cursor where it is.
    var isErasure = false
    var group = 0

    /// Whether it can be drawn in any style with its background.
    var isFree: Bool { isBlank && style.hidesBlanks }
  }

  /// The spans of one style.
  private struct Group {
    let style: Style
    /// In the list of indices of all spans.
    var start = 0
    var end = 0
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
  private let styleOf: (Style) -> Style
  /// Fewer blanks than this are written.
  private static let shortestErasure = 8

  private var spans: [Span] = []
  private var output: [UInt8] = []
  /// Where the cursor is; nil if it is not known.
  private var place: Point? = Point(0, 0)
  private var current = Style.plain
  /// What was asked for last of the styles with the same hash.
  private var known: [(asked: Style, style: Style)]

  /// - Parameter style: What the terminal has for a style.
  init(_ abilities: Abilities = Abilities(), style: @escaping (Style) -> Style) {
    self.abilities = abilities
    styleOf = style
    known = Array(repeating: (.plain, style(.plain)), count: 1 << Self.hashBits)
  }

  /// Whether this terminal has these sequences. It wraps a line only when the next one is begun.
  static var fits: Bool {
    let reset = TerminalModes.capability("sgr0").filter { $0 != 0x0f }
    return ["\u{1b}[m", "\u{1b}[0m", "\u{1b}(B\u{1b}[m", "\u{1b}[m\u{1b}(B"].contains {
      reset == Array($0.utf8)
    }
      && [
        ("op", "\u{1b}[39;49m"), ("bold", "\u{1b}[1m"),
      ].allSatisfy { TerminalModes.capability($0) == Array($1.utf8) }
      && TerminalModes.movesAsUsual
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
    defer {
      // The texts of a frame are not kept.
      output.withUnsafeMutableBytes { text in
        if let start = text.baseAddress { harden_wipe(start, text.count) }
      }
      output.removeAll(keepingCapacity: true)
      spans.removeAll(keepingCapacity: true)
    }
    var old = shown
    if shown == nil {
      output += abilities.clear
      place = Point(0, 0)
      old = Canvas(canvas.size)
    }
    canvas.forEachChange(since: old, all: stale) { point, cells in add(cells, at: point, canvas) }
    canvas.cells.withUnsafeBufferPointer { writeSpans(of: $0, canvas.size.width) }
    current.write(changeTo: .plain, into: &output)
    current = .plain
    if let cursor {
      CursorPath(from: place, to: cursor).write(to: &output)
      place = cursor
    }
    // It has no more room than it needs, since freed memory is overwritten.
    return output.withUnsafeBufferPointer { Array($0) }
  }

  func resume(at cursor: Point?) -> [UInt8] {
    place = cursor
    var bytes: [UInt8] = []
    if let cursor { CursorPath(from: nil, to: cursor).write(to: &bytes) }
    return bytes
  }

  func style(_ style: Style) -> [UInt8] {
    var bytes: [UInt8] = []
    Style.plain.write(changeTo: styleOf(style), into: &bytes)
    return bytes
  }

  var isFull: Bool { false }

  func resize(_: Size) {}

  // MARK: Collecting

  private func add(_ cells: UnsafeBufferPointer<Cell>, at start: Point, _ canvas: Canvas) {
    // The span that the next cell may belong to.
    var open = bridged(to: start, canvas)
    var index = 0
    // Up to here, blanks are written.
    var written = 0
    while index < cells.count {
      let cell = cells[index]
      if cell.isBlank, index >= written {
        let count = blanks(cells, from: index)
        if let erasure = erasure(count, cell, start.x + index, start.y) {
          if let open { spans.append(open) }
          open = nil
          spans.append(erasure)
          index += count
          continue
        }
        written = index + count
      }
      // The second half of a wide character is part of the first cell.
      if cell.width > 0 || index == 0 {
        add(cell, start.x + index, start.y, canvas.size.width, to: &open)
      }
      index += 1
    }
    if let open { spans.append(open) }
  }

  /// How many blanks in the same style begin here.
  private func blanks(_ cells: UnsafeBufferPointer<Cell>, from index: Int) -> Int {
    var end = index + 1
    while end < cells.count, cells[end].isBlank, cells[end].look == cells[index].look { end += 1 }
    return end - index
  }

  /// Erases cells; nil if they have to be written.
  private func erasure(_ count: Int, _ cell: Cell, _ x: Int, _ y: Int) -> Span? {
    guard count >= Self.shortestErasure, abilities.erases else { return nil }
    let style = style(of: cell)
    guard style.hidesBlanks, abilities.erasesInColour || style.background == .default else {
      return nil
    }
    return Span(
      start: Point(x, y), end: x + count, style: style, isBlank: true,
      isPlaceKnown: true, isErasure: true)
  }

  /// The span before these cells, with up to three cells between that have not changed, if that is shorter
  /// than a move over them. It is taken out of `spans`.
  private func bridged(to start: Point, _ canvas: Canvas) -> Span? {
    guard var span = spans.last, span.start.y == start.y, span.isPlaceKnown, !span.isErasure else {
      return nil
    }
    let (first, gap) = (span.end, start.x - span.end)
    guard (1...3).contains(gap) else { return nil }
    var length = 0
    var areBlank = true
    for x in first...start.x {
      let cell = canvas[x, start.y]
      guard cell.width == 1, !cell.isMarked,
        let joined = joined(span.style, span.isBlank && x == first, style(of: cell), cell)
      else { return nil }
      if x == start.x { break }
      length += cell.text < 0x80 ? 1 : 3
      span.end = x + 1
      span.style = joined
      if !cell.isBlank { areBlank = false }
    }
    guard length <= (gap == 1 ? 2 : 3) else { return nil }
    span.isBlank = span.isBlank && areBlank
    spans.removeLast()
    return span
  }

  /// Adds a cell to the span before it, if it belongs to it.
  private func add(_ cell: Cell, _ x: Int, _ y: Int, _ columns: Int, to open: inout Span?) {
    let style = style(of: cell)
    let isPlaceKnown = cell.width < 2 && !cell.isMarked && x + 1 < columns
    if let last = open {
      if let joined = joined(last.style, last.isBlank, style, cell) {
        open?.end = x + 1
        open?.style = joined
        open?.isBlank = last.isBlank && cell.isBlank
        open?.isPlaceKnown = last.isPlaceKnown && isPlaceKnown
        return
      }
      spans.append(last)
    }
    open = Span(
      start: Point(x, y), end: x + 1, style: style, isBlank: cell.isBlank,
      isPlaceKnown: isPlaceKnown)
  }

  /// The style in which a span and the cell after it can be drawn together; nil: there is none. Of
  /// blanks only the background is visible.
  private func joined(_ style: Style, _ isBlank: Bool, _ next: Style, _ cell: Cell) -> Style? {
    if style == next { return style }
    guard style.background == next.background, style.hidesBlanks, next.hidesBlanks else {
      return nil
    }
    return cell.isBlank ? style : isBlank ? next : nil
  }

  private static let hashBits = 6

  private func style(of cell: Cell) -> Style {
    let asked = cell.style
    let index = Int((asked.bits &* 0x9e37_79b9_7f4a_7c15) >> (64 - Self.hashBits))
    if known[index].asked != asked { known[index] = (asked, styleOf(asked)) }
    return known[index].style
  }

  // MARK: Writing

  /// Writes the group that is reached with the fewest bytes, until all are written.
  private func writeSpans(of cells: UnsafeBufferPointer<Cell>, _ width: Int) {
    var (groups, members) = grouped()
    while let next = groups.indices.min(by: {
      current.cost(to: groups[$0].style) < current.cost(to: groups[$1].style)
    }) {
      let group = groups.remove(at: next)
      for first in group.start..<group.end {
        let (index, path) = nearest(members[first..<min(group.end, first + 16)])
        let span = spans[members[index]]
        members[index] = members[first]
        path.write(to: &output)
        current.write(changeTo: group.style, into: &output)
        current = group.style
        write(
          span,
          UnsafeBufferPointer(rebasing: cells[span.start.y * width..<(span.start.y + 1) * width]))
      }
    }
  }

  /// The spans by style, as indices in their order. Blanks are drawn with any text that has their
  /// background.
  private func grouped() -> (groups: [Group], members: [Int]) {
    var groups: [Group] = []
    for drawsFree in [false, true] {
      for index in spans.indices {
        let (style, isFree) = (spans[index].style, spans[index].isFree)
        guard isFree == drawsFree else { continue }
        let group = groups.firstIndex {
          isFree
            ? $0.style.background == style.background && $0.style.hidesBlanks : $0.style == style
        }
        if group == nil { groups.append(Group(style: style)) }
        spans[index].group = group ?? groups.count - 1
        // Their number, at first.
        groups[spans[index].group].end += 1
      }
    }
    var start = 0
    for index in groups.indices {
      let count = groups[index].end
      (groups[index].start, groups[index].end) = (start, start)
      start += count
    }
    var members = Array(repeating: 0, count: spans.count)
    for index in spans.indices {
      members[groups[spans[index].group].end] = index
      groups[spans[index].group].end += 1
    }
    return (groups, members)
  }

  /// The nearest one of the next few: the time must not grow with the square of their number.
  private func nearest(_ members: ArraySlice<Int>) -> (index: Int, path: CursorPath) {
    var best = (
      index: members.startIndex,
      path: CursorPath(from: place, to: spans[members[members.startIndex]].start)
    )
    for index in members.indices.dropFirst() {
      if best.path.length <= 1 { break }
      let start = spans[members[index]].start
      // A move takes a byte for each row down, or at least four.
      if let place, best.path.length <= min(4, start.y - place.y) { continue }
      let path = CursorPath(from: place, to: start)
      if path.length < best.path.length { best = (index, path) }
    }
    return best
  }

  private func write(_ span: Span, _ row: UnsafeBufferPointer<Cell>) {
    if span.isErasure {
      output.append(0x1b)
      output.append(0x5b)
      output.append(decimal: span.end - span.start.x)
      output.append(0x58)
      place = span.start
      return
    }
    for x in span.start.x..<span.end {
      let cell = row[x]
      guard cell.width > 0 || x == span.start.x else { continue }
      if cell.text >= 0x20, cell.text < 0x80 {
        output.append(UInt8(truncatingIfNeeded: cell.text))
        continue
      }
      output.append(scalar: max(0x20, cell.scalar))
      guard cell.isMarked else { continue }
      output.append(scalar: cell.marks.0)
      if cell.marks.1 != 0 { output.append(scalar: cell.marks.1) }
    }
    place = span.isPlaceKnown ? Point(span.end, span.start.y) : nil
  }
}
