package import Canvas

/// One thing that a script does.
package enum Step: Sendable, Equatable {
  case key(Key)
  /// Keys, one a character.
  case type(String)
  /// Types the newest code of the simulated phone. A script cannot hold one: each is new.
  case code
  /// Lets seconds pass.
  case wait(Int)
}

extension Step {
  /// A word of a script: a key by its name in the configuration (`j`, `enter`, `^l`), `type:TEXT`,
  /// `code`, `wait:SECONDS`. nil: it is none.
  package init?(word: String) {
    if word == "code" {
      self = .code
    } else if word.hasPrefix("type:") {
      self = .type(String(word.dropFirst(5)))
    } else if word.hasPrefix("wait:") {
      guard let seconds = Int(word.dropFirst(5)), (0...3600).contains(seconds) else { return nil }
      self = .wait(seconds)
    } else if let key = try? Key(named: word) {
      self = .key(key)
    } else {
      return nil
    }
  }
}
