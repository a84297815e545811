internal import Canvas
import Languages
internal import Spelling
internal import Yaml

extension ThemeFile {
  private enum FileKey: String, CaseIterable {
    case name, appearance, inherits, palette, roles, faces
  }
  private enum RoleKey: String, CaseIterable { case fg, bg, attrs, indexed256, ansi16, mono }
  private enum FormKey: String, CaseIterable { case fg, bg, attrs }
  private enum EntryKey: String, CaseIterable { case color, indexed256, ansi16 }
  private enum FaceKey: String, CaseIterable {
    case from, via, to, text, muted, chip, indexed256, ansi16
  }

  mutating func read(_ root: Node) {
    each(root, LocalizedText("key", "unbekannt:"), FileKey.self) { file, key, value in
      switch key {
      case .name: file.name = file.word(value, LocalizedText("a name", "ein Name"))?.text
      case .appearance:
        guard let word = file.word(value, LocalizedText("dark or light", "dark oder light")) else {
          return
        }
        file.appearance = Theme.Appearance(rawValue: word.text)
        if file.appearance == nil {
          let hint = Suggestion.hint(for: word.text, among: ["dark", "light"])
          file.warn(
            word.mark,
            LocalizedText(
              "appearance is dark or light, not \"\(word.text)\"",
              "appearance ist dark oder light, nicht „\(word.text)“") + hint)
        }
      case .inherits:
        file.inherits = file.word(
          value, LocalizedText("the name of a theme", "der Name eines Themes"))
      case .palette: file.readPalette(value)
      case .roles:
        file.each(value, LocalizedText("role", "keine Rolle"), Role.self) {
          $0.roles[$1] = $0.role($2)
        }
      case .faces:
        file.each(value, LocalizedText("card face", "keine Kartenart"), FaceName.self) {
          $0.faces[$1] = $0.face($2)
        }
      }
    }
  }

  private mutating func readPalette(_ node: Node) {
    pairs(node) { file, key, value in
      guard case .mapping = value.kind else {
        if let color = file.color(value) { file.palette[key.text] = PaletteEntry(color: color) }
        return
      }
      var colors: [EntryKey: ColorWord] = [:]
      file.each(value, LocalizedText("key", "unbekannt:"), EntryKey.self) {
        colors[$1] = $0.color($2)
      }
      guard let color = colors[.color] else {
        return file.warn(
          value.mark, "\"\(key.text)\" has no color: {color: \"#rrggbb\", …}",
          "„\(key.text)“ hat keine Farbe (color): {color: \"#rrggbb\", …}")
      }
      file.palette[key.text] = PaletteEntry(
        color: color, indexed256: colors[.indexed256], ansi16: colors[.ansi16])
    }
  }

  private mutating func role(_ node: Node) -> RoleSpec {
    var spec = RoleSpec(mark: node.mark)
    guard case .mapping = node.kind else {
      spec.full.foreground = color(node)
      return spec
    }
    each(node, LocalizedText("key", "unbekannt:"), RoleKey.self) { file, key, value in
      switch key {
      case .fg: spec.full.foreground = file.color(value)
      case .bg: spec.full.background = file.color(value)
      case .attrs: spec.full.attributes = file.attributes(value)
      case .indexed256: spec.indexed256 = file.form(value)
      case .ansi16: spec.ansi16 = file.form(value)
      case .mono: spec.mono = file.attributes(value)
      }
    }
    return spec
  }

  private mutating func form(_ node: Node) -> RoleForm {
    var form = RoleForm()
    guard case .mapping = node.kind else {
      form.foreground = color(node)
      return form
    }
    each(node, LocalizedText("key", "unbekannt:"), FormKey.self) { file, key, value in
      switch key {
      case .fg: form.foreground = file.color(value)
      case .bg: form.background = file.color(value)
      case .attrs: form.attributes = file.attributes(value)
      }
    }
    return form
  }

  private mutating func face(_ node: Node) -> FaceSpec {
    var spec = FaceSpec(mark: node.mark)
    each(node, LocalizedText("key", "unbekannt:"), FaceKey.self) { file, key, value in
      switch key {
      case .indexed256: spec.indexed256 = file.parts(value)
      case .ansi16: spec.ansi16 = file.parts(value)
      case .from, .via, .to, .text, .muted, .chip:
        if let part = FacePart(rawValue: key.rawValue) { spec.full[part] = file.color(value) }
      }
    }
    return spec
  }

  private mutating func parts(_ node: Node) -> [FacePart: ColorWord] {
    var parts: [FacePart: ColorWord] = [:]
    each(node, LocalizedText("part", "kein Teil"), FacePart.self) { parts[$1] = $0.color($2) }
    return parts
  }

  private mutating func color(_ node: Node) -> ColorWord? {
    if let text = node.text { return ColorWord(text: text, mark: node.mark) }
    if case .scalar = node.kind {
      warn(
        node.mark, "no colour here; #rrggbb needs quotes, or it is a comment",
        "hier steht keine Farbe; #rrggbb braucht Anführungszeichen, sonst ist es ein Kommentar")
    } else {
      warn(node.mark, "expected a colour", "erwartet: eine Farbe")
    }
    return nil
  }

  private mutating func attributes(_ node: Node) -> Attributes {
    let items: [Node] =
      switch node.kind {
      case .sequence(let items): items
      case .scalar: [node]
      case .mapping: []
      }
    if case .mapping = node.kind {
      warn(
        node.mark, "expected a list of attributes: [bold, dim]",
        "erwartet: eine Liste von Attributen: [bold, dim]")
    }
    var result: Attributes = []
    for item in items {
      guard let word = word(item, LocalizedText("an attribute", "ein Attribut")) else { continue }
      if let attribute = Attributes.named.first(where: { $0.name == word.text }) {
        result.insert(attribute.value)
      } else if word.text != "none" {
        unknown(
          word, LocalizedText("attribute", "kein Attribut"), among: Attributes.named.map(\.name))
      }
    }
    return result
  }
}

extension Attributes {
  static let named: [(name: String, value: Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse), ("strike", .strike),
  ]
}
