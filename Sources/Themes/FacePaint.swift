package import Canvas

/// How a card's state changes its face.
package enum FaceDimming: CaseIterable, Sendable {
  /// With the colours of the theme; mixed with the screen's, for a card that is locked; almost
  /// those of the screen, for one that has ended.
  case full, dimmed, faded

  /// The part of the screen's background in the colours of the face, 0…1.
  package var fade: Double { self == .faded ? 0.7 : self == .dimmed ? 0.45 : 0 }

  var index: Int { self == .full ? 0 : self == .dimmed ? 1 : 2 }
}

/// A card's face as it is painted in one state: the shades of its background, and the colours of the text on it.
package struct FacePaint: Hashable, Sendable {
  /// From the upper left to the lower right.
  package let shades: [Color]
  package let text: Color
  package let muted: Color
  package let chip: Color

  /// Enough for a gradient; each more is longer to send.
  static let steps = 12

  /// The text's colours are those of the face where they can be read on all shades, otherwise white
  /// or black.
  init(_ face: CardFace, _ dimming: FaceDimming, on background: Color, _ depth: ColorDepth) {
    shades = Self.shades(face, depth).map { Self.faded($0, dimming, on: background, depth) }
    text = Self.readable([face.text], on: shades, depth)
    muted = Self.readable([face.muted, face.text], on: shades, depth)
    chip = Self.faded(face.chip, dimming, on: background, depth)
  }

  /// The shade at `along` (0…1) from the upper left to the lower right.
  package func shade(_ along: Double) -> Color {
    shades[max(0, min(shades.count - 1, Int(along * Double(shades.count))))]
  }

  /// With 24 bits a gradient with a faint sheen; with 256 colours the three that the theme names,
  /// because there are few shades between two dark colours; with 16 one.
  private static func shades(_ face: CardFace, _ depth: ColorDepth) -> [Color] {
    guard depth >= .indexed256, face.from != face.to else { return [face.from] }
    if depth == .indexed256 {
      return [face.from, face.via ?? face.from.mixed(with: face.to, 0.5), face.to]
    }
    return (0..<steps).map { step in
      let along = Double(step) / Double(steps - 1)
      let plain =
        if let via = face.via {
          along < 0.5
            ? face.from.mixed(with: via, along * 2) : via.mixed(with: face.to, along * 2 - 1)
        } else { face.from.mixed(with: face.to, along) }
      let sheen = max(0, 1 - (along > 0.55 ? along - 0.55 : 0.55 - along) / 0.25)
      return plain.mixed(with: .rgb(255, 255, 255), 0.07 * sheen)
    }
  }

  private static func faded(
    _ color: Color, _ dimming: FaceDimming, on background: Color, _ depth: ColorDepth
  ) -> Color {
    guard dimming != .full else { return color }
    let mixed = color.mixed(with: background, dimming.fade)
    return dimming == .dimmed ? mixed.keepingHue(depth) : mixed
  }

  /// The first of the colours that can be read on all shades, or white or black; if none can, the one
  /// with the most contrast. Colours that depend on the terminal cannot be checked, so the theme's
  /// choice is used.
  static func readable(_ own: [Color], on shades: [Color], _ depth: ColorDepth) -> Color {
    guard depth > .mono else { return own[0] }
    let others: [Color] =
      depth == .ansi16 ? [.indexed(15), .indexed(0)] : [.rgb(255, 255, 255), .rgb(0, 0, 0)]
    func contrast(_ color: Color) -> Double {
      shades.map { shade in
        TerminalKind.of(depth).compactMap { $0.ratio(color, on: shade) }.min() ?? 21
      }.min() ?? 21
    }
    let colors = own + others
    return colors.first { contrast($0) >= Contrast.text }
      ?? colors.max { contrast($0) < contrast($1) } ?? own[0]
  }
}

extension Color {
  /// The colour as a terminal of this depth can show it without losing its hue.
  package func keepingHue(_ depth: ColorDepth) -> Color {
    guard depth == .indexed256, case .rgb(let red, let green, let blue) = kind else { return self }
    let shown = Color.rgb(ofIndex: Color.nearestHue256(RGB(red, green, blue)))
    return .rgb(shown.red, shown.green, shown.blue)
  }
}
