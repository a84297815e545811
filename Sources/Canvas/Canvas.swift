package import Secrets
import TextLayout

/// One cell of the screen: a base character, up to two combining marks, and its looks.
package struct Cell: Hashable, Sendable {
  /// The base character's scalar value; 0 in the second half of a wide character.
  package var scalar: UInt32 = 0x20
  /// Combining marks, 0 when there is none. ncurses holds four, two are enough for any script.
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

  package static func == (a: Cell, b: Cell) -> Bool {
    a.scalar == b.scalar && a.width == b.width && a.marks == b.marks && a.style == b.style
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scalar)
    hasher.combine(style)
  }
}

/// Digits that are drawn straight from locked memory when the canvas is flushed.
///
/// The canvas itself holds masks at these cells, so no frame ever contains a secret.
package struct SecretSpan: Sendable {
  /// Where the first byte stands; the others follow to its right, one cell each.
  package let origin: Point
  package let secret: Secret
  /// Which bytes of the secret: printable ASCII only.
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
    case palette, help, phone, guardScreen
  }
  package let role: Role
  package let label: String
  package let rect: Rect
  /// What a click here does, as the view names it: a row's index, a command's id.
  package let target: String?
}

/// A frame: cells, secrets to be drawn over them, semantics, and where the cursor stands.
package struct Canvas: Sendable {
  package let size: Size
  package private(set) var cells: [Cell]
  package private(set) var secrets: [SecretSpan] = []
  package private(set) var regions: [Region] = []
  private var pictures: [Rect] = []
  private let hasSemantics: Bool
  /// nil hides the cursor.
  package var cursor: Point?

  /// - Parameter semantics: Whether `regions` are kept: for screen readers and tests.
  package init(_ size: Size, style: Style = .plain, semantics: Bool = true) {
    self.size = size
    hasSemantics = semantics
    var blank = Cell()
    blank.style = style
    cells = Array(repeating: blank, count: max(0, size.width * size.height))
  }

  package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Writes text from (x, y) to the right, clipped to `limit` columns and to the canvas; hazards
  /// become visible. A style without a background keeps the background that is there when
  /// `keepBackground` is set. Returns the columns written.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, _ x: Int, _ y: Int, _ style: Style, limit: Int = .max,
    keepBackground: Bool = false
  ) -> Int {
    guard y >= 0, y < size.height else { return 0 }
    let end = min(size.width, limit == .max ? size.width : x + limit)
    var column = x
    if Text.plainWidth(text) != nil {
      for byte in text.utf8 {
        if column >= end { break }
        put(UInt32(byte), 1, column, y, style, keepBackground)
        column += 1
      }
      return max(0, column - x)
    }
    for scalar in text.unicodeScalars {
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

  /// Fills a rectangle with one narrow character.
  package mutating func fill(_ rect: Rect, _ style: Style, _ character: Unicode.Scalar = " ") {
    let area = rect.intersection(Rect(size))
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX { put(character.value, 1, x, y, style, false) }
    }
  }

  /// Changes the looks of cells in place.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(Rect(size))
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let index = y * size.width + x
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Puts other signs of one column where these stand; scalar values.
  package mutating func replace(_ signs: [UInt32: UInt32]) {
    for index in cells.indices where cells[index].scalar > 0x7e && cells[index].width == 1 {
      if let sign = signs[cells[index].scalar] { cells[index].scalar = sign }
    }
  }

  /// Marks cells to be drawn from locked memory: `bytes` of `secret` from (x, y) to the right.
  /// Masks stand in the cells themselves. Spans outside the canvas are dropped whole, and so is a
  /// span when anything is written over one of its cells later.
  package mutating func reveal(
    _ secret: Secret, _ bytes: Range<Int>, _ x: Int, _ y: Int, _ style: Style,
    mask: Unicode.Scalar
  ) {
    guard y >= 0, y < size.height, x >= 0, x + bytes.count <= size.width else { return }
    for offset in 0..<bytes.count { put(mask.value, 1, x + offset, y, style, false) }
    secrets.append(SecretSpan(origin: Point(x, y), secret: secret, bytes: bytes, style: style))
  }

  /// Puts another canvas here, its secrets and its cursor included; what does not fit is cut.
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
    pictures += other.pictures.map {
      Rect($0.x + origin.x, $0.y + origin.y, $0.width, $0.height)
    }
    cursor = other.cursor.map(moved).flatMap { Rect(size).contains($0) ? $0 : nil }
  }

  /// Says that cells picture a secret, as a QR code does: they may be on the terminal, and nowhere
  /// else.
  package mutating func picturesSecret(_ rect: Rect) { pictures.append(rect) }

  /// As it may be kept: shade where cells picture a secret. Digits are never in cells.
  package var redacted: Canvas {
    var canvas = self
    canvas.secrets = []
    for rect in pictures { canvas.fill(rect, .plain, "\u{2591}") }
    return canvas
  }

  /// An overlay comes over all that is there: no secret stays in sight, and nothing under it is to
  /// be read out or clicked.
  package mutating func conceal() {
    secrets.removeAll()
    regions.removeAll()
  }

  /// Says what a part of the screen is. Costs nothing where nobody asks for semantics.
  package mutating func mark(
    _ role: Region.Role, _ label: @autoclosure () -> String, _ rect: Rect,
    target: @autoclosure () -> String? = nil
  ) {
    guard hasSemantics else { return }
    regions.append(Region(role: role, label: label(), rect: rect, target: target()))
  }

  /// The region on top at a point that has a target.
  package func target(at point: Point) -> Region? {
    regions.last { $0.target != nil && $0.rect.contains(point) }
  }

  /// The text of one row, without style; the second half of a wide character adds nothing.
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

  private mutating func put(
    _ scalar: UInt32, _ width: Int, _ x: Int, _ y: Int, _ style: Style, _ keepBackground: Bool
  ) {
    guard x >= 0, x + width <= size.width else { return }
    if !secrets.isEmpty { secrets.removeAll { $0.covers(x..<x + width, y) } }
    let index = y * size.width + x
    // Half of a wide character that is overwritten leaves a blank, never half a glyph.
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
    // Terminals disagree on whether this makes a character wide: columns stay straight without it.
    if value == 0xfe0f { return }
    var column = x - 1
    guard column >= 0, column < size.width else { return }
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
