import Canvas
import Testing

@testable import Themes

@Suite("Built-in themes")
struct BuiltinThemeTests {
  /// All but the one whose colours are the terminal's.
  static let coloured = ThemeLibrary.builtinNames.filter { $0 != "terminal" }
  static let readable: [Role] = [
    .text, .strong, .accent, .key, .title, .success, .warning, .danger, .info, .statusActive,
    .statusLocked, .statusDigital, .statusIssued, .statusOther, .credit, .secret, .accentFill,
    .selection, .overlay, .overlayText, .phoneText, .toastSuccess, .toastWarning, .toastDanger,
    .toastInfo, .field, .fieldFocus, .fieldError, .surface, .overlayBorder, .phoneBorder,
  ]
  static let quiet: [Role] = [.muted, .overlayMuted, .statusExpired]
  /// What may stand in the selected row or in a dialog, beside what has a background of its own.
  static let onOtherGround: [Role] = [
    .text, .strong, .accent, .key, .success, .warning, .danger, .info, .statusActive,
    .statusLocked, .statusDigital, .statusIssued, .statusOther, .credit, .secret,
  ]

  @Test("They have no mistakes", arguments: ThemeLibrary.builtinNames)
  func clean(name: String) {
    #expect(ThemeLibrary.check(named: name) == [])
  }

  @Test(
    "Those that inherit nothing leave nothing to be guessed",
    arguments: ["dark", "light", "terminal"])
  func complete(name: String) throws {
    let bytes = try #require(ThemeLibrary.builtin.first { $0.name == name }).text()
    let file = bytes.withUnsafeBufferPointer { ThemeFile(file: name, bytes: $0) }
    #expect(file.name == name)
    #expect(Role.allCases.filter { file.roles[$0] == nil } == [])
    for face in FaceName.allCases {
      let parts = Set(FacePart.allCases).subtracting([.via])
      #expect(parts.isSubset(of: Set(file.faces[face]?.full.keys.map { $0 } ?? [])))
    }
  }

  @Test(
    "Text can be read: 4.5, muted 3.5", arguments: coloured,
    [ColorDepth.direct, .indexed256, .ansi16])
  func contrast(name: String, depth: ColorDepth) throws {
    let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
    func check(_ role: Role, _ style: Style, _ least: Double, _ where: String = "") throws {
      let front = try #require(Contrast.shown(style.foreground, depth))
      let back = try #require(Contrast.shown(style.background, depth))
      let ratio = Contrast.ratio(front, back)
      #expect(ratio >= least, "\(role) \(`where`) has \(ratio)")
    }
    // What the 16 look like is each terminal's own affair: xterm's are assumed, with some slack.
    let least = depth == .ansi16 ? 4 : 4.5
    for role in Self.readable { try check(role, theme[role], least) }
    for role in Self.quiet { try check(role, theme[role], 3.5) }
    // With 16 colours the selection is a bright block whose text is all of one colour.
    guard depth > .ansi16 else { return }
    for ground in [Role.selection, .overlay, .phoneBorder] {
      for role in Self.onOtherGround {
        try check(role, theme.style(role, on: ground), 4.5, "on \(ground)")
      }
      for role in Self.quiet {
        try check(role, theme.style(role, on: ground), 3.5, "on \(ground)")
      }
    }
  }

  @Test(
    "Faces can be read along the whole gradient", arguments: coloured,
    [ColorDepth.direct, .indexed256, .ansi16])
  func faces(name: String, depth: ColorDepth) throws {
    let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
    for name in FaceName.allCases {
      let face = theme.face(name)
      let gradient = try (0...64).map {
        try #require(Contrast.shown(face.ground(Double($0) / 64, depth: depth), depth))
      }
      for (part, color) in [("text", face.text), ("muted", face.muted)] {
        let front = try #require(Contrast.shown(color, depth))
        let worst = gradient.map { Contrast.ratio(front, $0) }.min() ?? 0
        #expect(worst >= 4.5, "\(part) on \(name) has \(worst)")
      }
    }
  }

  @Test(
    "Grounds stay apart", arguments: coloured, [ColorDepth.direct, .indexed256])
  func grounds(name: String, depth: ColorDepth) throws {
    let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
    let roles: [Role] = [.surface, .selection, .overlay, .field]
    let shown = try roles.map { try #require(Contrast.shown(theme[$0].background, depth)) }
    for (index, color) in shown.enumerated() {
      for other in shown.indices.dropFirst(index + 1) {
        #expect(color != shown[other], "\(roles[index]) and \(roles[other])")
      }
    }
  }

  @Test("Statuses that are not the same differ", arguments: ThemeLibrary.builtinNames)
  func statuses(name: String) {
    for depth in [ColorDepth.direct, .indexed256] {
      let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
      let roles: [Role] = [
        .statusActive, .statusLocked, .statusDigital, .statusIssued, .statusExpired, .statusOther,
      ]
      #expect(Set(roles.map { theme[$0] }).count == roles.count, "\(depth)")
    }
  }

  @Test("The terminal's theme uses its sixteen colours only", arguments: ColorDepth.allCases)
  func ownColours(depth: ColorDepth) {
    let (theme, _) = ThemeLibrary.load(named: "terminal", depth: depth)
    var colors = Role.allCases.flatMap { [theme[$0].foreground, theme[$0].background] }
    for name in FaceName.allCases {
      let face = theme.face(name)
      colors += [face.from, face.via ?? face.from, face.to, face.text, face.muted, face.chip]
    }
    for color in colors {
      switch color.kind {
      case .default: break
      case .indexed(let index): #expect(index < 16)
      case .rgb: Issue.record("\(color) is not the terminal's own")
      }
    }
  }
}
