import CTerminal
import Canvas
import Secrets

/// The terminal's contents, and how they are updated.
///
/// Not Sendable: ncurses belongs to the loop's thread and is used only here. Digits of secrets
/// never pass through a frame's bytes: the masks are drawn, and the digits are then written over
/// them from locked memory.
final class TerminalScreen {
  private(set) var size: Size
  let modes: TerminalModes
  let output: OutputBuffer
  private let colours: ColourTable
  private let writer: any FrameWriting
  /// The last frame; nil if the terminal's contents are unknown.
  private var shown: Canvas?
  /// What is on the terminal from locked memory.
  private var digits: [DrawnDigits] = []
  /// Where the cursor is seen; nil: it is hidden.
  private var cursor: Point?

  init(
    terminal name: String, size: Size, options: TerminalOptions, output: OutputBuffer
  ) throws(TerminalError) {
    switch Int(ct_open(name)) {
    case CT_OPEN_OK: break
    case CT_OPEN_UNKNOWN: throw .unknownType(name)
    default: throw .tooSimple(name)
    }
    self.size = size
    self.output = output
    modes = TerminalModes(terminal: name, altScreen: options.altScreen)
    let isUsual = FrameWriter.fits
    colours = ColourTable(
      limit: options.colours, direct: isUsual && options.wantsDirectColours(name))
    if isUsual {
      writer = FrameWriter { [colours] in colours.terminalStyle($0) }
    } else {
      writer = try CursesWriter(name, size, colours)
    }
    shown = Canvas(size)
  }

  deinit { ct_close() }

  var depth: ColorDepth { colours.depth }
  /// The number of the terminal's colours; 0 for none.
  var colourCount: Int { max(0, colours.count) }

  /// Sends the modes and clears the screen.
  ///
  /// - Parameter again: Whether it was called before.
  func enter(again: Bool) {
    if again { invalidate() }
    output.send(modes.enter)
    cursor = nil
  }

  /// To be called when the terminal was restored. It shows nothing of the program any more.
  func left() { digits = [] }

  /// The terminal's contents are unknown: the next frame is drawn completely.
  private func invalidate() {
    // The next frame begins by clearing the screen, whose contents some terminals keep.
    if !digits.isEmpty { output.send(modes.wipe) }
    shown = nil
    digits = []
  }

  func resize(_ new: Size) {
    size = new
    writer.resize(new)
    invalidate()
  }

  func paint(_ canvas: Canvas) {
    if writer.isFull { invalidate() }
    let spans = canvas.secrets.filter { $0.secret.count >= $0.bytes.upperBound }
    // Digits that have disappeared or moved are overwritten by drawing their lines again.
    let gone = digits.lazy.map(\.span).filter { old in !spans.contains { $0.isAtPlace(of: old) } }
    let stale = Set(gone.map(\.origin.y))
    if (canvas.cursor != nil) != (cursor != nil) {
      output.send(canvas.cursor != nil ? modes.showCursor : modes.hideCursor)
    }
    cursor = canvas.cursor.map {
      Point(max(0, min(size.width - 1, $0.x)), max(0, min(size.height - 1, $0.y)))
    }
    output.send(writer.bytes(of: canvas, since: shown, stale: stale, cursor: cursor))
    draw(spans, canvas, stale)
    shown = canvas
  }

  /// Digits that are on the terminal already are not sent again: what a terminal has not read yet
  /// must not have more of them than necessary.
  ///
  /// - Parameter stale: Rows that were drawn again.
  private func draw(_ spans: [SecretSpan], _ canvas: Canvas, _ stale: Set<Int>) {
    let old = digits
    digits = spans.map(DrawnDigits.init)
    guard !spans.isEmpty else { return output.secretsAreGone() }
    let new = digits.filter {
      let row = $0.span.origin.y
      return !old.contains($0) || stale.contains(row)
        || !(shown.map { canvas.isSame(row: row, as: $0) } ?? false)
    }
    guard !new.isEmpty else { return }
    output.sendSecret { room in
      var bytes = ByteWriter(room)
      for span in new.lazy.map(\.span) {
        guard span.origin.y < size.height, span.origin.x + span.bytes.count <= size.width else {
          continue
        }
        bytes.bytes(TerminalModes.move(to: span.origin))
        bytes.bytes(writer.style(span.style))
        span.secret.withBytes { bytes.printable($0, span.bytes) }
        bytes.bytes(modes.plain)
      }
      bytes.bytes(writer.resume(at: cursor))
      return bytes.count
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
