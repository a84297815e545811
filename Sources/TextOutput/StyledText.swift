import TextLayout

/// Lines with styles: sanitised text and SGR parameters (ECMA-48).
package struct StyledText: Sendable, Equatable {
  /// With the escape sequences.
  package private(set) var text = ""

  package init() {}

  package mutating func append(_ text: String) { self.text += Text.clean(text) }

  package mutating func append(sgr: [Int]) {
    text += "\u{1b}[" + sgr.map(String.init).joined(separator: ";") + "m"
  }

  package mutating func endLine() { text += "\n" }
}
