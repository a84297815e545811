/// A text in every language. One that lacks a language cannot be made.
package struct LocalizedText: Hashable, Sendable {
  package let english: String
  package let german: String

  package init(_ english: String, _ german: String) {
    self.english = english
    self.german = german
  }

  /// What is alike in every language: a name, a path, or what another program says.
  package init(verbatim text: String) { self.init(text, text) }

  package subscript(_ language: Language) -> String {
    switch language {
    case .english: english
    case .german: german
    }
  }
}
