/// A place in a file; lines and columns count from 1.
package struct Mark: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A mistake in a person's file. The rest of the file counts: what is wrong is left out and said.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// As the file was found; `dark.yaml` for a theme that is built in.
  package let file: String
  /// nil when the mistake is the file itself: it does not exist or cannot be read.
  package let mark: Mark?
  package let message: String

  package init(file: String, mark: Mark?, message: String) {
    self.file = file
    self.mark = mark
    self.message = message
  }

  /// `file:line:column: message`, as compilers write it, so that editors can jump there.
  package var description: String {
    guard let mark else { return "\(file): \(message)" }
    return "\(file):\(mark.line):\(mark.column): \(message)"
  }
}

extension [Problem] {
  /// File by file, from the top down.
  package var inOrder: [Problem] {
    let files = reduce(into: [String]()) { if !$0.contains($1.file) { $0.append($1.file) } }
    func place(_ problem: Problem) -> (Int, Int, Int) {
      (
        files.firstIndex(of: problem.file) ?? 0, problem.mark?.line ?? 0, problem.mark?.column ?? 0
      )
    }
    return sorted { place($0) < place($1) }
  }
}
