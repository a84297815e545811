import Themes

/// The contents of a theme file, for the manual page and docs/themes.md.
extension Manual {
  static let themeColours = """
    A colour is "#rrggbb" (in quotes, or it is a comment), a name of the palette, default, one of the \
    terminal's own sixteen (red, bright-red), or a number from 0 to 255.
    """

  static let themeKeys: [(String, String)] = [
    ("name: NAME", "The name of the theme."),
    (
      "appearance: dark|light",
      "The kind of terminal. Missing values come from the built-in theme of this appearance."
    ),
    ("inherits: NAME", "The theme that it changes. Its own name means the theme that it replaces."),
    (
      "palette:",
      """
      Names for colours: NAME: COLOUR, or NAME: {color: COLOUR, indexed256: COLOUR, ansi16: \
      COLOUR} with other colours for terminals with fewer colours.
      """
    ),
    (
      "roles:",
      """
      ROLE: COLOUR, or ROLE: {fg: COLOUR, bg: COLOUR, attrs: [ATTRIBUTE, …]}, with \
      indexed256, ansi16 (with the same keys) and mono (attributes) for terminals with fewer \
      colours. Attributes: \(ThemeLibrary.attributes.map(\.name).joined(separator: ", ")). \
      Terminals show strike as dim; pictures have the line.
      """
    ),
    (
      "faces:",
      """
      FACE: {from: COLOUR, via: COLOUR, to: COLOUR, text: COLOUR, muted: COLOUR, chip: \
      COLOUR}: a card's gradient and the text on it. Faces: \
      \(FaceName.allCases.map(\.rawValue).joined(separator: ", ")).
      """
    ),
  ]
}
