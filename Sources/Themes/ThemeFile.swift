internal import Canvas
import Languages
internal import Yaml

/// A colour as written in a file: a name of the palette, `default`, a name or number of the
/// terminal's own colours, or `#rrggbb`.
typealias ColorWord = YamlScalar

/// A colour of the palette, with its replacements for terminals with fewer colours.
struct PaletteEntry {
  var color: ColorWord
  var indexed256: ColorWord?
  var ansi16: ColorWord?
}

/// The properties of a role at one colour depth.
struct RoleForm {
  var foreground: ColorWord?
  var background: ColorWord?
  var attributes: Attributes?
}

/// The properties of a role.
struct RoleSpec {
  var mark: Mark
  var full = RoleForm()
  var indexed256: RoleForm?
  var ansi16: RoleForm?
  var mono: Attributes?
}

/// The parts of a card's face.
package enum FacePart: String, CaseIterable, Sendable {
  case from, via, to, text, muted, chip
}

/// The properties of a card's face.
struct FaceSpec {
  var mark: Mark
  var full: [FacePart: ColorWord] = [:]
  var indexed256: [FacePart: ColorWord] = [:]
  var ansi16: [FacePart: ColorWord] = [:]
}

/// A theme file as written. Names are not resolved yet.
struct ThemeFile: YamlFile {
  let file: String
  var name: String?
  var appearance: Theme.Appearance?
  var inherits: ColorWord?
  var palette: [String: PaletteEntry] = [:]
  var roles: [Role: RoleSpec] = [:]
  var faces: [FaceName: FaceSpec] = [:]
  var problems: [Problem] = []
  /// The file is not YAML or not a mapping, and cannot be used.
  var isBroken = false
  /// The position of its first key.
  var start = Mark(line: 1, column: 1)

  init(file: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.file = file
    if let root = root(
      of: bytes,
      LocalizedText(
        "a theme is a mapping: \"name: …\", \"roles: …\"",
        "ein Theme besteht aus Einträgen: \"name: …\", \"roles: …\""))
    {
      start = root.mark
      read(root)
    } else {
      isBroken = true
    }
  }
}
