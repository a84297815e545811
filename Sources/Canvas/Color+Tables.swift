internal import Glibc

/// A colour as red, green and blue, each from 0 to 255.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether dark text has the better contrast on it: its luma (Rec. 601) is at least half of
  /// white's.
  package var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 127_500 }

  /// The square of the distance to `other`, weighted for human eyes (compuphase's "redmean").
  /// Useful only for comparisons.
  package func distance(to other: RGB) -> Int {
    let mean = (Int(red) + Int(other.red)) / 2
    let r = Int(red) - Int(other.red)
    let g = Int(green) - Int(other.green)
    let b = Int(blue) - Int(other.blue)
    return (512 + mean) * r * r / 256 + 4 * g * g + (767 - mean) * b * b / 256
  }

  /// Relative luminance as defined by WCAG 2, from 0 (black) to 1 (white).
  package var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  private static let linear: [Double] = (0..<256).map { value in
    let x = Double(value) / 255
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
  }

  /// Contrast as defined by WCAG 2, from 1 (the same colour) to 21 (black on white).
  package func contrast(with other: RGB) -> Double {
    let (x, y) = (luminance, other.luminance)
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// The distance between its largest and its smallest part: 0 for greys.
  package var chroma: Int { Int(max(red, green, blue)) - Int(min(red, green, blue)) }
}

extension Color {
  /// The first 16 indexed colours as xterm shows them. This is an assumption, since a terminal may
  /// have its own. It is needed only to find the nearest of them.
  package static let standard16: [RGB] = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]

  /// The first 16 indexed colours as the Linux console shows them. It has no others.
  package static let linux16: [RGB] = [
    RGB(0, 0, 0), RGB(170, 0, 0), RGB(0, 170, 0), RGB(170, 85, 0),
    RGB(0, 0, 170), RGB(170, 0, 170), RGB(0, 170, 170), RGB(170, 170, 170),
    RGB(85, 85, 85), RGB(255, 85, 85), RGB(85, 255, 85), RGB(255, 255, 85),
    RGB(85, 85, 255), RGB(255, 85, 255), RGB(85, 255, 255), RGB(255, 255, 255),
  ]

  /// The RGB value of an indexed colour: 0–15 as in `standard16`. The others are the same
  /// everywhere.
  package static func rgb(ofIndex index: UInt8) -> RGB {
    if index < 16 { return standard16[Int(index)] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return RGB(grey, grey, grey)
    }
    let cube = index - 16
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + step * 40 }
    return RGB(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
  }

  /// The nearest colour of the cube and the greys (16–255). No terminal redefines these.
  package static func nearest256(_ color: RGB) -> UInt8 {
    func step(_ value: UInt8) -> UInt8 {
      value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }
    let cube = 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = UInt8(232 + max(0, min(23, (mean - 3) / 10)))
    let toCube = color.distance(to: rgb(ofIndex: cube))
    return color.distance(to: rgb(ofIndex: grey)) < toCube ? grey : cube
  }

  /// The nearest colour of the cube that is no grey, if `color` is none. A mixture of two dark colours
  /// is often nearest to a grey, and a card would lose its hue.
  package static func nearestHue256(_ color: RGB) -> UInt8 {
    let nearest = nearest256(color)
    guard color.chroma >= 20, rgb(ofIndex: nearest).chroma == 0 else { return nearest }
    return hues.min { color.distance(to: $0.color) < color.distance(to: $1.color) }?.index
      ?? nearest
  }

  /// The colours of the cube that are no greys.
  private static let hues: [(index: UInt8, color: RGB)] = (UInt8(16)..<232)
    .map { ($0, rgb(ofIndex: $0)) }.filter { $0.1.chroma > 0 }

  /// The nearest of the first 16 colours, as in `standard16`.
  package static func nearest16(_ color: RGB) -> UInt8 {
    var best: UInt8 = 0
    for index in UInt8(1)..<16
    where color.distance(to: standard16[Int(index)])
      < color.distance(to: standard16[Int(best)])
    {
      best = index
    }
    return best
  }
}
