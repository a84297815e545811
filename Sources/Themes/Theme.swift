package import Canvas

/// The meaning of a cell. Views name roles, and themes define the style of each role.
package enum Role: String, CaseIterable, Sendable {
  // Backgrounds and text.
  case surface, text, strong, muted, faint
  // Active elements.
  case accent, accentFill, key, border, borderFocus, title, selection, selectionBar
  // States.
  case success, warning, danger, info
  case statusActive, statusLocked, statusDigital, statusIssued, statusExpired, statusOther
  // Overlays.
  case overlay, overlayText, overlayMuted, overlayBorder, phoneBorder, phoneText
  case toastSuccess, toastWarning, toastDanger, toastInfo
  // Input.
  case field, fieldFocus, fieldError
  // Spending.
  case chartLow, chartHigh, credit
  // A revealed secret.
  case secret
}

/// The style of a card's face: a gradient with text on it.
package struct CardFace: Hashable, Sendable {
  /// The colours at the upper left and the lower right of the gradient. If they are equal, the face
  /// has one colour.
  package var from: Color
  package var to: Color
  /// The colour in the middle, if it is not the mean.
  package var via: Color?
  package var text: Color
  package var muted: Color
  package var chip: Color

  package init(
    from: Color, via: Color? = nil, to: Color, text: Color, muted: Color, chip: Color
  ) {
    self.from = from
    self.via = via
    self.to = to
    self.text = text
    self.muted = muted
    self.chip = chip
  }
}

extension CardFace {
  /// The background at the position `along` (0…1) from the upper left to the lower right. With
  /// 256 colours there are few shades between two dark colours, so a face with a middle colour has
  /// three bands.
  package func background(_ along: Double, depth: ColorDepth) -> Color {
    guard let via else { return from.mixed(with: to, along) }
    if depth < .direct { return along < 0.3 ? from : along < 0.7 ? via : to }
    return along < 0.5
      ? from.mixed(with: via, along * 2) : via.mixed(with: to, along * 2 - 1)
  }
}

/// How a card's state changes its face.
package enum FaceDimming: CaseIterable, Sendable {
  /// With the colours of the theme; without them, for a locked card; almost invisible, for a card
  /// that has ended.
  case full, dimmed, faded

  /// The part of the screen's background in the colour of the face, 0…1.
  package var fade: Double { self == .faded ? 0.35 : self == .dimmed ? 0.05 : 0 }
}

/// The name of a face.
package enum FaceName: String, CaseIterable, Sendable {
  case visa, mastercard, other
}

/// A theme for one colour depth, as views use it.
package struct Theme: Sendable {
  package enum Appearance: String, Sendable { case dark, light }

  package let name: String
  package let appearance: Appearance
  package let depth: ColorDepth
  private let styles: [Style]
  private let faces: [CardFace]

  /// `styles` is in the order of `Role.allCases`, `faces` in that of `FaceName.allCases`. Both are
  /// complete.
  init(
    name: String, appearance: Appearance, depth: ColorDepth, styles: [Role: Style],
    faces: [FaceName: CardFace]
  ) {
    self.name = name
    self.appearance = appearance
    self.depth = depth
    self.styles = Role.allCases.map { styles[$0] ?? .plain }
    let plain = CardFace(
      from: .default, to: .default, text: .default, muted: .default, chip: .default)
    self.faces = FaceName.allCases.map { faces[$0] ?? plain }
  }

  /// A theme without styles, for measuring only.
  package static let plain = Theme(
    name: "plain", appearance: .dark, depth: .mono, styles: [:], faces: [:])

  package subscript(_ role: Role) -> Style { styles[role.index] }

  package func face(_ name: FaceName) -> CardFace { faces[name.index] }

  /// The background of a face at the position `along` (0…1) from the upper left to the lower
  /// right.
  ///
  /// - Parameter isFlat: Whether a dimmed face has no gradient. No text colour is readable on all
  ///   shades of a gradient, so a revealed secret is shown on one shade.
  package func faceBackground(
    of name: FaceName, _ dimming: FaceDimming, _ along: Double, isFlat: Bool = false
  ) -> Color {
    let face = face(name)
    guard dimming != .full else { return face.background(along, depth: depth) }
    // A dimmed face is grey. Terminals with 256 colours have many greys.
    let color = depth >= .indexed256 ? Color.rgb(0x58, 0x58, 0x5c) : face.from
    return color.mixed(with: self[.surface].background, dimming.fade + (isFlat ? 0 : along * 0.5))
  }

  /// The style of revealed digits on a colour of a face. It is the face's own text colour if that
  /// is readable, otherwise white or black. One of these has a contrast of 4.5:1 on any background,
  /// so no theme can hide the digits.
  package func secret(onFace name: FaceName, _ background: Color) -> Style {
    let attributes = self[.secret].attributes.subtracting(.dim)
    guard depth > .mono else { return Style(.default, on: .default, attributes) }
    let own = face(name).text
    let others: [Color] =
      depth == .ansi16 ? [.indexed(15), .indexed(0)] : [.rgb(255, 255, 255), .rgb(0, 0, 0)]
    func contrast(_ digits: Color) -> Double? {
      guard let front = Contrast.shown(digits, depth), let back = Contrast.shown(background, depth)
      else { return nil }
      return Contrast.ratio(front, back)
    }
    // Colours that depend on the terminal cannot be checked, so the theme's choice is used.
    let isReadable = contrast(own).map { $0 >= Contrast.minimumForText(depth) } ?? true
    let digits = isReadable ? own : others.max { contrast($0) ?? 0 < contrast($1) ?? 0 } ?? own
    return Style(digits, on: background, attributes)
  }

  /// A role on the background of another role, such as a status in the selected row.
  ///
  /// The selected row has one text colour if it is reversed, and with 16 colours, where the other
  /// colours are not readable on it.
  package func style(_ role: Role, on background: Role) -> Style {
    let front = self[role]
    let back = self[background]
    let isFlat = depth <= .ansi16 && background == .selection
    if isFlat || back.attributes.contains(.reverse) {
      return back.with(front.attributes.subtracting(.dim))
    }
    return front.on(back.background)
  }
}

extension Role {
  /// The position in `allCases`. It is needed for each cell, so it must be fast. An enum without
  /// payloads is stored as this number; a test checks that.
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The role that provides the values that a theme leaves out, such as the background of a text.
  var inheritedRole: Role? {
    switch self {
    case .surface: nil
    case .overlayText, .overlayMuted, .overlayBorder, .field, .phoneBorder: .overlay
    case .phoneText: .phoneBorder
    case .fieldFocus, .fieldError: .field
    case .selectionBar: .selection
    default: .surface
    }
  }

  /// The attributes that show the role without colours, unless the theme names others.
  var monoAttributes: Attributes {
    switch self {
    case .selection, .accentFill, .toastSuccess, .toastWarning, .toastInfo: .reverse
    case .toastDanger, .selectionBar: [.reverse, .bold]
    case .strong, .accent, .key, .title, .borderFocus, .danger, .secret, .chartHigh: .bold
    case .field: .underline
    case .fieldFocus: [.underline, .bold]
    case .fieldError: [.underline, .reverse]
    case .faint, .statusExpired: .dim
    default: []
    }
  }
}

extension FaceName {
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
