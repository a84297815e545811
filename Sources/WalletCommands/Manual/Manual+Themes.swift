import Themes

/// The contents of a theme file, for the manual page and docs/themes.md.
extension Manual {
  static let themeColours = """
    A colour is "#rrggbb" (in quotes, or it is a comment), a name of the palette, default, one of the \
    terminal's own sixteen (red, bright-red), or a number from 0 to 255.
    """

  static let themeKeys: [(String, String)] = [
    ("name: NAME", "What the theme calls itself."),
    ("appearance: dark|light", "What it is for; what it leaves out comes from there."),
    ("inherits: NAME", "The theme that it changes; its own name: the one it shadows."),
    (
      "palette:",
      """
      Names for colours: NAME: COLOUR, or NAME: {color: COLOUR, indexed256: COLOUR, ansi16: \
      COLOUR} where fewer colours need other ones.
      """
    ),
    (
      "roles:",
      """
      ROLE: COLOUR, or ROLE: {fg: COLOUR, bg: COLOUR, attrs: [ATTRIBUTE, …]}, with \
      indexed256, ansi16 (the same again) and mono (attributes) for terminals with fewer \
      colours. Attributes: \(ThemeLibrary.attributes.map(\.name).joined(separator: ", ")).
      """
    ),
    (
      "faces:",
      """
      FACE: {from: COLOUR, via: COLOUR, to: COLOUR, text: COLOUR, muted: COLOUR, chip: \
      COLOUR}: a card's gradient and what is written on it. Faces: \
      \(FaceName.allCases.map(\.rawValue).joined(separator: ", ")).
      """
    ),
  ]
}
