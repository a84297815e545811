import CTerminal
import Canvas
import Secrets

/// The terminal's contents, and how they are updated.
///
/// Not Sendable: ncurses belongs to the loop's thread and is used only here. Digits of secrets
/// never pass through ncurses: it draws the masks, and the digits are then written over them from
/// locked memory.
final class TerminalScreen {
  private(set) var size: Size
  let modes: TerminalModes
  let output: OutputBuffer
  private var colours: ColourTable
  /// nil if the terminal's sequences are not the usual ones.
  private var optimizer: SGROptimizer?
  /// The last frame; nil if the terminal's contents are unknown.
  private var shown: Canvas?
  /// What is on the terminal from locked memory.
  private var digits: [DrawnDigits] = []
  private var cursorIsVisible = false
  /// The position of the cursor according to ncurses.
  private var cursor = Point(0, 0)
  private var run: [ct_cell] = []
  private var changes = ChangedCells()
  private var lastStyle = Style.plain
  private var lastCellStyle: (attributes: UInt32, pair: Int32) = (0, 0)

  init(
    terminal name: String, size: Size, options: TerminalOptions, output: OutputBuffer
  ) throws(TerminalError) {
    let direct: Int32 = options.wantsDirectColours(name) ? 1 : 0
    switch Int(ct_open(name, direct, Int32(size.width), Int32(size.height))) {
    case CT_OPEN_OK: break
    case CT_OPEN_UNKNOWN: throw .unknownType(name)
    case CT_OPEN_TOO_SIMPLE: throw .tooSimple(name)
    default: throw .system("no memory for the screen")
    }
    self.size = size
    self.output = output
    modes = TerminalModes(terminal: name, altScreen: options.altScreen)
    colours = ColourTable(limit: options.colours)
    optimizer = SGROptimizer.fits ? SGROptimizer() : nil
    shown = Canvas(size)
  }

  deinit { ct_close() }

  var depth: ColorDepth { colours.depth }

  /// Sends the modes and clears the screen.
  ///
  /// - Parameter again: Whether it was called before.
  func enter(again: Bool) {
    if again { invalidate() }
    output.send(modes.enter)
    cursorIsVisible = false
  }

  /// To be called when the terminal was restored. It shows nothing of the program any more.
  func left() { digits = [] }

  /// The terminal's contents are unknown: the next frame is drawn completely.
  private func invalidate() {
    // The next frame begins by clearing the screen, whose contents some terminals keep.
    if !digits.isEmpty { output.send(modes.wipe) }
    ct_invalidate_all()
    shown = nil
    digits = []
  }

  func resize(_ new: Size) {
    let shrinks = new.width * new.height < size.width * size.height
    size = new
    ct_resize(Int32(new.width), Int32(new.height))
    invalidate()
    if shrinks { ct_trim_memory() }
  }

  func paint(_ canvas: Canvas) {
    let spans = canvas.secrets.filter { $0.secret.count >= $0.bytes.upperBound }
    ct_allow_moves(digits.isEmpty && spans.isEmpty ? 1 : 0)
    // Digits that have disappeared or moved are overwritten by drawing their lines again.
    changes.reset(size)
    for old in digits where !spans.contains(where: { $0.isAtPlace(of: old.span) }) {
      ct_invalidate_line(Int32(old.span.origin.y))
      changes.insert(0..<size.width, row: old.span.origin.y)
    }
    if colours.isFull {
      colours.reset()
      (lastStyle, lastCellStyle) = (.plain, (0, 0))
      invalidate()
    }
    let last = putCells(canvas)
    let start = shown == nil ? nil : cursor
    placeCursor(canvas.cursor, last)
    let update = ct_update(Int32(cursor.y), Int32(cursor.x))
    if let bytes = update.bytes, update.count > 0 {
      let frame = UnsafeRawBufferPointer(start: bytes, count: update.count)
      if let shorter = optimizer?.shorten(frame, from: start, changes) {
        output.send(shorter)
      } else {
        output.send(frame)
      }
    }
    shown = canvas
    draw(spans)
  }

