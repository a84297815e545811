import TextLayout
package import Words
package import Yaml

extension Words {
  /// A mistake in a file in the user's language: `file:line:column: message`.
  package func line(_ problem: Problem) -> String {
    let message = translated(problem.message)
    return Text.clean(Problem(file: problem.file, mark: problem.mark, message: message).description)
  }
}
