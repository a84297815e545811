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
    let isErasure: Bool
    var group = -1
    /// The index of the next one of its group; -1: there is none.
    var next = -1

    /// Whether it can be drawn in any style with its background.
    var isFree: Bool { isBlank && style.hidesBlanks }

    /// Adds the cells after it, if there is a style in which both can be drawn. Of blanks only the
    /// background is visible.
    mutating func extend(to end: Int, _ style: Style, isBlank: Bool) -> Bool {
      if style.bits != self.style.bits {
        guard isBlank || self.isBlank, style.isSame(onBlanks: self.style) else { return false }
        if !isBlank { self.style = style }
      }
      self.end = end
      self.isBlank = self.isBlank && isBlank
      return true
    }
  }

  /// The spans of one style.
  private struct Group {
    let style: Style
    /// The index of its first span.
    var first = -1
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
    if shown == nil { place = Point(0, 0) }
    canvas.forEachRun(
      since: shown ?? Canvas(canvas.size), all: stale, blanks: Self.shortestErasure
    ) { add($0, canvas) }
    let groups = spans.withUnsafeMutableBufferPointer { grouped($0) }
    // A move takes at most 12 bytes, a style 64, and a cell 4, or 12 with marks.
    let limit = spans.reduce(abilities.clear.count + 64 * groups.count + 128) {
      $0 + 12 + ($1.end - $1.start.x) * ($1.isPlaceKnown ? 4 : 12)
    }
    if output.count < limit { output = Array(repeating: 0, count: limit) }
    let bytes = output.withUnsafeMutableBytes { room in
      var bytes = ByteWriter(room)
      if shown == nil { bytes.bytes(abilities.clear) }
      spans.withUnsafeMutableBufferPointer { write(groups, $0, canvas, to: &bytes) }
      current.write(changeTo: .plain, to: &bytes)
      current = .plain
      if let cursor {
        CursorPath(from: place, to: cursor).write(to: &bytes)
        place = cursor
      }
      // The texts of a frame are not kept.
      defer { if let start = room.baseAddress { harden_wipe(start, bytes.count) } }
      // It has no more room than it needs, since freed memory is overwritten.
      return Array(room[..<bytes.count])
    }
    spans.removeAll(keepingCapacity: true)
    return bytes
  }

  func resume(at cursor: Point?) -> [UInt8] {
    place = cursor
    guard let cursor else { return [] }
    return ByteWriter.bytes(12) { CursorPath(from: nil, to: cursor).write(to: &$0) }
  }

  func style(_ style: Style) -> [UInt8] {
    ByteWriter.bytes(64) { Style.plain.write(changeTo: styleOf(style), to: &$0) }
  }

  var isFull: Bool { false }

  func resize(_: Size) {}

  // MARK: Collecting

  private func add(_ run: CellRun, _ canvas: Canvas) {
    let style = terminalStyle(run.style)
    let isErasure =
      run.isBlank && run.end - run.start.x >= Self.shortestErasure && abilities.erases
      && style.hidesBlanks && (abilities.erasesInColour || style.background == .default)
    let isPlaceKnown = isErasure || run.isSimple && run.end < canvas.size.width
    if !isErasure, joins(run, style, isPlaceKnown, canvas) { return }
    spans.append(
      Span(
        start: run.start, end: run.end, style: style, isBlank: run.isBlank,
        isPlaceKnown: isPlaceKnown, isErasure: isErasure))
  }

  /// Adds the run to the last span, if both can be drawn together. Up to three cells between them that
  /// have not changed are drawn again, if that is shorter than a move over them.
  private func joins(
    _ run: CellRun, _ style: Style, _ isPlaceKnown: Bool, _ canvas: Canvas
  ) -> Bool {
    let last = spans.count - 1
    guard last >= 0, spans[last].start.y == run.start.y, !spans[last].isErasure else {
      return false
    }
    let gap = run.start.x - spans[last].end
    guard gap <= 3 else { return false }
    var span = spans[last]
    if gap > 0 {
      guard span.isPlaceKnown else { return false }
      var length = 0
      for x in span.end..<run.start.x {
        let cell = canvas[x, run.start.y]
        guard cell.width == 1, cell.marks.0 == 0,
          span.extend(to: x + 1, terminalStyle(cell.style), isBlank: cell.isBlank)
        else { return false }
        length += cell.text < 0x80 ? 1 : 3
      }
      guard length <= (gap == 1 ? 2 : 3) else { return false }
    }
    guard span.extend(to: run.end, style, isBlank: run.isBlank) else { return false }
    span.isPlaceKnown = span.isPlaceKnown && isPlaceKnown
    spans[last] = span
    return true
  }

  private static let hashBits = 10

  private func terminalStyle(_ style: Style) -> Style {
    let index = Int((style.bits &* 0x9e37_79b9_7f4a_7c15) >> (64 - Self.hashBits))
    if known[index].asked.bits != style.bits { known[index] = (style, styleOf(style)) }
    return known[index].style
  }

  /// The spans by style. Blanks are drawn with any text that has their background.
  private func grouped(_ spans: UnsafeMutableBufferPointer<Span>) -> [Group] {
    var groups: [Group] = []
    groups.reserveCapacity(32)
    for index in spans.indices where !spans[index].isFree {
      let style = spans[index].style
      let group = groups.firstIndex { $0.style.bits == style.bits }
      if group == nil { groups.append(Group(style: style)) }
      spans[index].group = group ?? groups.count - 1
    }
    // From the last to the first, so that those of a group are linked in their order.
    for index in spans.indices.reversed() {
      var group = spans[index].group
      if group < 0 {
        let style = spans[index].style
        group = groups.firstIndex { $0.style.isSame(onBlanks: style) } ?? groups.count
        if group == groups.count { groups.append(Group(style: style)) }
      }
      spans[index].next = groups[group].first
      groups[group].first = index
    }
    return groups
  }

  // MARK: Writing

  /// Writes the group that is reached with the fewest bytes, until all are written.
  private func write(
    _ all: [Group], _ spans: UnsafeMutableBufferPointer<Span>, _ canvas: Canvas,
    to output: inout ByteWriter
  ) {
    var groups = all
    canvas.cells.withUnsafeBufferPointer { cells in
      while !groups.isEmpty {
        var (next, least) = (0, Int.max)
        for index in groups.indices {
          let cost = current.cost(to: groups[index].style)
          if cost < least { (next, least) = (index, cost) }
        }
        var group = groups.remove(at: next)
        // One of the group above the row of the cursor; -1: there is none.
        var above = -1
        while group.first >= 0 {
          let before = nearest(spans, in: group, &above)
          let index = before < 0 ? group.first : spans[before].next
          let span = spans[index]
          if before < 0 { group.first = span.next } else { spans[before].next = span.next }
          CursorPath(from: place, to: span.start).write(to: &output)
          current.write(changeTo: group.style, to: &output)
          current = group.style
          let row = span.start.y * canvas.size.width
          write(
            span, UnsafeBufferPointer(rebasing: cells[row + span.start.x..<row + span.end]), &output
          )
        }
      }
    }
  }

  /// The first one, or the nearest one of the next few that are not above the cursor: the time must not
  /// grow with the square of their number.
  ///
  /// - Returns: The one before it; -1: it is the first one.
  private func nearest(
    _ spans: UnsafeMutableBufferPointer<Span>, in group: Group, _ above: inout Int
  ) -> Int {
    guard let place else { return -1 }
    var index = above < 0 ? group.first : spans[above].next
    while index >= 0, spans[index].start.y < place.y { (above, index) = (index, spans[index].next) }
    var (best, least) = (-1, CursorPath(from: place, to: spans[group.first].start).length)
    var (before, left) = (above, 16)
    while index >= 0, left > 0, least > 1 {
      let start = spans[index].start
      // A move takes a byte for each row down. All others are not above it.
      if least <= start.y - place.y { break }
      let length = CursorPath.relativeLength(from: place, to: start)
      if length < least { (best, least) = (before, length) }
      (before, index, left) = (index, spans[index].next, left - 1)
    }
    if best < 0 { above = -1 }
    return best
  }

  private func write(
    _ span: Span, _ cells: UnsafeBufferPointer<Cell>, _ bytes: inout ByteWriter
  ) {
    // A local copy stays in registers.
    var output = bytes
    defer { bytes = output }
    if span.isErasure {
      output.appendCSI()
      output.append(decimal: cells.count)
      output.append(0x58)
      place = span.start
      return
    }
    for (index, cell) in cells.enumerated() {
      if cell.text >= 0x20, cell.text < 0x80 {
        output.append(UInt8(truncatingIfNeeded: cell.text))
        continue
      }
      // The second half of a wide character is part of the first cell.
      guard cell.width > 0 || index == 0 else { continue }
      output.append(scalar: max(0x20, cell.scalar))
      if cell.marks.0 != 0 { output.append(scalar: cell.marks.0) }
      if cell.marks.1 != 0 { output.append(scalar: cell.marks.1) }
    }
    place = span.isPlaceKnown ? Point(span.end, span.start.y) : nil
  }
}
