package import Canvas

/// The meaning of a cell. Views name roles, and themes define the style of each role.
package enum Role: String, CaseIterable, Sendable {
  // Backgrounds and text.
  case surface, text, strong, muted, faint, band
  // Active elements.
  case accent, accentFill, key, action, disabled, border, borderFocus, title, selection
  case selectionBar
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
  /// The colour in the middle, if it is not the mean.
  package var via: Color?
  package var to: Color
  package var text: Color
  package var muted: Color
  package var chip: Color
}

/// The name of a face.
package enum FaceName: String, CaseIterable, Sendable {
  case visa, mastercard, other
}

/// A theme for one colour depth, as views use it.
package struct Theme: Equatable, Sendable {
  package enum Appearance: String, Sendable { case dark, light }

  package let name: String
  package let appearance: Appearance
  package let depth: ColorDepth
  private let styles: [Style]
  private let faces: [CardFace]
  private let paints: [FacePaint]

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
    let background = self.styles[Role.surface.index].background
    paints = self.faces.flatMap { face in
      FaceDimming.allCases.map { FacePaint(face, $0, on: background, depth) }
    }
  }

  /// A theme without styles, for measuring only.
  package static let plain = Theme(
    name: "plain", appearance: .dark, depth: .mono, styles: [:], faces: [:])

  package subscript(_ role: Role) -> Style { styles[role.index] }

  package func face(_ name: FaceName) -> CardFace { faces[name.index] }

  /// How a face is painted.
  package func paint(_ name: FaceName, _ dimming: FaceDimming) -> FacePaint {
    paints[name.index * FaceDimming.allCases.count + dimming.index]
  }

  /// The style of revealed digits on a shade of a face: the gold of the card's chip if it can be read
  /// there, otherwise the face's text colour, white or black. One of these has a contrast of
  /// 4.5:1 on any shade, so no theme can hide the digits.
  package func secret(on paint: FacePaint, _ shade: Color) -> Style {
    let attributes = self[.secret].attributes.subtracting(.dim)
    guard depth > .mono else { return Style(.default, on: .default, attributes) }
    let gold = paint.chip.mixed(with: .rgb(255, 255, 255), 0.45)
    let own = depth == .ansi16 ? [paint.text] : [gold, paint.text]
    return Style(FacePaint.readable(own, on: [shade], depth), on: shade, attributes)
  }

  /// A role on the background of another role, such as a status in the selected row.
  ///
  /// The selected row and the field with the focus have one text colour if they are reversed, and with
  /// 16 colours, where the other colours are not readable on them.
  package func style(_ role: Role, on background: Role) -> Style {
    let front = self[role]
    let back = self[background]
    let isFlat = (background == .selection || background == .fieldFocus) && depth <= .ansi16
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
    default: .surface  // The screen itself, unless the role is part of another one.
    }
  }

  /// The attributes that show the role without colours, unless the theme names others.
  var monoAttributes: Attributes {
    switch self {
    case .selection, .accentFill, .toastSuccess, .toastWarning, .toastInfo: .reverse
    case .toastDanger, .selectionBar: [.reverse, .bold]
    case .strong, .accent, .key, .action, .title, .band, .borderFocus, .danger, .secret, .chartHigh:
      .bold
    case .field: .underline
    case .fieldFocus: [.underline, .bold]
    case .fieldError: [.underline, .reverse]
    case .faint, .disabled, .statusExpired: .dim
    default: []  // Without colours only what must stand out has attributes.
    }
  }
}

extension FaceName {
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
