/// A language of the form into which a card is typed, and of what belongs to it: its messages, the
/// bank's question and page, and the result of saving a card (E34). The rest of the program has fewer
/// languages.
package enum FormLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case swedish = "sv"
  case danish = "da"
  case norwegian = "nb"
  case finnish = "fi"

  /// The one that was asked for by its code, else the program's if that one was asked for, else the
  /// locale's (E34: the system's). English where that is a language that we do not have.
  package init(
    asked: String?, program: String?, environment: (String) -> String?
  ) {
    let code = asked ?? program ?? Language.locale(environment)
    self = code.flatMap(FormLanguage.init(code:)) ?? .english
  }

  /// By the code of a language, without its country. Both written forms of Norwegian are one here.
  package init?(code: String) {
    self.init(rawValue: ["no", "nn"].contains(code) ? Self.norwegian.rawValue : code)
  }

  package init(_ language: Language) {
    self =
      switch language {
      case .english: .english
      case .german: .german
      }
  }

  /// The character between the whole part of an amount and its decimals.
  package var decimalPoint: String { self == .english ? "." : "," }
}

/// A text in every language of the form. One that lacks a language cannot be made.
package struct FormText: Hashable, Sendable {
  private let english, german, swedish, danish, norwegian, finnish: String

  package init(
    _ english: String, _ german: String, _ swedish: String, _ danish: String,
    _ norwegian: String, _ finnish: String
  ) {
    self.english = english
    self.german = german
    self.swedish = swedish
    self.danish = danish
    self.norwegian = norwegian
    self.finnish = finnish
  }

  package subscript(_ language: FormLanguage) -> String {
    switch language {
    case .english: english
    case .german: german
    case .swedish: swedish
    case .danish: danish
    case .norwegian: norwegian
    case .finnish: finnish
    }
  }
}
