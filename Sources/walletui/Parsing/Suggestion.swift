/// What someone who mistyped may have meant.
enum Suggestion {
  /// The nearest word within two edits (one for short words), or nil.
  static func closest(to word: String, among known: [String]) -> String? {
    let limit = word.count < 4 ? 1 : 2
    var best: (String, Int)?
    for candidate in known {
      let distance = distance(Array(word.lowercased().utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.1 ?? .max { best = (candidate, distance) }
    }
    if let best { return best.0 }
    let beginnings = Set(known.filter { word.count > 1 && $0.hasPrefix(word) })
    return beginnings.count == 1 ? beginnings.first : nil
  }

  /// Insertions, deletions, substitutions and swaps of neighbours between two words.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
