import CTerminal
import Canvas

/// Translates colours of themes to numbers of the terminal, and pairs of colours to those of
/// ncurses.
///
/// All results are cached: a frame has some thousand cells and about a dozen styles.
struct ColourTable {
  let depth: ColorDepth
  /// The number of the terminal's colours.
  let count: Int
  private var numbers: [Color: Int32] = [:]
  private var pairs: [Int64: Int32] = [:]
  private var cellStyles: [Style: (attributes: UInt32, pair: Int32)] = [:]
  private let pairLimit: Int32

  /// - Parameter limit: The highest colour depth to use.
  init(limit: ColorDepth?) {
    count = Int(ct_colours())
    pairLimit = ct_pair_limit()
    let has: ColorDepth =
      count >= 1 << 24 ? .direct : count >= 256 ? .indexed256 : count >= 8 ? .ansi16 : .mono
    depth = min(has, limit ?? has)
  }

  /// Whether all pairs are used. Then everything has to be drawn again with new pairs.
  var isFull: Bool { depth != .mono && pairs.count >= Int(pairLimit) - 1 }

  mutating func reset() {
    pairs.removeAll(keepingCapacity: true)
    cellStyles.removeAll(keepingCapacity: true)
  }

  /// A style for ncurses: CT_ attributes and a pair.
  mutating func cellStyle(_ style: Style) -> (attributes: UInt32, pair: Int32) {
    if let known = cellStyles[style] { return known }
    let colours = terminalStyle(style)
    let result = (colours.attributes, pair(colours.foreground, colours.background))
    cellStyles[style] = result
    return result
  }

  /// A style on this terminal: CT_ attributes and colour numbers, -1 for the default colours.
  mutating func terminalStyle(_ style: Style) -> (
    attributes: UInt32, foreground: Int32, background: Int32
  ) {
    // ncurses has no strike-through; dim comes closest.
    var attributes = style.attributes
    if attributes.contains(.strike) { attributes.insert(.dim) }
    func bits(_ attributes: Attributes) -> UInt32 { UInt32(attributes.rawValue & 0b11111) }
    guard depth != .mono else { return (bits(attributes), -1, -1) }
    let foreground = number(style.foreground)
    let background = number(style.background)
    guard count < 16 else { return (bits(attributes), foreground, background) }
    let eight = EightColours.map(attributes, foreground, background)
    return (bits(eight.attributes), eight.foreground, eight.background)
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
    let result = NearestColor.number(of: color, in: depth)
    numbers[color] = result
    return result
  }
}

/// The number of the terminal's colour that is nearest to a theme's colour; -1 is the default.
enum NearestColor {
  static func number(of color: Color, in depth: ColorDepth) -> Int32 {
    switch (color.kind, depth) {
    case (.default, _), (_, .mono): -1
    case (.indexed(let index), .ansi16) where index >= 16:
      Int32(Color.nearest16(Color.rgb(ofIndex: index)))
    case (.indexed(let index), _): Int32(index)
    case (.rgb(let r, let g, let b), .direct): direct(r, g, b)
    case (.rgb(let r, let g, let b), .indexed256): Int32(Color.nearest256(RGB(r, g, b)))
    case (.rgb(let r, let g, let b), .ansi16): Int32(Color.nearest16(RGB(r, g, b)))
    }
  }

  /// Numbers below 256 are the palette's, so such a blue gets a little green.
  private static func direct(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> Int32 {
    Int32(r) << 16 | Int32(r == 0 && g == 0 ? 1 : g) << 8 | Int32(b)
  }
}
