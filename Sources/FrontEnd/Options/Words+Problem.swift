import Languages
import TextLayout
package import Words
package import Yaml

extension Words {
  /// A mistake in a file in the user's language: `file:line:column: message`.
  package func line(_ problem: Problem) -> String {
    Text.clean(problem.text[language])
  }
}
