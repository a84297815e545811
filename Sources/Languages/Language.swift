/// A language that every word is there in.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"

  /// The one that was asked for by its code, else the locale's as POSIX has it: LC_ALL, then
  /// LC_MESSAGES, then LANG, whichever is the first that says anything. English where that is a
  /// language that we do not have.
  package init(asked: String?, environment: (String) -> String?) {
    let code = asked ?? Self.locale(environment)
    self = code.flatMap(Language.init) ?? .english
  }

  /// The code of the locale's language; nil: it names none.
  static func locale(_ environment: (String) -> String?) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    return locale.map { String($0.prefix { $0 != "_" && $0 != "." && $0 != "@" }) }
  }
}
