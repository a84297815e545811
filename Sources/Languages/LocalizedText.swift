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

  /// The same in every language: cleaned, cut, with something around it.
  package func map(_ change: (String) -> String) -> LocalizedText {
    LocalizedText(change(english), change(german))
  }

  package static func + (first: LocalizedText, second: LocalizedText) -> LocalizedText {
    LocalizedText(first.english + second.english, first.german + second.german)
  }

  package subscript(_ language: Language) -> String {
    switch language {
    case .english: english
    case .german: german
    }
  }
}
