package import Languages

/// A place in a file; lines and columns count from 1.
package struct Mark: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A mistake in a user's file. The entry is ignored and reported. The rest of the file is used.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// The path as given; `dark.yaml` for a built-in theme.
  package let file: String
  /// nil: the file does not exist or cannot be read.
  package let mark: Mark?
  package let message: LocalizedText

  package init(file: String, mark: Mark?, message: LocalizedText) {
    self.file = file
    self.mark = mark
    self.message = message
  }

  /// `file:line:column: message`, as compilers write it, so that editors can jump there.
  package var text: LocalizedText {
    let place = mark.map { "\(file):\($0.line):\($0.column): " } ?? "\(file): "
    return LocalizedText(verbatim: place) + message
  }

  /// The same in English.
  package var description: String { text.english }
}

extension [Problem] {
  /// Sorted by file and position.
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
