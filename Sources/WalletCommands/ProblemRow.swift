import Languages
import Script
import Yaml

/// A mistake in a file, as JSON.
struct ProblemRow: Encodable {
  let file: String
  let line: Int?
  let column: Int?
  let message: String
  /// The screen when the script failed; nil: the problem is not a failure of a script.
  let screen: [String]?

  init(_ problem: Problem, screen: [String]? = nil) {
    file = problem.file
    line = problem.mark?.line
    column = problem.mark?.column
    message = problem.message.english
    self.screen = screen
  }

  init(_ file: String, _ failure: Playback.Failure) {
    self.file = file
    line = failure.line
    column = nil
    message = failure.message.english
    screen = failure.screen
  }
}
