package import Languages

/// What people read, in their language: one member for each text, in every language at once, so
/// that none can be missing. Texts of a feature stand in an extension of its own.
///
/// Passed as a value. What programs read stays English: JSON, ids, names of options, the log.
package struct Words: Hashable, Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  package static let english = Words(.english)

  /// A text in the language at hand. Only that one is made.
  func say(_ english: @autoclosure () -> String, _ german: @autoclosure () -> String) -> String {
    switch language {
    case .english: english()
    case .german: german()
    }
  }

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
