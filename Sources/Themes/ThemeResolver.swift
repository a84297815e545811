internal import Canvas
import Languages
internal import Spelling
internal import Yaml

/// Combines a file and the files that it inherits into one theme for one colour depth.
struct ThemeResolver {
  /// The theme itself first, then the themes that it inherits.
  let chain: [ThemeFile]
  let depth: ColorDepth
  private(set) var warnings: [Problem] = []
  private(set) var palette: [String: Color?] = [:]
  /// Palette entries that are being resolved.
  private(set) var open: [String] = []
  private(set) var styles: [Role: Style] = [:]

  mutating func resolve(name: String) -> Theme {
    let appearance = chain.lazy.compactMap(\.appearance).first ?? .dark
    if depth == .mono {
      for role in Role.allCases {
        let given = chain.lazy.compactMap { $0.roles[role] }.first?.mono
        styles[role] = Style(.default, on: .default, given ?? role.monoAttributes)
      }
      return Theme(name: name, appearance: appearance, depth: depth, styles: styles, faces: [:])
    }
    for file in chain {
      for (key, entry) in file.palette.sorted(by: { $0.key < $1.key }) {
        resolve(key, entry, in: file)
      }
    }
    for role in Role.allCases { style(of: role) }
    var faces: [FaceName: CardFace] = [:]
    for face in FaceName.allCases { faces[face] = self.face(face) }
    return Theme(name: name, appearance: appearance, depth: depth, styles: styles, faces: faces)
  }

  /// The first file in the chain that has the entry is used. So a theme changes the colours of
  /// inherited roles by defining palette entries.
  private mutating func resolve(_ key: String, _ entry: PaletteEntry, in file: ThemeFile) {
    if palette[key] != nil { return }
    // Set while the entry is resolved, so that a circle ends here.
    palette[key] = .some(nil)
    open.append(key)
    defer { open.removeLast() }
    let own =
      switch depth {
      case .indexed256: entry.indexed256
      case .ansi16: entry.ansi16
      case .mono, .direct: nil as ColorWord?
      }
    if let own, let color = color(own, in: file, reduced: true) {
      palette[key] = color
    } else {
      palette[key] = color(entry.color, in: file, reduced: false)
    }
  }

  @discardableResult
  private mutating func style(of role: Role) -> Style {
    if let known = styles[role] { return known }
    var background = Style.plain
    if let under = role.inheritedRole { background = self.style(of: under) }
    guard let (file, spec) = spec(of: role) else {
      styles[role] = Style(background.foreground, on: background.background)
      return Style(background.foreground, on: background.background)
    }
    let own = depth == .indexed256 ? spec.indexed256 : depth == .ansi16 ? spec.ansi16 : nil
    let style = Style(
      color(own?.foreground, or: spec.full.foreground, in: file) ?? background.foreground,
      on: color(own?.background, or: spec.full.background, in: file) ?? background.background,
      own?.attributes ?? spec.full.attributes ?? [])
    styles[role] = style
    return style
  }

  private func spec(of role: Role) -> (ThemeFile, RoleSpec)? {
    for file in chain {
      if let spec = file.roles[role] { return (file, spec) }
    }
    return nil
  }

  private mutating func face(_ name: FaceName) -> CardFace {
    var parts: [FacePart: Color] = [:]
    for file in chain {
      guard let spec = file.faces[name] else { continue }
      let own = depth == .indexed256 ? spec.indexed256 : depth == .ansi16 ? spec.ansi16 : [:]
      for part in FacePart.allCases where parts[part] == nil {
        parts[part] = color(own[part], or: spec.full[part], in: file)
      }
    }
    let surface = style(of: .surface)
    let from = parts[.from] ?? surface.background
    let text = parts[.text] ?? surface.foreground
    return CardFace(
      from: from, via: parts[.via], to: parts[.to] ?? from, text: text,
      muted: parts[.muted] ?? text, chip: parts[.chip] ?? text)
  }

  private mutating func color(
    _ own: ColorWord?, or word: ColorWord?, in file: ThemeFile
  ) -> Color? {
    if let own, let color = color(own, in: file, reduced: true) { return color }
    guard let word else { return nil }
    return color(word, in: file, reduced: false)
  }

  /// The colour of a word. `reduced`: the word was written for this depth. Then the terminal's
  /// names come before those of the palette: `ansi16: {fg: blue}` is the terminal's blue.
  private mutating func color(
    _ word: ColorWord, in file: ThemeFile, reduced: Bool
  ) -> Color? {
    let text = word.text
    if reduced, let color = TerminalColor.named(text) { return color }
    if palette[text] == nil,
      let origin = chain.first(where: { $0.palette.keys.contains(text) }),
      let entry = origin.palette[text]
    {
      resolve(text, entry, in: origin)
    }
    if open.contains(text) {
      return warn(
        word, in: file,
        LocalizedText("\"\(text)\" refers to itself", "„\(text)“ verweist auf sich selbst"))
    }
    if let known = palette[text] { return known }
    if text == "default" { return .default }
    if let index = UInt8(text) { return fitted(.indexed(index)) }
    if text.utf8.first == UInt8(ascii: "#") {
      if let rgb = RGB(hex: text) { return fitted(.rgb(rgb.red, rgb.green, rgb.blue)) }
      return warn(
        word, in: file,
        LocalizedText(
          "a colour is # and six hexadecimal digits, not \"\(text)\"",
          "eine Farbe ist # und sechs Hexadezimalziffern, nicht „\(text)“"))
    }
    if let color = TerminalColor.named(text) { return color }
    let known = chain.flatMap { $0.palette.keys.sorted() } + TerminalColor.names + ["default"]
    return warn(
      word, in: file,
      LocalizedText("no colour \"\(text)\"", "keine Farbe „\(text)“")
        + Suggestion.hint(for: text, among: known))
  }

  private func fitted(_ color: Color) -> Color {
    guard depth == .ansi16 else { return color }
    switch color.kind {
    case .default: return color
    case .indexed(let index):
      return index < 16 ? color : .indexed(Color.nearest16(Color.rgb(ofIndex: index)))
    case .rgb(let red, let green, let blue):
      return .indexed(Color.nearest16(RGB(red, green, blue)))
    }
  }

  private mutating func warn(_ word: ColorWord, in file: ThemeFile, _ message: LocalizedText)
    -> Color?
  {
    let warning = Problem(file: file.file, mark: word.mark, message: message)
    if !warnings.contains(warning) { warnings.append(warning) }
    return nil
  }
}

/// The terminal's own 16 colours by name.
enum TerminalColor {
  static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  static func named(_ name: String) -> Color? {
    names.firstIndex(of: name).map { .indexed(UInt8($0)) }
  }
}

extension RGB {
  /// `#rrggbb`.
  init?(hex text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(UInt8(value >> 16), UInt8(value >> 8 & 0xff), UInt8(value & 0xff))
  }
}
