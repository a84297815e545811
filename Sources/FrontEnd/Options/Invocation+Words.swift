package import Arguments
import Glibc
package import Words

extension Invocation {
  /// What the person reads: as --lang says, or the configuration, else as the locale does.
  package var words: Words { Words(asked: text(Setup.language.name)) }
}

extension Words {
  /// For arguments that are not understood, or not yet.
  package init(arguments: [String]) {
    let option = "--" + Setup.language.name
    let asked = zip(arguments, arguments.dropFirst()).first { $0.0 == option }?.1
    let joined = arguments.first { $0.hasPrefix(option + "=") }?.dropFirst(option.count + 1)
    self.init(asked: asked ?? joined.map(String.init))
  }

  fileprivate init(asked: String?) {
    self.init(Language(asked: asked) { name in getenv(name).map { String(cString: $0) } })
  }
}
