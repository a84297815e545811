package import Canvas
package import Languages

/// A kind of terminal, as far as its colours go.
package struct TerminalKind: Hashable, Sendable {
  package enum Palette: Sendable { case xterm, linux }

  package let depth: ColorDepth
  /// The palette of its first sixteen colours, if it has no more.
  package let palette: Palette
  /// Whether it has eight colours, and others only by bold.
  package let hasEight: Bool

  package init(_ depth: ColorDepth, _ palette: Palette = .xterm, hasEight: Bool = false) {
    self.depth = depth
    self.palette = palette
    self.hasEight = hasEight
  }

  /// All kinds with colours.
  package static let all = [
    TerminalKind(.direct), TerminalKind(.indexed256), TerminalKind(.ansi16),
    TerminalKind(.ansi16, .linux), TerminalKind(.ansi16, hasEight: true),
    TerminalKind(.ansi16, .linux, hasEight: true),
  ]

  package static func of(_ depth: ColorDepth) -> [TerminalKind] { all.filter { $0.depth == depth } }

  /// The colour that it shows. nil: the colour depends on the terminal. That is the default colour,
  /// and one of the first sixteen colours if the terminal has more.
  package func shown(_ color: Color) -> RGB? {
    switch color.kind {
    case .default: return nil
    case .indexed(let index):
      if index >= 16 { return Color.rgb(ofIndex: index) }
      guard depth <= .ansi16 else { return nil }
      return (palette == .linux ? Color.linux16 : Color.standard16)[Int(index)]
    case .rgb(let r, let g, let b):
      switch depth {
      case .direct: return RGB(r, g, b)
      case .indexed256: return Color.rgb(ofIndex: Color.nearest256(RGB(r, g, b)))
      case .mono, .ansi16: return nil
      }
    }
  }

  /// The colours of a text and its background, as drawn; nil: they depend on the terminal.
  package func drawn(_ style: Style) -> (text: RGB, background: RGB)? {
    var style = style
    if style.attributes.contains(.strike) { style.attributes.insert(.dim) }
    if hasEight { style = Self.eight(style) }
    guard var text = shown(style.foreground), var background = shown(style.background) else {
      return nil
    }
    if style.attributes.contains(.reverse) { swap(&text, &background) }
    // The console shows no dim colours. Others take a third of the colour away.
    if style.attributes.contains(.dim), palette != .linux {
      let mixed = Color(text).mixed(with: Color(background), 1.0 / 3)
      if case .rgb(let r, let g, let b) = mixed.kind { text = RGB(r, g, b) }
    }
    return (text, background)
  }

  package func ratio(_ style: Style) -> Double? {
    drawn(style).map { $0.text.contrast(with: $0.background) }
  }

  package func ratio(_ text: Color, on background: Color) -> Double? {
    ratio(Style(text, on: background))
  }

  /// With eight colours, bold text is shown in the brighter colour.
  private static func eight(_ style: Style) -> Style {
    func number(_ color: Color) -> Int32 {
      if case .indexed(let index) = color.kind { Int32(index) } else { -1 }
    }
    let eight = EightColours.map(
      style.attributes, number(style.foreground), number(style.background))
    func color(_ number: Int32) -> Color { number < 0 ? .default : .indexed(UInt8(number)) }
    let isBright = eight.attributes.contains(.bold) && eight.foreground >= 0
    return Style(
      color(eight.foreground + (isBright ? 8 : 0)), on: color(eight.background), eight.attributes)
  }

  /// As people call it.
  package var title: LocalizedText {
    let colours =
      hasEight ? LocalizedText("8 colours", "8 Farben") : depth.title
    guard palette == .linux else { return colours }
    return colours + LocalizedText(", Linux console", ", Linux-Konsole")
  }
}

