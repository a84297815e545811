package import Secrets
import TextLayout

/// One cell of the screen: a base character, up to two combining marks, and its style.
///
/// It is two numbers without padding, so equal cells have equal bytes. Other modules read a stored
/// value without a call.
package struct Cell: Hashable, Sendable {
  /// 21 bits each: the base character and two marks.
  package private(set) var text: UInt64
  /// The style, and the width in the two highest bits.
  package private(set) var look: UInt64

  package init() { self.init(0x20, style: .plain) }
  package init(_ scalar: UInt32, width: UInt8 = 1, style: Style) {
    text = UInt64(scalar)
    look = style.bits | UInt64(width) << 62
  }

  /// The base character's scalar value; 0 in the second half of a wide character.
  package var scalar: UInt32 {
    get { UInt32(truncatingIfNeeded: text & 0x1f_ffff) }
    set { text = text & ~0x1f_ffff | UInt64(newValue) }
  }

  /// Combining marks; 0 if there is none. ncurses holds four. Two are enough for any script.
  package var marks: (UInt32, UInt32) {
    (
      UInt32(truncatingIfNeeded: text >> 21 & 0x1f_ffff),
      UInt32(truncatingIfNeeded: text >> 42 & 0x1f_ffff)
    )
  }

  /// 1, 2, or 0 for the second half of a wide character.
  package var width: UInt8 { UInt8(truncatingIfNeeded: look >> 62) }

  package var style: Style {
    get { Style(bits: look & ~(3 << 62)) }
    set { look = newValue.bits | look & (3 << 62) }
  }

  /// Whether it has marks.
  private var isMarked: Bool { text >> 21 != 0 }

  /// Whether nothing but its style is visible.
  package var isBlank: Bool { text == 0x20 }

  /// Whether it has a sign of a text: no blank, and no part of a line or an area.
  package var isText: Bool { scalar != 0x20 && !(0x2500...0x259f).contains(scalar) }

  /// Adds a mark, unless it has two.
  mutating func add(mark: UInt32) {
    if !isMarked {
      text |= UInt64(mark) << 21
    } else if text >> 42 == 0 {
      text |= UInt64(mark) << 42
    }
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
      guard let width = Text.plainWidth(bytes) else { return nil }
      let columns = max(x, clip.x)..<max(x, clip.x, min(end, x + width))
      put(in: columns, y) { row in
        var index = 0
        for _ in x..<columns.lowerBound { _ = Text.scalar(of: bytes, at: &index) }
        for column in columns {
          let style = keepBackground ? style.on(row[column].style.background) : style
          row[column] = Cell(Text.scalar(of: bytes, at: &index), style: style)
        }
      }
      return max(0, min(width, end - x))
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
    for y in area.y..<area.maxY {
      put(in: area.x..<area.maxX, y) { row in
        (row + area.x).update(repeating: new, count: area.width)
      }
    }
  }

  /// Replaces cells of a row, all within the clip: `replace` gets the row.
  @inline(__always)
  private mutating func put(
    in columns: Range<Int>, _ y: Int, _ replace: (UnsafeMutablePointer<Cell>) -> Void
  ) {
    guard !columns.isEmpty else { return }
    if !secrets.isEmpty { secrets.removeAll { $0.covers(columns, y) } }
    let width = size.width
    cells.withUnsafeMutableBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      let row = first + y * width
      // If half of a wide character is overwritten, the other half becomes a blank.
      let (before, after) = (columns.lowerBound - 1, columns.upperBound)
      if row[before + 1].width == 0, before >= 0 {
        row[before] = Cell(0x20, style: row[before].style)
      }
      if row[after - 1].width == 2, after < width {
        row[after] = Cell(0x20, style: row[after].style)
      }
      replace(row)
    }
  }

  /// Changes the style of cells in place.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let (area, width) = (rect.intersection(clip), size.width)
    cells.withUnsafeMutableBufferPointer { cells in
      for y in area.y..<area.maxY {
        for index in y * width + area.x..<y * width + area.maxX {
          cells[index].style = change(cells[index].style)
        }
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
    put(in: x..<x + width, y) { row in
      let drawn = keepBackground ? style.on(row[x].style.background) : style
      row[x] = Cell(scalar, width: UInt8(width), style: drawn)
      if width == 2 { row[x + 1] = Cell(0, width: 0, style: drawn) }
    }
  }

  private mutating func addMark(_ value: UInt32, before x: Int, _ y: Int) {
    // Terminals disagree on whether this makes a character wide. Columns stay aligned without it.
    if value == 0xfe0f { return }
    var column = x - 1
    guard column >= clip.x, column < clip.maxX else { return }
    if self[column, y].width == 0 { column -= 1 }
    guard column >= 0 else { return }
    cells[y * size.width + column].add(mark: value)
  }
}
