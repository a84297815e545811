import Arguments
import Glibc
import Words

extension Invocation {
  /// What the person reads: as --lang says, or the configuration, else as the locale does.
  var words: Words {
    Words(
      Language(asked: text(Setup.language.name)) { name in
        getenv(name).map { String(cString: $0) }
      })
  }
}
