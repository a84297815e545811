package import Secrets
import TextLayout

/// One cell of the screen: a base character, up to two combining marks, and its style.
package struct Cell: Hashable, Sendable {
  /// The base character's scalar value; 0 in the second half of a wide character.
  package var scalar: UInt32 = 0x20
  /// Combining marks; 0 if there is none. ncurses holds four. Two are enough for any script.
  package var marks: (UInt32, UInt32) = (0, 0)
  /// 1, 2, or 0 for the second half of a wide character.
  package var width: UInt8 = 1
  package var style = Style.plain

  package init() {}
  package init(_ scalar: UInt32, width: UInt8 = 1, style: Style) {
    self.scalar = scalar
    self.width = width
    self.style = style
  }

  /// Whether nothing but its style is visible.
  package var isBlank: Bool { scalar == 0x20 && marks.0 == 0 }

  /// Whether it has a sign of a text: no blank, and no part of a line or an area.
  package var isText: Bool { scalar != 0x20 && !(0x2500...0x259f).contains(scalar) }

  package static func == (a: Cell, b: Cell) -> Bool {
    a.scalar == b.scalar && a.width == b.width && a.marks == b.marks && a.style == b.style
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scalar)
    hasher.combine(style)
  }
}

/// Digits that are drawn directly from locked memory when the canvas is flushed.
///
/// The canvas itself has masks in these cells, so no frame ever contains a secret.
package struct SecretSpan: Sendable {
  /// The position of the first byte. The other bytes follow to its right, one in each cell.
  package let origin: Point
  package let secret: Secret
  /// The bytes of the secret to draw. Only printable ASCII is drawn.
  package let bytes: Range<Int>
  package let style: Style

  func covers(_ columns: Range<Int>, _ y: Int) -> Bool {
    y == origin.y && columns.overlaps(origin.x..<origin.x + bytes.count)
  }
}

/// What a part of the screen is, for screen readers, the mouse and tests.
package struct Region: Hashable, Sendable {
  package enum Role: String, Sendable {
    case header, tab, list, row, card, details, activity, footer, dialog, field, button, toast
    case palette, help, phone, tooSmallScreen
  }
  package let role: Role
  package let label: String
  package let rect: Rect
  /// What a click does here: a row's index or a command's id, as the view names it.
  package let target: String?
}

