import TextLayout
package import Words
package import Yaml

extension Words {
  /// A mistake in a file as a person reads it: `file:line:column: message`.
  package func line(_ problem: Problem) -> String {
    let message = translated(problem.message)
    return Text.clean(Problem(file: problem.file, mark: problem.mark, message: message).description)
  }
}
