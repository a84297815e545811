// The programs do without the standard library's module for regular expressions, which has such
// functions and is large. Searches are compiled for the type of each caller, which makes them fast.
extension Collection where Element: Equatable {
  /// Where the part is for the first time; nil: nowhere. An empty part is at the beginning.
  @inlinable package func firstRange(ofPart part: some Collection<Element>) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return start..<index(start, offsetBy: part.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  @inlinable package func contains(part: some Collection<Element>) -> Bool {
    firstRange(ofPart: part) != nil
  }
}

extension String {
  /// With another text in place of this part wherever it is.
  package func replacing(part: String, with text: String) -> String {
    guard !part.isEmpty else { return self }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(ofPart: part) {
      result += rest[..<range.lowerBound]
      result += text
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// With texts in place of these scalars, also of one before a combining mark, with which it is one
  /// `Character`.
  package func escaping(_ texts: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { texts[$0] ?? String($0) }.joined()
  }
}