  /// Puts every cell that differs from the last frame.
  ///
  /// - Returns: The end of the last one.
  private func putCells(_ canvas: Canvas) -> Point? {
    var last: Point?
    canvas.forEachChange(since: shown) { point, cells in
      guard point.y < size.height else { return }
      run.removeAll(keepingCapacity: true)
      var x = point.x
      for cell in cells.prefix(max(0, size.width - point.x)) {
        // The second half of a wide character is part of the first cell.
        if cell.width == 0 && x > point.x { continue }
        run.append(native(cell))
        x += max(1, Int(cell.width))
      }
      changes.insert(point.x..<x, row: point.y)
      run.withUnsafeBufferPointer { run in
        guard let first = run.baseAddress else { return }
        ct_put(Int32(point.y), Int32(point.x), first, Int32(run.count))
      }
      last = Point(x, point.y)
    }
    return last
  }

  private func native(_ cell: Cell) -> ct_cell {
    // Neighbouring cells mostly have the same style.
    if cell.style != lastStyle {
      lastStyle = cell.style
      lastCellStyle = colours.cellStyle(cell.style)
    }
    let lone = cell.width == 0 || cell.scalar == 0
    return ct_cell(
      scalars: (lone ? 0x20 : cell.scalar, cell.marks.0, cell.marks.1),
      attributes: lastCellStyle.attributes, pair: lastCellStyle.pair,
      width: Int32(max(1, cell.width)))
  }

  private func placeCursor(_ wanted: Point?, _ last: Point?) {
    if (wanted != nil) != cursorIsVisible {
      cursorIsVisible = wanted != nil
      output.send(cursorIsVisible ? modes.showCursor : modes.hideCursor)
    }
    // A hidden cursor stays where drawing ends, since moving it costs bytes.
    var point = wanted ?? last ?? cursor
    point.x = max(0, min(size.width - 1, point.x))
    point.y = max(0, min(size.height - 1, point.y))
    cursor = point
  }

  /// Digits that are on the terminal already are not sent again: what a terminal has not read yet
  /// must not have more of them than necessary.
  private func draw(_ spans: [SecretSpan]) {
    let old = digits
    digits = spans.map(DrawnDigits.init)
    guard !spans.isEmpty else { return output.secretsAreGone() }
    let new = digits.filter { !old.contains($0) || !changes.isEmpty(row: $0.span.origin.y) }
    guard !new.isEmpty else { return }
    output.sendSecret { room in
      var writer = ByteWriter(room)
      for span in new.lazy.map(\.span) {
        guard span.origin.y < size.height, span.origin.x + span.bytes.count <= size.width else {
          continue
        }
        let style = colours.terminalStyle(span.style)
        writer.capability { ct_move(Int32(span.origin.y), Int32(span.origin.x), $0, $1) }
        writer.capability {
          ct_set_style(style.attributes, style.foreground, style.background, $0, $1)
        }
        span.secret.withBytes { writer.printable($0, span.bytes) }
        writer.bytes(modes.plain)
      }
      writer.capability { ct_move(Int32(cursor.y), Int32(cursor.x), $0, $1) }
      return writer.count
    }
  }
}

/// A span as it was when its digits were sent.
private struct DrawnDigits: Equatable {
  let span: SecretSpan
  let revision: Int

  init(_ span: SecretSpan) {
    self.span = span
    revision = span.secret.revision
  }

  static func == (a: DrawnDigits, b: DrawnDigits) -> Bool {
    a.span.isAtPlace(of: b.span) && a.span.style == b.span.style && a.revision == b.revision
  }
}

extension SecretSpan {
  fileprivate func isAtPlace(of other: SecretSpan) -> Bool {
    secret === other.secret && origin == other.origin && bytes == other.bytes
  }
}
