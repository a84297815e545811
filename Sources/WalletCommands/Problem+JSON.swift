import Languages
import Script
import WalletAPI
import Yaml

extension Problem {
  /// - Parameter screen: The screen when a script failed; nil: it is no failure of a script.
  func json(screen: [String]? = nil) -> JSON {
    [
      "file": .string(file), "line": .count(mark?.line), "column": .count(mark?.column),
      "message": .string(message.english), "screen": screen.map { .texts($0) } ?? .null,
    ]
  }
}

extension Playback.Failure {
  func json(_ file: String) -> JSON {
    [
      "file": .string(file), "line": .count(line), "message": .string(message.english),
      "screen": .texts(screen),
    ]
  }
}
