/// Maps sixteen colours to a terminal that has eight.
///
/// Bold is its only way to be brighter, and a console shows dim text in an unreadable dark grey. So
/// bright colours are bold, and dim ones are not bold. Only bright black, which need not be
/// readable, is dim. A colour that cannot be read on its background is not bold, or becomes black or
/// white.
package enum EightColours {
  /// - Parameters: The attributes; numbers of the sixteen colours, -1 for the default colours.
  package static func map(_ attributes: Attributes, _ foreground: Int32, _ background: Int32)
    -> (attributes: Attributes, foreground: Int32, background: Int32)
  {
    let back = background < 0 ? -1 : background & 7
    let isDim = attributes.contains(.dim)
    var bits = attributes.subtracting(.dim)
    if foreground == 8 {
      bits = bits.subtracting(.bold).union(.dim)
      return (bits, back < 0 ? -1 : back == 0 ? 7 : 0, back)
    }
    if foreground >= 8 && !isDim { bits.insert(.bold) }
    var front = foreground < 0 ? -1 : foreground & 7
    if bits.contains(.bold), !isReadable(front, isBold: true, on: back),
      isReadable(front, isBold: false, on: back)
    {
      bits.remove(.bold)
    }
    if front >= 0, back >= 0, !isReadable(front, isBold: bits.contains(.bold), on: back) {
      front = isReadable(0, isBold: false, on: back) ? 0 : 7
      if front == 7, !isReadable(7, isBold: false, on: back) { bits.insert(.bold) }
    }
    // A console shows bold black as dark grey.
    if (isDim && isReadable(front, isBold: false, on: back)) || front == 0 { bits.remove(.bold) }
    return (bits, front, back)
  }

  /// Whether text has a contrast of 4.5:1, with the colours of xterm and with those of the console.
  private static func isReadable(_ front: Int32, isBold: Bool, on back: Int32) -> Bool {
    guard front >= 0, back >= 0 else { return true }
    return [Color.standard16, Color.linux16].allSatisfy { palette in
      palette[Int(front) + (isBold ? 8 : 0)].contrast(with: palette[Int(back)]) >= 4.5
    }
  }
}
