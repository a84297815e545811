package import Languages

/// The word that was probably meant by a misspelt one.
package enum Suggestion {
  /// The most similar known word, if it is similar enough: one edit for three letters, two from
  /// four letters on, and one more for every four letters from eight on. Case is ignored. Otherwise
  /// the only word that begins with `word`, or nil.
  package static func closest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    let limit = letters.count < 3 ? 0 : 1 + letters.count / 4
    var best: (distance: Int, word: String)?
    var beginnings: Set<String> = []
    for candidate in known {
      let other = Array(candidate.lowercased().utf8)
      let distance = distance(letters, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
      if letters.count > 1, other.starts(with: letters) { beginnings.insert(candidate) }
    }
    return best?.word ?? (beginnings.count == 1 ? beginnings.first : nil)
  }

  /// ` (did you mean "X"?)`, or nothing.
  package static func hint(for word: String, among known: some Sequence<String>) -> LocalizedText {
    guard let closest = closest(to: word, among: known) else { return LocalizedText(verbatim: "") }
    return LocalizedText(" (did you mean \"\(closest)\"?)", " (meinen Sie „\(closest)“?)")
  }

  /// The number of edits between two words: inserting, dropping, replacing a letter or swapping
  /// two.
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
    return previous[b.count]
  }
}
