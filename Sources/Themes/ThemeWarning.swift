/// A mistake in a theme file. A theme is never refused: what is wrong is left out and said.
package struct ThemeWarning: Hashable, Sendable, CustomStringConvertible {
  /// As the file was found; `dark.yaml` for one that is built in.
  package let file: String
  /// nil when the mistake is the file itself: it does not exist or cannot be read.
  package let mark: Mark?
  package let message: String

  /// `file:line:column: message`, as compilers write it, so that editors can jump there.
  package var description: String {
    guard let mark else { return "\(file): \(message)" }
    return "\(file):\(mark.line):\(mark.column): \(message)"
  }
}

/// Finds what somebody may have meant.
enum Suggestion {
  /// " (did you mean X?)" for the nearest of `candidates`, or nothing when none is near.
  static func text(for word: String, among candidates: some Sequence<String>) -> String {
    let limit = [0, 0, 0, 1][min(3, word.utf8.count)] + word.utf8.count / 4
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let distance = distance(Array(word.lowercased().utf8), Array(candidate.lowercased().utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best.map { " (did you mean \"\($0.word)\"?)" } ?? ""
  }

  /// Edits from one word to the other: insert, drop, replace or swap neighbours.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
        row.append(cost)
      }
      older = previous
      previous = row
    }
    return previous.last ?? 0
  }
}
