package import Arguments
import Languages
package import Words

extension Invocation {
  /// The texts in the language of --lang or the configuration, otherwise of the locale.
  package var words: Words {
    Words(asked: text(Setup.language.name), form: text(Setup.formLanguage.name))
  }
}

extension Words {
  /// For arguments that are invalid or not parsed yet.
  package init(arguments: [String]) {
    let option = "--" + Setup.language.name
    let asked = zip(arguments, arguments.dropFirst()).first { $0.0 == option }?.1
    let joined = arguments.first { $0.hasPrefix(option + "=") }?.dropFirst(option.count + 1)
    self.init(asked: asked ?? joined.map(String.init))
  }

  fileprivate init(asked: String?, form: String? = nil) {
    let environment = Streams.current.environment
    self.init(
      Language(asked: asked, environment: environment),
      form: FormLanguage(asked: form, program: asked, environment: environment))
  }
}
