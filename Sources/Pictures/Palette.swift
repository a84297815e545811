package import Canvas

/// The colours of a picture in place of a terminal's own colours.
package struct Palette: Sendable {
  /// The terminal's default colours: the meaning of `default`.
  package var foreground: RGB
  package var background: RGB
  /// The terminal's first first16 colours.
  package var first16: [RGB]

  package static let dark = Palette(
    foreground: RGB(0xd4, 0xd4, 0xd4), background: RGB(0x14, 0x15, 0x19), first16: Self.defaults)
  package static let light = Palette(
    foreground: RGB(0x2a, 0x2c, 0x33), background: RGB(0xfa, 0xfa, 0xfa), first16: Self.defaults)

  /// The defaults of many present-day terminals.
  private static let defaults: [RGB] = [
    RGB(0, 0, 0), RGB(205, 49, 49), RGB(13, 188, 121), RGB(229, 229, 16), RGB(36, 114, 200),
    RGB(188, 63, 188), RGB(17, 168, 205), RGB(229, 229, 229), RGB(102, 102, 102),
    RGB(241, 76, 76), RGB(35, 209, 139), RGB(245, 245, 67), RGB(59, 142, 234),
    RGB(214, 112, 214), RGB(41, 184, 219), RGB(255, 255, 255),
  ]

  func rgb(_ color: Color, or own: RGB) -> RGB {
    switch color.kind {
    case .default: own
    case .rgb(let red, let green, let blue): RGB(red, green, blue)
    case .indexed(let index):
      index < 16 ? first16[Int(index)] : Color.rgb(ofIndex: index)
    }
  }

  /// The colours of a style on the screen, after reversing and dimming.
  func ink(_ style: Style) -> (front: RGB, back: RGB) {
    var front = rgb(style.foreground, or: foreground)
    var back = rgb(style.background, or: background)
    if style.attributes.contains(.reverse) { swap(&front, &back) }
    if style.attributes.contains(.dim) { front = front.mixed(with: back, 2, of: 5) }
    return (front, back)
  }
}

extension RGB {
  /// The colour that is `part` of `whole` of the way to `other`.
  fileprivate func mixed(with other: RGB, _ part: Int, of whole: Int) -> RGB {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * (whole - part) + Int(b) * part) / whole)
    }
    return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  /// `#rrggbb`.
  package var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
