import CTerminal
import Canvas

/// Lets ncurses write frames, for terminals with sequences of their own.
final class CursesWriter: FrameWriting {
  private let colours: ColourTable
  private var size: Size
  /// The position of the cursor according to ncurses.
  private var place = Point(0, 0)
  private var pairs: [Int64: Int32] = [:]
  private let pairLimit: Int32
  private var run: [ct_cell] = []

  init(_ name: String, _ size: Size, _ colours: ColourTable) throws(TerminalError) {
    guard ct_open_screen(name, Int32(size.width), Int32(size.height)) != 0 else {
      ct_close()
      throw .system("no memory for the screen")
    }
    self.size = size
    self.colours = colours
    pairLimit = ct_pair_limit()
  }

  func bytes(
    of canvas: Canvas, since shown: Canvas?, stale: Set<Int>, cursor: Point?
  ) -> [UInt8] {
    // Digits that were drawn over a frame are unknown to ncurses, so it must not move rows.
    ct_allow_moves(canvas.secrets.isEmpty && stale.isEmpty ? 1 : 0)
    for row in stale { ct_invalidate_line(Int32(row)) }
    if shown == nil {
      pairs.removeAll(keepingCapacity: true)
      ct_invalidate_all()
    }
    canvas.forEachChange(since: shown) { point, cells in put(cells, at: point) }
    if let cursor { place = cursor }
    place.x = max(0, min(size.width - 1, place.x))
    place.y = max(0, min(size.height - 1, place.y))
    let update = ct_update(Int32(place.y), Int32(place.x))
    return Array(UnsafeRawBufferPointer(start: update.bytes, count: update.count))
  }

  var isFull: Bool { pairLimit > 1 && pairs.count >= Int(pairLimit) - 1 }

  func resume(at _: Point?) -> [UInt8] { TerminalModes.move(to: place) }

  func style(_ style: Style) -> [UInt8] {
    let look = colours.look(style)
    return TerminalModes.bytes {
      ct_set_style(look.attributes, look.foreground, look.background, $0, $1)
    }
  }

  func resize(_ new: Size) {
    let shrinks = new.width * new.height < size.width * size.height
    size = new
    ct_resize(Int32(new.width), Int32(new.height))
    if shrinks { ct_trim_memory() }
  }

  private func put(_ cells: UnsafeBufferPointer<Cell>, at point: Point) {
    guard point.y < size.height else { return }
    run.removeAll(keepingCapacity: true)
    for (index, cell) in cells.prefix(max(0, size.width - point.x)).enumerated()
    where cell.width > 0 || index == 0 {
      let look = colours.look(cell.style)
      run.append(
        ct_cell(
          scalars: (max(0x20, cell.scalar), cell.marks.0, cell.marks.1),
          attributes: look.attributes, pair: pair(look.foreground, look.background),
          width: Int32(max(1, cell.width))))
    }
    run.withUnsafeBufferPointer { run in
      guard let first = run.baseAddress else { return }
      ct_put(Int32(point.y), Int32(point.x), first, Int32(run.count))
    }
    place = Point(point.x + cells.count, point.y)
  }

  private func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    if foreground < 0 && background < 0 { return 0 }
    let key = Int64(foreground) << 32 | Int64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let next = Int32(pairs.count) + 1
    guard next < pairLimit else { return 0 }
    ct_define_pair(next, foreground, background)
    pairs[key] = next
    return next
  }
}
