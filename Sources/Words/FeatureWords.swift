import Languages
import WalletModel

/// The texts of a feature. A type for each feature: its texts are found under its name.
package protocol FeatureWords: Sendable {
  /// All texts, with the language.
  var words: Words { get }
}

/// What the texts of all features are made with.
extension FeatureWords {
  var language: Language { words.language }

  func say(_ english: @autoclosure () -> String, _ german: @autoclosure () -> String) -> String {
    words.say(english(), german())
  }

  func form(
    _ english: @autoclosure () -> String, _ german: @autoclosure () -> String,
    _ swedish: @autoclosure () -> String, _ danish: @autoclosure () -> String,
    _ norwegian: @autoclosure () -> String, _ finnish: @autoclosure () -> String
  ) -> String {
    words.form(english(), german(), swedish(), danish(), norwegian(), finnish())
  }

  func command(_ english: Words.Parts, _ german: Words.Parts) -> CommandText {
    words.command(english, german)
  }

  func plural(_ number: Int, _ one: String, _ many: String) -> String {
    words.plural(number, one, many)
  }

  func other(_ word: String, or unspecified: String) -> String {
    words.other(word, or: unspecified)
  }

  func money(_ money: Money) -> String { words.money(money) }
  func number(_ number: Int) -> String { words.number(number) }
  func countdown(_ seconds: Int) -> String { words.countdown(seconds) }
}
