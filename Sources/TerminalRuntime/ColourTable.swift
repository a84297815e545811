import CTerminal
import Canvas

/// Translates styles of themes to those of the terminal.
///
/// All results are cached: a frame has some thousand cells and about a dozen styles.
final class ColourTable {
  /// CT_ attributes and the numbers of colours, -1 for the default colours.
  typealias Look = (attributes: UInt32, foreground: Int32, background: Int32)

  let depth: ColorDepth
  /// The number of the terminal's colours.
  let count: Int
  /// Attributes that the terminal does not combine with colours, and those that it has.
  private let aloneOnly = TerminalModes.aloneOnly
  private let supported = TerminalModes.attributes
  private var numbers: [Color: Int32] = [:]
  private var looks: [Style: Look] = [:]
  private var terminalStyles: [Style: Style] = [:]

  /// - Parameters:
  ///   - limit: The highest colour depth to use.
  ///   - direct: Whether the terminal has 24-bit colours, whatever its description says.
  init(limit: ColorDepth?, direct: Bool) {
    let described = Int(ct_colours())
    count = direct && described >= 8 ? 1 << 24 : described
    let has: ColorDepth =
      count >= 1 << 24 ? .direct : count >= 256 ? .indexed256 : count >= 8 ? .ansi16 : .mono
    depth = min(has, limit ?? has)
  }

  func look(_ style: Style) -> Look {
    if let known = looks[style] { return known }
    let result = makeLook(style)
    looks[style] = result
    return result
  }

  private func makeLook(_ style: Style) -> Look {
    // Terminals rarely have strike-through; dim comes closest.
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

  /// The style without what the terminal cannot show, in its own colours.
  func terminalStyle(_ style: Style) -> Style {
    if let known = terminalStyles[style] { return known }
    var (attributes, foreground, background) = look(style)
    attributes &= supported
    if foreground >= 0 || background >= 0 {
      let excluded = attributes & aloneOnly
      attributes &= ~excluded
      if excluded & UInt32(CT_REVERSE) != 0 { swap(&foreground, &background) }
    }
    let result = Style(
      Self.color(foreground), on: Self.color(background),
      Attributes(rawValue: UInt8(truncatingIfNeeded: attributes)))
    terminalStyles[style] = result
    return result
  }

  /// Numbers below 256 are those of the terminal's palette.
  private static func color(_ number: Int32) -> Color {
    switch number {
    case ..<0: .default
    case ..<256: .indexed(UInt8(number))
    default: .rgb(UInt8(number >> 16 & 0xff), UInt8(number >> 8 & 0xff), UInt8(number & 0xff))
    }
  }

  private func number(_ color: Color) -> Int32 {
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
