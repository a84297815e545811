import FoundationEssentials

/// The texts in quotes in the sources.
enum Literals {
  /// The sources of a file or a folder below `Sources`.
  static func sources(in place: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources")
    return try files(root.appending(path: place).path).map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
  }

  static func texts(in place: String) throws -> [String] {
    try sources(in: place).flatMap(texts(of:))
  }

  /// Interpolated parts become an `X`. Not comments and texts in three quotes.
  static func texts(of source: String) -> [String] {
    source.split(separator: "\n").flatMap { line -> [String] in
      var texts: [String] = []
      var rest = line.drop { $0 == " " }
      if rest.hasPrefix("//") || rest.contains("\"\"\"") { return [] }
      while let quote = rest.firstIndex(of: "\"") {
        if rest[..<quote].hasSuffix("// ") { return texts }
        guard let (text, end) = text(rest[rest.index(after: quote)...]) else { return texts }
        texts.append(text)
        rest = end
      }
      return texts
    }
  }

  /// The text up to its closing quote, and what follows.
  static func text(_ source: Substring) -> (String, Substring)? {
    var result = ""
    var depth = 0
    var isEscaped = false
    for (index, character) in zip(source.indices, source) {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if isEscaped {
        isEscaped = false
        depth = character == "(" ? 1 : 0
        result.append(depth > 0 ? "X" : character)
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (result, source[source.index(after: index)...])
      } else {
        result.append(character)
      }
    }
    return nil
  }

  private static func files(_ path: String) throws -> [String] {
    if path.hasSuffix(".swift") { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: path).filter {
      $0.hasSuffix(".swift")
    }.map { path + "/" + $0 }
  }
}
