import Canvas
import Foundation
import Languages
import Testing
import Yaml

@testable import Themes

/// A folder of theme files, which is removed with the test.
final class ThemeFolder {
  let path: String

  init(_ files: [String: String]) throws {
    path = NSTemporaryDirectory() + "themes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).yaml"))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func load(_ name: String, _ depth: ColorDepth = .direct) -> (Theme, [String]) {
    let (theme, warnings) = ThemeLibrary.load(named: name, depth: depth, searchFolders: [path])
    return (theme, warnings.map { String($0.description.replacing("\(path)/", with: "")) })
  }
}

@Suite("Theme files")
struct ThemeFileTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let warnings: [String]
    init(_ text: String, _ warnings: String...) {
      self.text = text
      self.warnings = warnings
    }
    var testDescription: String { warnings.first ?? "none" }
  }

  static let mistakes = [
    Mistake("name: mine\nroles: {accent: '#ff00aa'}\n"),
    Mistake(
      "name: mine\nroels: {}\n", "mine.yaml:2:1: no key \"roels\" (did you mean \"roles\"?)"),
    Mistake(
      "roles:\n  text: red\n  acent: blue\n",
      "mine.yaml:3:3: no role \"acent\" (did you mean \"accent\"?)"),
    Mistake("roles:\n  zzzzzz: blue\n", "mine.yaml:2:3: no role \"zzzzzz\""),
    Mistake(
      "roles:\n  text: {fg: '#12345'}\n",
      "mine.yaml:2:14: a colour is # and six hexadecimal digits, not \"#12345\""),
    Mistake(
      "roles:\n  text: '#+12345'\n",
      "mine.yaml:2:9: a colour is # and six hexadecimal digits, not \"#+12345\""),
    Mistake(
      "palette:\n  sea: '#zz0000'\nroles: {text: sea, key: sea}\n",
      "mine.yaml:2:8: a colour is # and six hexadecimal digits, not \"#zz0000\""),
    Mistake(
      "palette: {ocean: '#001122'}\nroles:\n  text: ocaen\n",
      "mine.yaml:3:9: no colour \"ocaen\" (did you mean \"ocean\"?)"),
    Mistake("roles:\n  text: 256\n", "mine.yaml:2:9: no colour \"256\""),
    Mistake(
      "roles:\n  text: #ff0000\n",
      "mine.yaml:2:8: no colour here; #rrggbb needs quotes, or it is a comment"),
    Mistake(
      "roles:\n  text: {fg: red, attr: bold}\n",
      "mine.yaml:2:19: no key \"attr\" (did you mean \"attrs\"?)"),
    Mistake(
      "roles:\n  text: {attrs: [bold, undrline]}\n",
      "mine.yaml:2:24: no attribute \"undrline\" (did you mean \"underline\"?)"),
    Mistake(
      "appearance: drak\n",
      "mine.yaml:1:13: appearance is dark or light, not \"drak\" (did you mean \"dark\"?)"),
    Mistake(
      "inherits: ligth\n",
      "mine.yaml:1:11: no theme \"ligth\" to inherit from (did you mean \"light\"?)"),
    Mistake(
      "inherits: mine\n", "mine.yaml:1:11: no theme \"mine\" to inherit from"),
    Mistake(
      "faces:\n  viza: {from: red}\n",
      "mine.yaml:2:3: no card face \"viza\" (did you mean \"visa\"?)"),
    Mistake(
      "faces:\n  visa: {form: red}\n",
      "mine.yaml:2:10: no key \"form\" (did you mean \"from\"?)"),
    Mistake(
      "roles:\n  text: red\n  text: blue\n",
      "mine.yaml:3:3: \"text\" is given twice; the last one counts"),
    Mistake("roles: [a, b]\n", "mine.yaml:1:8: expected a mapping (key: value)"),
    Mistake(
      "palette:\n  a: b\n  b: {ansi16: red}\n",
      "mine.yaml:3:6: \"b\" has no color: {color: \"#rrggbb\", …}",
      "mine.yaml:2:6: no colour \"b\""),
    Mistake("- a\n- b\n", "mine.yaml:1:1: a theme is a mapping: \"name: …\", \"roles: …\""),
    Mistake("", "mine.yaml:1:1: the file is empty"),
    Mistake(
      "roles:\n  text: 'red\n", "mine.yaml:3:1: not YAML: found unexpected end of stream"),
    Mistake(
      "roles: {a: &x red, b: *x}\n",
      "mine.yaml:1:23: not YAML: aliases (*name) are not supported"),
    Mistake("name: a\n---\nname: b\n", "mine.yaml:2:1: not YAML: a second document starts here"),
    Mistake(
      String(repeating: "[", count: 40), "mine.yaml:1:18: not YAML: nested too deep"),
    Mistake(
      "name: a\n\tb: c\n",
      "mine.yaml:2:1: not YAML: found a tab character that violates indentation"),
    Mistake("palette:\n  x: y\n  y: x\n", "mine.yaml:3:6: \"x\" refers to itself"),
  ]

  @Test("Every mistake is reported with its place, and the theme still loads", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let folder = try ThemeFolder(["mine": mistake.text])
    let (theme, warnings) = folder.load("mine")
    #expect(warnings == mistake.warnings)
    #expect(theme[.surface] == ThemeLibrary.load(named: "dark", depth: .direct).0[.surface])
  }

  @Test("Too little contrast is reported at its place in the theme, at each depth")
  func contrast() throws {
    let folder = try ThemeFolder([
      "mine": """
      inherits: dark
      roles:
        danger: '#222222'
        overlay: {fg: '#d3d6df', bg: '#d3d6df'}
      faces:
        visa: {from: '#000000', to: '#ffffff', text: '#333333'}
      """
    ])
    let found = ThemeLibrary.checkContrast(named: "mine", searchFolders: [folder.path]).map {
      String($0.description.replacing("\(folder.path)/", with: ""))
    }
    // 1.18 according to WebAIM's checker: #222222 on #111318.
    let wanted = [
      "mine.yaml:3:11: danger has 1.1:1 but needs 4.5:1 (24-bit colours)",
      "mine.yaml:4:12: overlay has 1:1 but needs 4.5:1 (24-bit colours)",
      "mine.yaml:3:11: danger on selection has 1.2:1 but needs 4.5:1 (24-bit colours)",
      "mine.yaml:4:12: text on overlay has 1:1 but needs 4.5:1 (24-bit colours)",
    ]
    for line in wanted { #expect(found.contains(line), "\(found.prefix(20))") }
    #expect(found.contains { $0.hasPrefix("mine.yaml:6:9: text on the face visa has ") })
    #expect(found.contains { $0.hasSuffix("(256 colours)") })
    #expect(!found.contains { $0.hasSuffix("(no colours)") })
  }

  @Test(
    "A choice of themes",
    arguments: [
      ("auto", "dark", "light"), ("nord", "nord", "nord"), ("dark=nord", "nord", "light"),
      ("light=rose-pine-dawn,dark=nord", "nord", "rose-pine-dawn"),
    ])
  func choice(text: String, dark: String, light: String) {
    let choice = ThemeChoice(text)
    #expect(choice.name(for: .dark) == dark)
    #expect(choice.name(for: .light) == light)
    #expect(choice.asksBackground == (dark != light))
  }

  @Test("An unknown choice becomes the built-in theme of that appearance")
  func unknownChoice() {
    var choice = ThemeChoice("dark=nrod,light=nord")
    let problems = choice.replaceUnknown(
      file: "c.yaml", mark: { $0 == "nrod" ? Mark(line: 2, column: 3) : nil }, searchFolders: [])
    #expect(
      problems.map(\.description)
        == ["c.yaml:2:3: no theme \"nrod\" (did you mean \"nord\"?)"])
    #expect(
      problems.map(\.text.german) == ["c.yaml:2:3: kein Theme „nrod“ (meinen Sie „nord“?)"])
    #expect(choice == ThemeChoice(dark: "dark", light: "nord"))
  }

  @Test("A theme that does not exist becomes dark, with a hint")
  func unknown() {
    let (theme, warnings) = ThemeLibrary.load(named: "drak", depth: .direct)
    #expect(theme.name == "dark")
    #expect(
      warnings.map(\.description) == ["drak: no such theme (did you mean \"dark\"?)"])
    #expect(ThemeLibrary.load(named: "../dark", depth: .direct).1.count == 1)
  }

  @Test("A broken theme becomes dark completely")
  func broken() throws {
    let folder = try ThemeFolder(["mine": "roles: {text: '#ff0000'}\n}"])
    let (theme, warnings) = folder.load("mine")
    #expect(theme.name == "dark")
    #expect(warnings.count == 1)
    #expect(theme[.text] == ThemeLibrary.load(named: "dark", depth: .direct).0[.text])
  }

  @Test("Inherited roles are painted with the heir's palette; its roles replace whole ones")
  func inheritance() throws {
    let folder = try ThemeFolder([
      "child": """
      inherits: parent
      palette: {sea: '#000002'}
      roles:
        key: {fg: '#000009'}
      """,
      "parent": """
      appearance: light
      palette: {sea: '#000001', sand: '#000003'}
      roles:
        accent: sea
        title: {fg: sand, attrs: bold}
        key: {fg: sea, attrs: bold}
      """,
    ])
    let (theme, warnings) = folder.load("child")
    #expect(warnings == [])
    #expect(theme.appearance == .light)
    #expect(theme[.accent].foreground == .rgb(0, 0, 2))
    #expect(theme[.title].foreground == .rgb(0, 0, 3))
    #expect(theme[.title].attributes == .bold)
    #expect(theme[.key].foreground == .rgb(0, 0, 9))
    #expect(theme[.key].attributes == [])
    // Missing values come from the built-in theme of the appearance.
    let light = ThemeLibrary.load(named: "light", depth: .direct).0
    #expect(theme[.danger] == light[.danger])
    #expect(theme.face(.visa) == light.face(.visa))
  }

  @Test("A theme may extend the one that it shadows")
  func shadow() throws {
    let folder = try ThemeFolder(["dark": "inherits: dark\nroles: {accent: '#010203'}\n"])
    let (theme, warnings) = folder.load("dark")
    #expect(warnings == [])
    #expect(theme[.accent].foreground == .rgb(1, 2, 3))
    #expect(theme[.danger] == ThemeLibrary.load(named: "dark", depth: .direct).0[.danger])
  }

  @Test("Circles end, with a warning")
  func circles() throws {
    let folder = try ThemeFolder([
      "a": "inherits: b\n", "b": "inherits: a\n",
    ])
    let (_, warnings) = folder.load("a")
    #expect(warnings == ["b.yaml:1:11: \"a\" inherits from this theme in turn"])
  }

  @Test("Names of all themes, each once")
  func names() throws {
    let folder = try ThemeFolder(["mine": "name: mine", "dark": "inherits: dark", ".x": ""])
    #expect(
      ThemeLibrary.names(searchFolders: [folder.path, "/nowhere"])
        == ["dark", "mine"] + ThemeLibrary.builtinNames.dropFirst())
  }
}
