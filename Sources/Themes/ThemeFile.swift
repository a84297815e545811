internal import Canvas

/// A colour as it is written in a file: a name of the palette, `default`, a name or number of the
/// terminal's own colours, or `#rrggbb`.
struct ColorWord {
  let text: String
  let mark: Mark
}

/// A colour of the palette, with what stands for it where there are fewer colours.
struct PaletteEntry {
  var color: ColorWord
  var indexed256: ColorWord?
  var ansi16: ColorWord?
}

/// What a file says about a role at one colour depth.
struct RoleForm {
  var foreground: ColorWord?
  var background: ColorWord?
  var attributes: Attributes?
}

/// What a file says about a role.
struct RoleSpec {
  var full = RoleForm()
  var indexed256: RoleForm?
  var ansi16: RoleForm?
  var mono: Attributes?
}

/// The parts of a card's face.
enum FacePart: String, CaseIterable {
  case from, via, to, text, muted, chip
}

/// What a file says about a card's face.
struct FaceSpec {
  var full: [FacePart: ColorWord] = [:]
  var indexed256: [FacePart: ColorWord] = [:]
  var ansi16: [FacePart: ColorWord] = [:]
}

/// One theme file as written: nothing is looked up yet.
struct ThemeFile {
  let file: String
  var name: String?
  var appearance: Theme.Appearance?
  var inherits: ColorWord?
  var palette: [String: PaletteEntry] = [:]
  var roles: [Role: RoleSpec] = [:]
  var faces: [FaceName: FaceSpec] = [:]
  var warnings: [ThemeWarning] = []
  /// It is not YAML, or not a mapping: nothing of it can be used.
  var isBroken = false

  init(file: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.file = file
    do {
      guard let root = try YAMLNode.parse(bytes) else {
        isBroken = true
        warn(Mark(line: 1, column: 1), "the file is empty")
        return
      }
      guard case .mapping = root.kind else {
        isBroken = true
        warn(root.mark, "a theme is a mapping: \"name: …\", \"roles: …\"")
        return
      }
      read(root)
    } catch {
      isBroken = true
      warn(error.mark, "not YAML: \(error.message)")
    }
  }

  mutating func warn(_ mark: Mark, _ message: String) {
    warnings.append(ThemeWarning(file: file, mark: mark, message: message))
  }
}
