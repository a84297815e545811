internal import Spelling
package import Yaml

/// Which theme is wanted: one, or one for each ground that a terminal may have.
package struct ThemeChoice: Hashable, Sendable {
  package var dark: String
  package var light: String

  package static let auto = ThemeChoice(dark: "dark", light: "light")
  /// The words for the two in `parts`, as people write them.
  package static let parts = ["dark", "light"]
  package static let autoName = "auto"

  package init(dark: String, light: String) {
    self.dark = dark
    self.light = light
  }

  /// `auto`, a theme's name, or `dark=NAME,light=NAME`, one of which may be left out.
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

  /// Whether the terminal's ground decides.
  package var asksBackground: Bool { dark != light }

  package var names: [String] { asksBackground ? [dark, light] : [dark] }

  /// Takes out what there is not: the built-in one of that appearance stands for it.
  ///
  /// - Parameters:
  ///   - file: Where the choice was made, for what is said.
  ///   - mark: Where in it a theme is named.
  package mutating func leaveOutUnknown(
    file: String, mark: (String) -> Mark?, searchFolders: [String]
  ) -> [Problem] {
    let known = ThemeLibrary.names(searchFolders: searchFolders)
    let unknown = names.filter { !known.contains($0) }
    if unknown.contains(dark) { dark = Self.auto.dark }
    if unknown.contains(light) { light = Self.auto.light }
    return unknown.map {
      let hint = Suggestion.hint(for: $0, among: known)
      return Problem(file: file, mark: mark($0), message: "there is no theme \"\($0)\"\(hint)")
    }
  }
}
