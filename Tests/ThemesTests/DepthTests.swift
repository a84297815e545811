import Canvas
import Testing

@testable import Themes

@Suite("Colour depths")
struct DepthTests {
  static let text = """
    palette:
      sea: {color: '#0000f0', indexed256: 33, ansi16: cyan}
      sand: '#f0f000'
    roles:
      surface: {fg: '#ffffff', bg: '#000000'}
      text: sea
      key: {fg: sand, attrs: bold}
      title: {fg: sand, attrs: bold, indexed256: {attrs: none}, ansi16: {fg: sea}}
      accent: {fg: 200, mono: [underline]}
      danger: {fg: sand, ansi16: {fg: red, bg: blue, attrs: [reverse]}, mono: none}
      warning: {fg: default, bg: default}
      info: {fg: bad, bg: sand}
    faces:
      visa: {from: '#0000f0', to: sand, text: white, ansi16: {from: red, to: red}}
    """

  /// Each role at direct, indexed256, ansi16 and mono.
  static let table: [(Role, [Style])] = [
    (
      .text,
      [
        Style(.rgb(0, 0, 240), on: .rgb(0, 0, 0)), Style(.indexed(33), on: .rgb(0, 0, 0)),
        Style(.indexed(6), on: .indexed(0)), Style(),
      ]
    ),
    (
      .key,
      [
        Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0), .bold),
        Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0), .bold),
        Style(.indexed(11), on: .indexed(0), .bold), Style(.default, on: .default, .bold),
      ]
    ),
    (
      .title,
      [
        Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0), .bold),
        Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0)),
        Style(.indexed(6), on: .indexed(0), .bold), Style(.default, on: .default, .bold),
      ]
    ),
    (
      .accent,
      [
        Style(.indexed(200), on: .rgb(0, 0, 0)), Style(.indexed(200), on: .rgb(0, 0, 0)),
        Style(.indexed(13), on: .indexed(0)), Style(.default, on: .default, .underline),
      ]
    ),
    (
      .danger,
      [
        Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0)), Style(.rgb(240, 240, 0), on: .rgb(0, 0, 0)),
        Style(.indexed(1), on: .indexed(4), .reverse), Style(),
      ]
    ),
    (.warning, [Style(), Style(), Style(), Style()]),
    // An invalid colour is replaced by that of the background role.
    (
      .info,
      [
        Style(.rgb(255, 255, 255), on: .rgb(240, 240, 0)),
        Style(.rgb(255, 255, 255), on: .rgb(240, 240, 0)), Style(.indexed(15), on: .indexed(11)),
        Style(),
      ]
    ),
  ]

  @Test("Roles at each depth", arguments: table)
  func roles(role: Role, styles: [Style]) throws {
    let folder = try ThemeFolder(["mine": Self.text])
    for (depth, style) in zip([ColorDepth.direct, .indexed256, .ansi16, .mono], styles) {
      #expect(folder.load("mine", depth).0[role] == style, "\(depth)")
    }
  }

  @Test("Faces at each depth")
  func faces() throws {
    let folder = try ThemeFolder(["mine": Self.text])
    let direct = folder.load("mine").0.face(.visa)
    #expect(direct.from == .rgb(0, 0, 240))
    #expect(direct.to == .rgb(240, 240, 0))
    #expect(direct.text == .indexed(7))
    let few = folder.load("mine", .ansi16).0.face(.visa)
    #expect(few.from == .indexed(1))
    #expect(few.to == .indexed(1))
    #expect(few.text == .indexed(7))
    let none = folder.load("mine", .mono).0.face(.visa)
    #expect([none.from, none.to, none.text, none.muted, none.chip].allSatisfy { $0 == .default })
  }

  @Test("Mono has no colours, and the selection is visible", arguments: ThemeLibrary.builtinNames)
  func mono(name: String) {
    let (theme, _) = ThemeLibrary.load(named: name, depth: .mono)
    for role in Role.allCases {
      #expect(theme[role].foreground == .default)
      #expect(theme[role].background == .default)
    }
    for role in [Role.selection, .accentFill, .toastSuccess, .toastDanger] {
      #expect(theme[role].attributes.contains(.reverse))
    }
    for role in [Role.strong, .title, .key] { #expect(theme[role].attributes == .bold) }
    #expect(theme[.field].attributes == .underline)
    #expect(theme[.faint].attributes == .dim)
    #expect(
      theme.style(.key, on: .selection).attributes == [.reverse, .bold],
      "a reversed row stays reversed under its texts")
  }

  @Test("A role's place is its place among all cases")
  func index() {
    #expect(Role.allCases.map(\.index) == Array(Role.allCases.indices))
    #expect(FaceName.allCases.map(\.index) == Array(FaceName.allCases.indices))
  }
}
