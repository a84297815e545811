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

  package func text(_ text: FormText) -> String { text[formLanguage] }
}

/// How a command presents itself.
package struct CommandText: Hashable, Sendable {
  package let title: String
  /// A sentence.
  package let doc: String
  /// In a word or two, for the footer; nil keeps it out of there.
  package let hint: String?
}
