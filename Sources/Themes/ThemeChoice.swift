import Languages
internal import Spelling
package import Yaml

/// The requested theme: one, or one for a dark and one for a light background.
package struct ThemeChoice: Hashable, Sendable {
  package var dark: String
  package var light: String

  package static let auto = ThemeChoice(dark: "dark", light: "light")
  /// The names of the two parts, as users write them.
  package static let parts = ["dark", "light"]
  package static let autoName = "auto"

  package init(dark: String, light: String) {
    self.dark = dark
    self.light = light
  }

  /// `auto`, the name of a theme, or `dark=NAME,light=NAME`. One of the two may be left out.
  package init(_ text: String) {
    self = .auto
    if text == Self.autoName { return }
    guard text.utf8.contains(UInt8(ascii: "=")) else {
      dark = text
      light = text
      return
    }
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == "dark" { dark = words[1] }
      if words[0] == "light" { light = words[1] }
    }
  }

  package func name(for appearance: Theme.Appearance) -> String {
    appearance == .light ? light : dark
  }

  /// Whether the choice depends on the terminal's background.
  package var asksBackground: Bool { dark != light }

  package var names: [String] { asksBackground ? [dark, light] : [dark] }

  /// Replaces themes that do not exist with the built-in one of the same appearance.
  ///
  /// - Parameters:
  ///   - file: The place of the choice, for messages.
  ///   - mark: The position of a part in the file.
  package mutating func replaceUnknown(
    file: String, mark: (String) -> Mark?, searchFolders: [String]
  ) -> [Problem] {
    let known = ThemeLibrary.names(searchFolders: searchFolders)
    let unknown = names.filter { !known.contains($0) }
    if unknown.contains(dark) { dark = Self.auto.dark }
    if unknown.contains(light) { light = Self.auto.light }
    return unknown.map {
      let hint = Suggestion.hint(for: $0, among: known)
      return Problem(
        file: file, mark: mark($0),
        message: LocalizedText("no theme \"\($0)\"", "kein Theme „\($0)“") + hint)
    }
  }
}
