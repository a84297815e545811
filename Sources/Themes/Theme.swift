package import Canvas

/// What a cell means. Views know roles only; themes say how a role looks.
package enum Role: String, CaseIterable, Sendable {
  // Ground.
  case surface, text, strong, muted, faint
  // What is active.
  case accent, accentFill, key, border, borderFocus, title, selection, selectionBar
  // What something means.
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

/// How a card's face is painted: a gradient with text on it.
package struct CardFace: Hashable, Sendable {
  /// Upper left and lower right of the gradient; equal for a flat block.
  package var from: Color
  package var to: Color
  /// Half way, where that is not simply the mixture.
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
  /// The ground at `along` (0…1) from the upper left to the lower right. With 256 colours there is
  /// little between two dark ones: there a face with a middle has three clean bands.
  package func ground(_ along: Double, depth: ColorDepth) -> Color {
    guard let via else { return from.mixed(with: to, along) }
    if depth < .direct { return along < 0.3 ? from : along < 0.7 ? via : to }
    return along < 0.5
      ? from.mixed(with: via, along * 2) : via.mixed(with: to, along * 2 - 1)
  }
}

/// How a card's state changes its face.
package enum FaceLook: CaseIterable, Sendable {
  /// As the theme has it; without its colours, as of a locked card; and nearly gone, as of one
  /// that is over.
  case full, dimmed, faded

  /// How much of a dimmed face is mixed with the ground of the screen, 0…1.
  package var fade: Double { self == .faded ? 0.35 : self == .dimmed ? 0.05 : 0 }
}

/// Which face a card gets.
package enum FaceName: String, CaseIterable, Sendable {
  case visa, mastercard, other
}

/// A theme resolved to one colour depth: what views paint with.
package struct Theme: Sendable {
  package enum Appearance: String, Sendable { case dark, light }

  package let name: String
  package let appearance: Appearance
  package let depth: ColorDepth
  private let styles: [Style]
  private let faces: [CardFace]

  /// `styles` by `Role.allCases`, `faces` by `FaceName.allCases`, in that order and complete.
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

  /// Without any looks: for what is only measured.
  package static let plain = Theme(
    name: "plain", appearance: .dark, depth: .mono, styles: [:], faces: [:])

  package subscript(_ role: Role) -> Style { styles[role.index] }

  package func face(_ name: FaceName) -> CardFace { faces[name.index] }

  /// The ground of a face at `along` (0…1) from the upper left to the lower right.
  ///
  /// - Parameter isFlat: Without the gradient of a face that is dimmed: on one of its shades a
  ///   revealed secret can be read, on all of them no colour can.
  package func ground(
    of name: FaceName, _ look: FaceLook, _ along: Double, isFlat: Bool = false
  ) -> Color {
    let face = face(name)
    guard look != .full else { return face.ground(along, depth: depth) }
    // What is dimmed has no colour left; 256-colour terminals have a fine scale of greys.
    let color = depth >= .indexed256 ? Color.rgb(0x58, 0x58, 0x5c) : face.from
    return color.mixed(with: self[.surface].background, look.fade + (isFlat ? 0 : along * 0.5))
  }

  /// Revealed digits on one colour of a face: in the face's own colour where they can be read so,
  /// else in white or black, one of which has 4.5:1 on any ground. So no theme can hide them.
  package func secret(onFace name: FaceName, _ ground: Color) -> Style {
    let attributes = self[.secret].attributes.subtracting(.dim)
    guard depth > .mono else { return Style(.default, on: .default, attributes) }
    let own = face(name).text
    let others: [Color] =
      depth == .ansi16 ? [.indexed(15), .indexed(0)] : [.rgb(255, 255, 255), .rgb(0, 0, 0)]
    func contrast(_ ink: Color) -> Double? {
      guard let front = Contrast.shown(ink, depth), let back = Contrast.shown(ground, depth)
      else { return nil }
      return Contrast.ratio(front, back)
    }
    // What is the terminal's own cannot be judged: the theme's word counts.
    let isReadable = contrast(own).map { $0 >= Contrast.leastForText(depth) } ?? true
    let ink = isReadable ? own : others.max { contrast($0) ?? 0 < contrast($1) ?? 0 } ?? own
    return Style(ink, on: ground, attributes)
  }

  /// A role on another role's background: a status in the selected row, a key in an overlay.
  ///
  /// The selected row is of one colour where it is shown by reversing, and with 16 colours, none
  /// of which the others can be read on.
  package func style(_ role: Role, on ground: Role) -> Style {
    let front = self[role]
    let back = self[ground]
    let isFlat = depth <= .ansi16 && ground == .selection
    if isFlat || back.attributes.contains(.reverse) {
      return back.with(front.attributes.subtracting(.dim))
    }
    return front.on(back.background)
  }
}

extension Role {
  /// The place among `allCases`: looked up for each thing that is painted, so it must cost
  /// nothing. An enum without payloads is stored as that number; a test holds it to it.
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The role that gives what a theme leaves out: whose background a text stands on.
  var ground: Role? {
    switch self {
    case .surface: nil
    case .overlayText, .overlayMuted, .overlayBorder, .field, .phoneBorder: .overlay
    case .phoneText: .phoneBorder
    case .fieldFocus, .fieldError: .field
    case .selectionBar: .selection
    default: .surface
    }
  }

  /// Attributes that carry the role where there are no colours, unless the theme says others.
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
