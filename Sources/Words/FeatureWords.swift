import Languages
import WalletModel

/// The texts of a feature. A type for each feature: its texts are found under its name.
package protocol FeatureWords: Sendable {
  /// All texts, with the language.
  var words: Words { get }
}

extension Words: FeatureWords {
  package var words: Words { self }
}

/// What all texts are made with.
extension FeatureWords {
  var language: Language { words.language }

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
    switch words.formLanguage {
    case .english: english()
    case .german: german()
    case .swedish: swedish()
    case .danish: danish()
    case .norwegian: norwegian()
    case .finnish: finnish()
    }
  }

  typealias Parts = (title: String, doc: String, hint: String?)

  func command(_ english: Parts, _ german: Parts) -> CommandText {
    let parts =
      switch language {
      case .english: english
      case .german: german
      }
    return CommandText(title: parts.title, doc: parts.doc, hint: parts.hint)
  }

  /// One form or the other for a number of things: English and German both know two.
  func plural(_ number: Int, _ one: String, _ many: String) -> String {
    number == 1 ? one : many
  }

  /// A word of a server's list that nobody has translated: as it came, where there was one. UNKNOWN
  /// is what published servers say where they do not know (A09).
  func other(_ word: String, or unspecified: String) -> String {
    word.isEmpty || word == "UNKNOWN" ? unspecified : word
  }

  func money(_ money: Money) -> String { words.money(money) }
  func number(_ number: Int) -> String { words.number(number) }
  func countdown(_ seconds: Int) -> String { words.countdown(seconds) }
}
