import Languages
import TextLayout
package import Words
package import Yaml

extension Words {
  /// A mistake in a file in the user's language: `file:line:column: message`.
  package func line(_ problem: Problem) -> String {
    Text.clean(problem.text[language])
  }

  /// The same with the name of the file only, where there is little room.
  package func shortLine(_ problem: Problem) -> String {
    let name = problem.file.split(separator: "/").last.map(String.init) ?? problem.file
    return line(Problem(file: name, mark: problem.mark, message: problem.message))
  }
}
