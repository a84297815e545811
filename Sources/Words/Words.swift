package import Languages

/// What people read, in their language: one member for each text, in every language at once, so
/// that none can be missing. The texts of a feature are in a type of its own: `words.cards`. Here is
/// what all features use.
///
/// Passed as a value. What programs read stays English: JSON, ids, names of options, the log.
package struct Words: Hashable, Sendable {
  package let language: Language
  /// Of the form for a card and what belongs to it (E34).
  package let formLanguage: FormLanguage

  package init(_ language: Language) { self.init(language, form: FormLanguage(language)) }

  package init(_ language: Language, form: FormLanguage) {
    self.language = language
    formLanguage = form
  }

  /// The same without another language for the form: for screens that also have its texts.
  package var ofProgram: Words { Words(language) }

  package static let english = Words(.english)

  /// A text in the language at hand. Only that one is made.
  func say(_ english: @autoclosure () -> String, _ german: @autoclosure () -> String) -> String {
    switch language {
    case .english: english()
    case .german: german()
    }
  }

  /// A text of the form for a card or of what belongs to it, in its language. Only that one is made.
  func form(
    _ english: @autoclosure () -> String, _ german: @autoclosure () -> String,
    _ swedish: @autoclosure () -> String, _ danish: @autoclosure () -> String,
    _ norwegian: @autoclosure () -> String, _ finnish: @autoclosure () -> String
  ) -> String {
    switch formLanguage {
    case .english: english()
    case .german: german()
    case .swedish: swedish()
    case .danish: danish()
    case .norwegian: norwegian()
    case .finnish: finnish()
    }
  }

  package func text(_ text: FormText) -> String { text[formLanguage] }

  /// One form or the other for a number of things: English and German both know two.
  func plural(_ number: Int, _ one: String, _ many: String) -> String {
    number == 1 ? one : many
  }
}

/// How a command presents itself.
package struct CommandText: Hashable, Sendable {
  package let title: String
  /// A sentence.
  package let doc: String
  /// In a word or two, for the footer; nil keeps it out of there.
  package let hint: String?
}
