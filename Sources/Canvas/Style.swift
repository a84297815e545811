/// A colour of a theme: the terminal's default, one of its indexed colours, or 24-bit RGB.
///
/// The runtime maps it to a colour of the terminal. A theme can name indexed colours for terminals
/// with 16 colours, so that they are not computed.
package struct Color: Hashable, Sendable {
  /// 0 = default; 1 << 24 | index; 2 << 24 | rgb.
  let raw: UInt32

  init(raw: UInt32) { self.raw = raw }

  package static let `default` = Color(raw: 0)
  package static func indexed(_ index: UInt8) -> Color { Color(raw: 1 << 24 | UInt32(index)) }
  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(raw: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  package enum Kind: Equatable, Sendable {
    case `default`
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  package var kind: Kind {
    switch raw >> 24 {
    case 1: .indexed(UInt8(raw & 0xff))
    case 2: .rgb(UInt8(raw >> 16 & 0xff), UInt8(raw >> 8 & 0xff), UInt8(raw & 0xff))
    default: .default
    }
  }

  /// The parameters of SGR (ECMA-48, 8.3.117) that set it.
  ///
  /// - Parameter black: The number of the first indexed colour: 30 for text, 40 for a background.
  package func sgr(black: Int, _ add: (Int) -> Void) {
    switch kind {
    case .default: add(black + 9)
    case .indexed(let index) where index < 8: add(black + Int(index))
    case .indexed(let index) where index < 16: add(black + 60 + Int(index) - 8)
    case .indexed(let index): [black + 8, 5, Int(index)].forEach(add)
    case .rgb(let red, let green, let blue):
      [black + 8, 2, Int(red), Int(green), Int(blue)].forEach(add)
    }
  }

  /// The colour at `amount` (0…1) of the way to `other`. Only RGB colours are mixed. Others stay
  /// the same.
  package func mixed(with other: Color, _ amount: Double) -> Color {
    guard case .rgb(let r1, let g1, let b1) = kind, case .rgb(let r2, let g2, let b2) = other.kind
    else { return self }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(max(0, min(255, (Double(a) + (Double(b) - Double(a)) * amount).rounded())))
    }
    return .rgb(mix(r1, r2), mix(g1, g2), mix(b1, b2))
  }
}

extension Color {
  /// The grey of the same lightness (Rec. 601). Only RGB colours change. Terminals with 256 colours
  /// have many greys but few dark colours, so dimmed parts are drawn in grey.
  package var gray: Color {
    guard case .rgb(let red, let green, let blue) = kind else { return self }
    let light = (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)).rounded()
    let level = UInt8(max(0, min(255, light)))
    return .rgb(level, level, level)
  }
}

/// The number of colours that the terminal has.
package enum ColorDepth: String, Sendable, CaseIterable, Comparable {
  case mono, ansi16, indexed256, direct

  private var rank: Int { ColorDepth.allCases.firstIndex(of: self) ?? 0 }
  package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rank < b.rank }
}

/// Text attributes that need no colour.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Attributes(rawValue: 1)
  package static let dim = Attributes(rawValue: 2)
  package static let italic = Attributes(rawValue: 4)
  package static let underline = Attributes(rawValue: 8)
  package static let reverse = Attributes(rawValue: 16)
  package static let strike = Attributes(rawValue: 32)
}

/// The style of one cell. It is one number, because cells are compared and copied by the thousand.
package struct Style: Hashable, Sendable {
  /// From the lowest bit: 26 of the foreground, 26 of the background, and the attributes.
  package let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  package init(
    _ foreground: Color = .default, on background: Color = .default, _ attributes: Attributes = []
  ) {
    bits =
      UInt64(foreground.raw) | UInt64(background.raw) << 26
      | UInt64(attributes.rawValue) << 52
  }

  package var foreground: Color {
    get { Color(raw: UInt32(bits & 0x3ff_ffff)) }
    set { self = Style(newValue, on: background, attributes) }
  }

  package var background: Color {
    get { Color(raw: UInt32(bits >> 26 & 0x3ff_ffff)) }
    set { self = Style(foreground, on: newValue, attributes) }
  }

  package var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)) }
    set { self = Style(foreground, on: background, newValue) }
  }

  package static let plain = Style()

  /// Whether nothing but the background of a blank is visible: it is neither underlined, nor
  /// reversed, nor struck through.
  package var hidesBlanks: Bool {
    attributes.isDisjoint(with: [.underline, .reverse, .strike])
  }

  /// Whether blanks of both styles look the same.
  package func isSame(onBlanks other: Style) -> Bool {
    hidesBlanks && other.hidesBlanks && background == other.background
  }

  /// About the bytes that a terminal needs for a change to another style.
  package func cost(to new: Style) -> Int {
    // More for an indexed colour than for the default and the first 16, and still more for 24 bits.
    func length(_ color: Color) -> Int {
      let kind = Int(color.raw >> 24)
      return kind == 1 && color.raw & 0xff < 16 ? 3 : 3 + 6 * kind
    }
    return (new.foreground == foreground ? 0 : length(new.foreground))
      + (new.background == background ? 0 : length(new.background))
      + (new.attributes == attributes ? 0 : 3)
  }

  package func on(_ color: Color) -> Style { Style(foreground, on: color, attributes) }
  package func with(_ more: Attributes) -> Style {
    Style(foreground, on: background, attributes.union(more))
  }
}