/// A frame: cells, secrets to be drawn over them, semantics, and the position of the cursor.
package struct Canvas: Sendable {
  package let size: Size
  package internal(set) var cells: [Cell]
  package private(set) var secrets: [SecretSpan] = []
  package private(set) var regions: [Region] = []
  package private(set) var secretPictures: [Rect] = []
  private let hasSemantics: Bool
  /// nil: the cursor is hidden.
  package var cursor: Point?
  /// Nothing is drawn or marked outside of it.
  package private(set) var clip: Rect

  /// - Parameter semantics: Whether `regions` are kept, for screen readers and tests.
  package init(_ size: Size, style: Style = .plain, semantics: Bool = true) {
    self.size = size
    hasSemantics = semantics
    clip = Rect(size)
    var blank = Cell()
    blank.style = style
    cells = Array(repeating: blank, count: max(0, size.width * size.height))
  }

  /// Outside of the canvas: an empty cell. A part may lie outside as far as a page is scrolled.
  package subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return Cell() }
    return cells[y * size.width + x]
  }

  /// Writes text from (x, y) to the right, clipped to `limit` columns and to the canvas. Hazards
  /// become visible. With `keepBackground`, a style without a background keeps the one that the
  /// cell has. Returns the number of columns written.
  @discardableResult
  package mutating func write(
    _ text: String, _ x: Int, _ y: Int, _ style: Style, limit: Int = .max,
    keepBackground: Bool = false
  ) -> Int {
    guard y >= clip.y, y < clip.maxY else { return 0 }
    let end = min(clip.maxX, limit == .max ? clip.maxX : x + limit)
    let plain = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard Text.isPlain(bytes) else { return nil }
      let columns = max(x, clip.x)..<max(x, clip.x, min(end, x + bytes.count))
      put(in: columns, y) { cell, column in
        let background = cell.style.background
        cell = Cell(UInt32(bytes[column - x]), style: style)
        if keepBackground { cell.style.background = background }
      }
      return max(0, min(bytes.count, end - x))
    }
    if let plain, let written = plain { return written }
    var column = x
    for scalar in Text.settled(text).unicodeScalars {
      let width = Text.width(of: scalar)
      if width < 0 {
        for byte in Text.visible(scalar).utf8 where column < end {
          put(UInt32(byte), 1, column, y, style, keepBackground)
          column += 1
        }
      } else if width == 0 {
        addMark(scalar.value, before: column, y)
      } else {
        if column + width > end { break }
        put(scalar.value, width, column, y, style, keepBackground)
        column += width
      }
    }
    return max(0, column - x)
  }

  /// The same for a part of a text.
  @discardableResult
  package mutating func write(
    _ text: Substring, _ x: Int, _ y: Int, _ style: Style, limit: Int = .max,
    keepBackground: Bool = false
  ) -> Int {
    write(String(text), x, y, style, limit: limit, keepBackground: keepBackground)
  }

  /// Fills a rectangle with one narrow character.
  package mutating func fill(_ rect: Rect, _ style: Style, _ character: Unicode.Scalar = " ") {
    let area = rect.intersection(clip)
    let new = Cell(character.value, style: style)
    for y in area.y..<area.maxY { put(in: area.x..<area.maxX, y) { cell, _ in cell = new } }
  }

  /// Replaces narrow cells of a row, all within the clip.
  private mutating func put(
    in columns: Range<Int>, _ y: Int, _ replace: (inout Cell, _ column: Int) -> Void
  ) {
    guard !columns.isEmpty else { return }
    if !secrets.isEmpty { secrets.removeAll { $0.covers(columns, y) } }
    let row = y * size.width
    // If half of a wide character is overwritten, the other half becomes a blank.
    if cells[row + columns.lowerBound].width == 0, columns.lowerBound > 0 {
      blank(row + columns.lowerBound - 1)
    }
    if cells[row + columns.upperBound - 1].width == 2, columns.upperBound < size.width {
      blank(row + columns.upperBound)
    }
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { replace(&cells[row + column], column) }
    }
  }

  /// Changes the style of cells in place.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(clip)
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let index = y * size.width + x
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Replaces signs by other signs of one column. Both are scalar values.
  package mutating func replace(_ signs: [UInt32: UInt32]) {
    for index in cells.indices where cells[index].scalar > 0x7e && cells[index].width == 1 {
      if let sign = signs[cells[index].scalar] { cells[index].scalar = sign }
    }
  }

  /// Marks cells that are drawn from locked memory: `bytes` of `secret` from (x, y) to the right.
  /// The cells themselves contain masks. A span that is not completely within the canvas is
  /// dropped. So is a span if one of its cells is written to later.
  package mutating func reveal(
    _ secret: Secret, _ bytes: Range<Int>, _ x: Int, _ y: Int, _ style: Style,
    mask: Unicode.Scalar
  ) {
    guard y >= clip.y, y < clip.maxY, x >= clip.x, x + bytes.count <= clip.maxX else { return }
    for offset in 0..<bytes.count { put(mask.value, 1, x + offset, y, style, false) }
    secrets.append(SecretSpan(origin: Point(x, y), secret: secret, bytes: bytes, style: style))
  }

  /// Draws another canvas here, with its secrets and its cursor. What does not fit is cut.
  package mutating func draw(_ other: Canvas, at origin: Point) {
    for y in 0..<other.size.height where (0..<size.height).contains(origin.y + y) {
      for x in 0..<other.size.width where origin.x + x >= 0 {
        let cell = other[x, y]
        guard origin.x + x + max(1, Int(cell.width)) <= size.width else { continue }
        cells[(origin.y + y) * size.width + origin.x + x] = cell
      }
    }
    func moved(_ point: Point) -> Point { Point(point.x + origin.x, point.y + origin.y) }
    for span in other.secrets {
      let place = moved(span.origin)
      guard Rect(size).contains(place), place.x + span.bytes.count <= size.width else { continue }
      secrets.append(
        SecretSpan(origin: place, secret: span.secret, bytes: span.bytes, style: span.style))
    }
    secretPictures += other.secretPictures.map {
      Rect($0.x + origin.x, $0.y + origin.y, $0.width, $0.height)
    }
    cursor = other.cursor.map(moved).flatMap { Rect(size).contains($0) ? $0 : nil }
  }

  /// Marks cells that show a secret, such as a QR code. They may be on the terminal only, and must
  /// not be stored.
  package mutating func markSecretPicture(_ rect: Rect) { secretPictures.append(rect) }

  /// The canvas in a form that may be stored: the marked cells are shaded. Digits are never in
  /// cells.
  package var redacted: Canvas {
    var canvas = self
    canvas.secrets = []
    for rect in secretPictures { canvas.fill(rect, .plain, "\u{2591}") }
    return canvas
  }

  /// To be called before an overlay is drawn: no secret stays visible, and nothing below the
  /// overlay can be read out or clicked.
  package mutating func conceal() {
    secrets.removeAll()
    regions.removeAll()
  }

  /// From now on, everything outside of this part stays as it is; nil: all can be drawn on. A secret that
  /// is not completely inside is not drawn.
  package mutating func clip(to rect: Rect?) {
    clip = rect.map { $0.intersection(Rect(size)) } ?? Rect(size)
  }

  /// Describes a part of the screen. Does nothing if semantics are off.
  package mutating func mark(
    _ role: Region.Role, _ label: @autoclosure () -> String, _ rect: Rect,
    target: @autoclosure () -> String? = nil
  ) {
    guard hasSemantics else { return }
    let isClipped = clip.width < size.width || clip.height < size.height
    let seen = isClipped ? rect.intersection(clip) : rect
    if isClipped, seen.isEmpty { return }
    regions.append(Region(role: role, label: label(), rect: seen, target: target()))
  }

  /// The topmost region at a point that has a target.
  package func target(at point: Point) -> Region? {
    regions.last { $0.target != nil && $0.rect.contains(point) }
  }

  /// The text of one row without style. The second half of a wide character adds nothing.
  package func text(row y: Int) -> String {
    var result = ""
    for x in 0..<size.width {
      let cell = self[x, y]
      guard cell.width > 0 else { continue }
      for value in [cell.scalar, cell.marks.0, cell.marks.1] where value != 0 {
        if let scalar = Unicode.Scalar(value) { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  mutating func put(
    _ scalar: UInt32, _ width: Int, _ x: Int, _ y: Int, _ style: Style,
    _ keepBackground: Bool = false
  ) {
    guard x >= clip.x, x + width <= clip.maxX, y >= clip.y, y < clip.maxY else { return }
    if !secrets.isEmpty { secrets.removeAll { $0.covers(x..<x + width, y) } }
    let index = y * size.width + x
    // If half of a wide character is overwritten, the other half becomes a blank.
    if cells[index].width == 0 && x > 0 { blank(index - 1) }
    let last = index + width - 1
    if cells[last].width == 2 && x + width < size.width { blank(last + 1) }
    var drawn = style
    if keepBackground { drawn.background = cells[index].style.background }
    cells[index] = Cell(scalar, width: UInt8(width), style: drawn)
    if width == 2 { cells[index + 1] = Cell(0, width: 0, style: drawn) }
  }

  private mutating func blank(_ index: Int) {
    let style = cells[index].style
    cells[index] = Cell(0x20, style: style)
  }

  private mutating func addMark(_ value: UInt32, before x: Int, _ y: Int) {
    // Terminals disagree on whether this makes a character wide. Columns stay aligned without it.
    if value == 0xfe0f { return }
    var column = x - 1
    guard column >= clip.x, column < clip.maxX else { return }
    if self[column, y].width == 0 { column -= 1 }
    guard column >= 0 else { return }
    let index = y * size.width + column
    if cells[index].marks.0 == 0 {
      cells[index].marks.0 = value
    } else if cells[index].marks.1 == 0 {
      cells[index].marks.1 = value
    }
  }
}
