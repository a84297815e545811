package import Canvas
package import Languages

/// Contrast as defined by WCAG 2, and the combinations of text and background in a theme.
package enum Contrast {
  /// From 1 (the same colour) to 21 (black on white).
  package static func ratio(_ a: RGB, _ b: RGB) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// The colour that a terminal of this depth shows. nil: the colour depends on the terminal. That
  /// is the default colour, and one of the first sixteen colours if the terminal has more. With a
  /// depth of sixteen colours, those of xterm are assumed.
  package static func shown(_ color: Color, _ depth: ColorDepth) -> RGB? {
    switch color.kind {
    case .default: nil
    case .indexed(let index):
      index < 16 && depth > .ansi16 ? nil : Color.rgb(ofIndex: index)
    case .rgb(let r, let g, let b):
      switch depth {
      case .direct: RGB(r, g, b)
      case .indexed256: Color.rgb(ofIndex: Color.nearest256(RGB(r, g, b)))
      default: nil
      }
    }
  }

  private static func luminance(_ color: RGB) -> Double {
    func linear(_ value: UInt8) -> Double {
      let x = Double(value) / 255
      return x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// x to the power of 2.4: x² · x^(2/5). The root is computed by Newton's method.
  private static func power(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }
}

extension Contrast {
  /// A text on one of its backgrounds.
  package struct Pair: Sendable {
    package enum Subject: Hashable, Sendable {
      case role(Role, on: Role?)
      case face(FaceName, FacePart)
      /// Revealed digits on the card's face.
      case secret(FaceName, FaceDimming)
    }
    package let subject: Subject
    /// nil: the colours depend on the terminal.
    package let ratio: Double?
    /// The least ratio: 4.5 for text (WCAG 2, AA), 3.5 for text that is less important on purpose,
    /// and 4 for xterm's sixteen colours, which are only assumed.
    package let least: Double

    package var isEnough: Bool { ratio.map { $0 >= least } ?? true }
  }

  private static let readable: [Role] = [
    .text, .strong, .accent, .key, .title, .success, .warning, .danger, .info, .statusActive,
    .statusLocked, .statusDigital, .statusIssued, .statusOther, .credit, .secret, .accentFill,
    .selection, .overlay, .overlayText, .phoneText, .toastSuccess, .toastWarning, .toastDanger,
    .toastInfo, .field, .fieldFocus, .fieldError, .surface, .overlayBorder, .phoneBorder,
  ]
  private static let quiet: [Role] = [.muted, .overlayMuted, .statusExpired]
  /// The roles that can be in the selected row or in a dialog, besides those with a background of
  /// their own.
  private static let onOtherBackgrounds: [Role] = [
    .text, .strong, .accent, .key, .success, .warning, .danger, .info, .statusActive,
    .statusLocked, .statusDigital, .statusIssued, .statusOther, .credit, .secret,
  ]

  /// The least ratio for text (WCAG 2, AA). It is lower for xterm's sixteen colours, which are only
  /// assumed.
  static func minimumForText(_ depth: ColorDepth) -> Double { depth == .ansi16 ? 4 : 4.5 }

  /// Every text of a theme on each of its possible backgrounds. None in mono.
  package static func pairs(_ theme: Theme) -> [Pair] {
    guard theme.depth > .mono else { return [] }
    let least = minimumForText(theme.depth)
    var pairs = readable.map { pair($0, theme[$0], least, theme) }
    pairs += quiet.map { pair($0, theme[$0], 3.5, theme) }
    // With 16 colours all text in the selected row has one colour.
    if theme.depth > .ansi16 {
      for background in [Role.selection, .overlay, .phoneBorder] {
        pairs += onOtherBackgrounds.map {
          pair($0, theme.style($0, on: background), 4.5, theme, on: background)
        }
        pairs += quiet.map { pair($0, theme.style($0, on: background), 3.5, theme, on: background) }
      }
    }
    return pairs + FaceName.allCases.flatMap { face($0, theme) }
  }

  private static func pair(
    _ role: Role, _ style: Style, _ least: Double, _ theme: Theme, on background: Role? = nil
  ) -> Pair {
    Pair(
      subject: .role(role, on: background),
      ratio: worst(style.foreground, [style.background], theme.depth), least: least)
  }

  /// The whole gradient is checked.
  private static func face(_ name: FaceName, _ theme: Theme) -> [Pair] {
    let face = theme.face(name)
    let backgrounds = (0...64).map { face.background(Double($0) / 64, depth: theme.depth) }
    let texts = [(FacePart.text, face.text), (.muted, face.muted)].map { part, color in
      Pair(
        subject: .face(name, part), ratio: worst(color, backgrounds, theme.depth), least: 4.5)
    }
    return texts + FaceDimming.allCases.map { secret(on: name, $0, theme) }
  }

  /// The worst ratio of all digits of a revealed secret, each at its position on the gradient.
  private static func secret(on name: FaceName, _ dimming: FaceDimming, _ theme: Theme) -> Pair {
    let ratios = (0...64).map { step in
      let background = theme.faceBackground(of: name, dimming, Double(step) / 64, isFlat: true)
      let style = theme.secret(onFace: name, background)
      return worst(style.foreground, [style.background], theme.depth)
    }
    let known = ratios.compactMap { $0 }
    return Pair(
      subject: .secret(name, dimming), ratio: known.count == ratios.count ? known.min() : nil,
      least: minimumForText(theme.depth))
  }

  private static func worst(_ front: Color, _ backgrounds: [Color], _ depth: ColorDepth) -> Double?
  {
    guard let front = shown(front, depth) else { return nil }
    let ratios = backgrounds.compactMap { shown($0, depth) }.map { ratio(front, $0) }
    return ratios.count == backgrounds.count ? ratios.min() : nil
  }
}

extension Contrast.Pair: CustomStringConvertible {
  /// `muted on selection has 2.9:1, and 3.5:1 is needed`.
  package var text: LocalizedText {
    let (has, needed) = (Self.text(ratio ?? 0), Self.text(least))
    return what
      + LocalizedText(
        " has \(has):1, and \(needed):1 is needed", " hat \(has):1, nötig ist \(needed):1")
  }

  package var description: String { text.english }

  private var what: LocalizedText {
    switch subject {
    case .role(let role, nil): LocalizedText(verbatim: role.rawValue)
    case .role(let role, let background?):
      LocalizedText(
        "\(role.rawValue) on \(background.rawValue)", "\(role.rawValue) auf \(background.rawValue)")
    case .face(let name, let part): on(part.rawValue, name.rawValue)
    case .secret(let name, let dimming):
      on(Role.secret.rawValue, name.rawValue + (dimming == .full ? "" : ", \(dimming)"))
    }
  }

  private func on(_ part: String, _ face: String) -> LocalizedText {
    LocalizedText("\(part) on the face \(face)", "\(part) auf der Karte \(face)")
  }

  /// One decimal place, rounded down.
  private static func text(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
