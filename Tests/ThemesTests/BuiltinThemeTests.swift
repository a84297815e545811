import Canvas
import Languages
import Testing
import Yaml

@testable import Themes

@Suite("Built-in themes")
struct BuiltinThemeTests {
  /// All themes except the one with the terminal's colours.
  static let coloured = ThemeLibrary.builtinNames.filter { $0 != "terminal" }
  @Test("They have no mistakes", arguments: ThemeLibrary.builtinNames)
  func clean(name: String) {
    #expect(ThemeLibrary.check(named: name) == [])
  }

  @Test(
    "A theme that inherits nothing defines everything",
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
    "Text is readable on every background that it can have", arguments: coloured,
    [ColorDepth.direct, .indexed256, .ansi16])
  func contrast(name: String, depth: ColorDepth) {
    let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
    let pairs = Contrast.pairs(theme)
    #expect(pairs.count > 35 && pairs.allSatisfy { $0.ratio != nil })
    #expect(pairs.filter { !$0.isEnough }.map(\.description) == [])
    for face in FaceName.allCases {
      for dimming in FaceDimming.allCases {
        for subject in [
          Contrast.Pair.Subject.secret(face, dimming), .face(face, .text, dimming),
          .face(face, .muted, dimming),
        ] {
          #expect(pairs.contains { $0.subject == subject }, "\(subject)")
        }
      }
    }
  }

  @Test("Possible and impossible commands look different, in colours and without")
  func disabled() {
    for name in ThemeLibrary.builtinNames {
      for depth in ColorDepth.allCases {
        let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
        let (action, disabled) = (theme[.action], theme[.disabled])
        #expect(action != disabled, "\(name) \(depth)")
        #expect(!disabled.attributes.contains(.bold))
      }
    }
  }

  @Test("A text that cannot be read is named with its background, terminal and ratio")
  func named() throws {
    let folder = try ThemeFolder([
      "mine": """
      inherits: dark
      roles: {muted: '#555555', disabled: '#333333'}
      """
    ])
    let found = ThemeLibrary.checkContrast(named: "mine", searchFolders: [folder.path])
      .map(\.message.english)
    #expect(found.contains("muted has 2.4:1 but needs 4.5:1 (24-bit colours)"))
    #expect(found.contains { $0.hasPrefix("disabled on selection has 1:1 but needs 3:1") })
    #expect(found.contains { $0.hasPrefix("muted on band has ") })
  }

  /// Roles of lines, bars and signs beside words.
  private static let drawn: Set<Role> = [
    .faint, .border, .borderFocus, .selectionBar, .chartLow, .chartHigh,
  ]

  @Test(
    "Every text without contrast is found",
    arguments: Role.allCases.filter { !drawn.contains($0) })
  func found(role: Role) throws {
    let unseen = "fg: '#111318', bg: '#111318', ansi16: {fg: black, bg: black, attrs: none}"
    let folder = try ThemeFolder(["mine": "inherits: dark\nroles: {\(role.rawValue): {\(unseen)}}"])
    let pairs = [ColorDepth.direct, .indexed256, .ansi16].flatMap { depth in
      Contrast.pairs(
        ThemeLibrary.load(named: "mine", depth: depth, searchFolders: [folder.path]).0)
    }
    // With eight colours one that cannot be read is replaced.
    for kind in TerminalKind.all where !kind.hasEight {
      #expect(
        pairs.contains { pair in
          guard case .role(role, _) = pair.subject else { return false }
          return pair.kind == kind && !pair.isEnough
        }, "\(kind.title.english)")
    }
  }

  @Test("A face on which no text can be read at both ends is found", arguments: FaceName.allCases)
  func foundFace(name: FaceName) throws {
    let folder = try ThemeFolder([
      "mine": "inherits: dark\nfaces: {\(name.rawValue): {from: '#000000', to: '#ffffff'}}"
    ])
    let found = Contrast.pairs(
      ThemeLibrary.load(named: "mine", depth: .direct, searchFolders: [folder.path]).0
    ).filter { !$0.isEnough }.map(\.subject)
    for dimming in [FaceDimming.full, .dimmed] {
      #expect(found.contains(.face(name, .text, dimming)))
      #expect(found.contains(.face(name, .muted, dimming)))
    }
  }

  @Test("The check of contrast agrees", arguments: ThemeLibrary.builtinNames)
  func checked(name: String) {
    #expect(ThemeLibrary.checkContrast(named: name) == [])
  }

  @Test(
    "Backgrounds are different", arguments: coloured, [ColorDepth.direct, .indexed256])
  func grounds(name: String, depth: ColorDepth) throws {
    let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
    let roles: [Role] = [.surface, .selection, .overlay, .field]
    let shown = try roles.map { try #require(TerminalKind(depth).shown(theme[$0].background)) }
    for (index, color) in shown.enumerated() {
      for other in shown.indices.dropFirst(index + 1) {
        #expect(color != shown[other], "\(roles[index]) and \(roles[other])")
      }
    }
  }

  @Test("A card keeps its hue when it is locked", arguments: coloured)
  func hue(name: String) throws {
    for depth in [ColorDepth.direct, .indexed256] {
      let (theme, _) = ThemeLibrary.load(named: name, depth: depth)
      for face in [FaceName.visa, .mastercard] {
        let shades = [FaceDimming.full, .dimmed].map { theme.paint(face, $0).shades }
        #expect(shades[0] != shades[1])
        for shade in shades[1] {
          let shown = try #require(TerminalKind(depth).shown(shade))
          #expect(shown.chroma >= 12, "\(name) \(depth) \(face) \(shown)")
        }
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
