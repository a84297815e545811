import CTerminal
import Canvas

/// Colours of themes as numbers of this terminal, and pairs of them as ncurses wants them.
///
/// Every answer is kept: a frame has some thousand cells and a dozen looks.
struct ColourTable {
  let depth: ColorDepth
  /// How many colours the terminal counts.
  let count: Int
  private var numbers: [Color: Int32] = [:]
  private var pairs: [Int64: Int32] = [:]
  private var cellLooks: [Style: (attributes: UInt32, pair: Int32)] = [:]
  private let pairLimit: Int32

  /// `limit`: never more colours than that.
  init(limit: ColorDepth?) {
    count = Int(ct_colours())
    pairLimit = ct_pair_limit()
    let has: ColorDepth =
      count >= 1 << 24 ? .direct : count >= 256 ? .indexed256 : count >= 8 ? .ansi16 : .mono
    depth = min(has, limit ?? has)
  }

  /// All pairs are taken: everything has to be drawn anew with fresh ones.
  var isFull: Bool { depth != .mono && pairs.count >= Int(pairLimit) - 1 }

  mutating func reset() {
    pairs.removeAll(keepingCapacity: true)
    cellLooks.removeAll(keepingCapacity: true)
  }

  /// What a style is for ncurses: CT_ attributes and a pair.
  mutating func cellLook(_ style: Style) -> (attributes: UInt32, pair: Int32) {
    if let known = cellLooks[style] { return known }
    let look = look(style)
    let result = (look.attributes, pair(look.foreground, look.background))
    cellLooks[style] = result
    return result
  }

  /// What a style is on this terminal: CT_ attributes and colour numbers, -1 for its own.
  mutating func look(_ style: Style) -> (attributes: UInt32, foreground: Int32, background: Int32) {
    // ncurses knows of no strike-through: dim is what comes closest.
    var bits = UInt32(style.attributes.rawValue & 0b11111)
    if style.attributes.contains(.strike) { bits |= UInt32(CT_DIM) }
    guard depth != .mono else { return (bits, -1, -1) }
    var foreground = number(style.foreground)
    var background = number(style.background)
    // With eight colours, bold is the bright half.
    if count < 16 {
      if foreground >= 8 { bits |= UInt32(CT_BOLD) }
      if foreground >= 0 { foreground &= 7 }
      if background >= 0 { background &= 7 }
      if foreground >= 0 && foreground == background { foreground = background == 0 ? 7 : 0 }
    }
    return (bits, foreground, background)
  }

  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    if foreground < 0 && background < 0 { return 0 }
    let key = Int64(foreground) << 32 | Int64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let next = Int32(pairs.count) + 1
    guard next < pairLimit else { return 0 }
    ct_define_pair(next, foreground, background)
    pairs[key] = next
    return next
  }

  private mutating func number(_ color: Color) -> Int32 {
    if color == .default { return -1 }
    if let known = numbers[color] { return known }
    let result = Nearest.number(of: color, in: depth)
    numbers[color] = result
    return result
  }
}

/// The nearest colours of a smaller palette.
enum Nearest {
  static func number(of color: Color, in depth: ColorDepth) -> Int32 {
    switch (color.kind, depth) {
    case (.default, _), (_, .mono): -1
    case (.indexed(let index), .indexed256): Int32(index)
    case (.indexed(let index), _) where index < 16 && (index < 8 || depth == .ansi16): Int32(index)
    case (.indexed(let index), _): number(of: rgb(ofIndex: index), in: depth)
    case (.rgb(let r, let g, let b), .direct):
      // The first eight numbers are the terminal's own colours.
      max(8, Int32(r) << 16 | Int32(g) << 8 | Int32(b))
    case (.rgb(let r, let g, let b), .indexed256): indexed256(Int(r), Int(g), Int(b))
    case (.rgb(let r, let g, let b), .ansi16): ansi16(Int(r), Int(g), Int(b))
    }
  }

  /// Levels of the 6×6×6 cube.
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The colours that xterm has under the first 16 numbers.
  private static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  private static func rgb(ofIndex index: UInt8) -> Color {
    let n = Int(index)
    if n < 16 {
      let (r, g, b) = basic[n]
      return .rgb(UInt8(r), UInt8(g), UInt8(b))
    }
    if n >= 232 {
      let grey = UInt8(8 + 10 * (n - 232))
      return .rgb(grey, grey, grey)
    }
    let cube = n - 16
    return .rgb(
      UInt8(levels[cube / 36]), UInt8(levels[cube / 6 % 6]), UInt8(levels[cube % 6]))
  }

  private static func indexed256(_ r: Int, _ g: Int, _ b: Int) -> Int32 {
    func level(_ value: Int) -> Int {
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    let (lr, lg, lb) = (level(r), level(g), level(b))
    let grey = max(0, min(23, ((r + g + b) / 3 - 3) / 10))
    let greyValue = 8 + 10 * grey
    let byCube = distance(r, g, b, levels[lr], levels[lg], levels[lb])
    let byGrey = distance(r, g, b, greyValue, greyValue, greyValue)
    return byGrey < byCube ? Int32(232 + grey) : Int32(16 + 36 * lr + 6 * lg + lb)
  }

  private static func ansi16(_ r: Int, _ g: Int, _ b: Int) -> Int32 {
    let nearest = basic.indices.min {
      distance(r, g, b, basic[$0].0, basic[$0].1, basic[$0].2)
        < distance(r, g, b, basic[$1].0, basic[$1].1, basic[$1].2)
    }
    return Int32(nearest ?? 7)
  }

  /// Weighted as the eye does, more or less ("redmean").
  private static func distance(
    _ r1: Int, _ g1: Int, _ b1: Int, _ r2: Int, _ g2: Int, _ b2: Int
  ) -> Int {
    let mean = (r1 + r2) / 2
    let (r, g, b) = (r1 - r2, g1 - g2, b1 - b2)
    return (512 + mean) * r * r / 256 + 4 * g * g + (767 - mean) * b * b / 256
  }
}