/// Contrast as defined by WCAG 2, and the combinations of text and background in a theme.
package enum Contrast {
  /// The least ratio for text (WCAG 2, AA).
  package static let text = 4.5
  /// The least ratio for the words of a command that is not possible now. Its reason is text.
  package static let disabled = 3.0

  /// A text on one of its backgrounds.
  package struct Pair: Sendable {
    package enum Subject: Hashable, Sendable {
      case role(Role, on: Role?)
      case face(FaceName, FacePart, FaceDimming)
      /// Revealed digits on the card's face.
      case secret(FaceName, FaceDimming)
    }
    package let subject: Subject
    package let kind: TerminalKind
    /// nil: the colours depend on the terminal.
    package let ratio: Double?
    package let least: Double

    package var isEnough: Bool { ratio.map { $0 >= least } ?? true }
  }

  /// The roles of text that has a background of its own, or that of the screen only.
  private static let own: [Role] = [
    .title, .accentFill, .selection, .overlay, .overlayText, .overlayMuted, .phoneText,
    .toastSuccess, .toastWarning, .toastDanger, .toastInfo, .field, .fieldFocus, .fieldError,
    .surface, .overlayBorder, .phoneBorder, .band,
  ]
  /// The roles of text that can be on any background.
  private static let anywhere: [Role] = [
    .text, .strong, .muted, .accent, .key, .action, .disabled, .success, .warning, .danger, .info,
    .statusActive, .statusLocked, .statusDigital, .statusIssued, .statusExpired, .statusOther,
    .credit, .secret,
  ]
  private static let backgrounds: [Role] = [.surface, .selection, .overlay, .phoneBorder, .band]
  /// The roles of text in a field, besides what is typed: its hint, its counter, and its note.
  private static let inFields: [Role] = [
    .text, .strong, .muted, .key, .overlayText, .overlayMuted,
  ]

  /// Every text of a theme on each of its possible backgrounds, on each kind of terminal that has
  /// the theme's colour depth. None in mono.
  package static func pairs(_ theme: Theme) -> [Pair] {
    TerminalKind.of(theme.depth).flatMap { kind in
      own.map { pair(.role($0, on: nil), kind, [theme[$0]]) }
        + backgrounds.flatMap { background in
          anywhere.map { role in
            pair(
              .role(role, on: background == .surface ? nil : background), kind,
              [theme.style(role, on: background)],
              least: role == .disabled ? disabled : text)
          }
        }
        + [.field, .fieldFocus].flatMap { field in
          inFields.map { pair(.role($0, on: field), kind, [theme.style($0, on: field)]) }
        }
        + FaceName.allCases.flatMap { face in
          FaceDimming.allCases.flatMap { pairs(of: face, $0, kind, theme) }
        }
    }
  }

  /// The whole gradient is checked.
  private static func pairs(
    of face: FaceName, _ dimming: FaceDimming, _ kind: TerminalKind, _ theme: Theme
  ) -> [Pair] {
    let paint = theme.paint(face, dimming)
    return [
      pair(
        .face(face, .text, dimming), kind, paint.shades.map { Style(paint.text, on: $0, .bold) }),
      pair(.face(face, .muted, dimming), kind, paint.shades.map { Style(paint.muted, on: $0) }),
      pair(.secret(face, dimming), kind, paint.shades.map { theme.secret(on: paint, $0) }),
    ]
  }

  private static func pair(
    _ subject: Pair.Subject, _ kind: TerminalKind, _ styles: [Style], least: Double = text
  ) -> Pair {
    let ratios = styles.compactMap(kind.ratio)
    return Pair(
      subject: subject, kind: kind, ratio: ratios.count == styles.count ? ratios.min() : nil,
      least: least)
  }
}

extension Contrast.Pair: CustomStringConvertible {
  /// `muted on selection has 2.9:1, and 4.5:1 is needed (256 colours)`.
  package var text: LocalizedText {
    let (has, needed) = (Self.text(ratio ?? 0), Self.text(least))
    return what
      + LocalizedText(
        " has \(has):1 but needs \(needed):1", " hat \(has):1, nötig sind \(needed):1")
      + kind.title.map { " (\($0))" }
  }

  package var description: String { text.english }

  private var what: LocalizedText {
    switch subject {
    case .role(let role, nil): LocalizedText(verbatim: role.rawValue)
    case .role(let role, let background?):
      LocalizedText(
        "\(role.rawValue) on \(background.rawValue)", "\(role.rawValue) auf \(background.rawValue)")
    case .face(let name, let part, let dimming): on(part.rawValue, name, dimming)
    case .secret(let name, let dimming): on(Role.secret.rawValue, name, dimming)
    }
  }

  private func on(_ part: String, _ name: FaceName, _ dimming: FaceDimming) -> LocalizedText {
    let face = name.rawValue + (dimming == .full ? "" : ", \(dimming)")
    return LocalizedText("\(part) on the face \(face)", "\(part) auf der Karte \(face)")
  }

  /// One decimal place, rounded down.
  private static func text(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Color {
  fileprivate init(_ color: RGB) { self = .rgb(color.red, color.green, color.blue) }
}
