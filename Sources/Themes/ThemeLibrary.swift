package import Canvas
internal import Glibc
internal import Spelling
package import Yaml

/// All themes there are: those of a person's folders and the built-in ones, which they shadow.
package enum ThemeLibrary {
  /// Built in; the first is what everything falls back to.
  package static let builtinNames = builtin.map(\.name)

  /// What a theme can write beside colours.
  package static let attributeNames = Attributes.named.map(\.name)

  /// More inheritance than this is a circle or nonsense.
  private static let longestChain = 8

  /// The theme of that name, for a terminal of that depth; whatever is wrong is left out and told.
  ///
  /// `searchFolders` hold `NAME.yaml` and go before the built-in themes, the first one first. A
  /// theme that does not exist or is wholly broken becomes the built-in dark one. A theme that
  /// inherits its own name means the one that it shadows.
  package static func load(
    named name: String, depth: ColorDepth, searchFolders: [String] = []
  ) -> (Theme, [Problem]) {
    var warnings: [Problem] = []
    var chain: [ThemeFile] = []
    guard let first = find(name, folders: searchFolders[...]) else {
      let known = names(searchFolders: searchFolders)
      let hint = Suggestion.hint(for: name, among: known)
      warnings.append(
        Problem(file: name, mark: nil, message: "there is no such theme\(hint)"))
      return (fallback(depth), warnings)
    }
    var next: Found? = first
    while let found = next {
      let file = found.file
      warnings += file.problems
      if file.isBroken { break }
      chain.append(file)
      next = parent(of: found, chain: chain, folders: searchFolders, &warnings)
    }
    if chain.isEmpty { return (fallback(depth), warnings) }
    var resolver = ThemeResolver(chain: withGround(chain), depth: depth)
    let theme = resolver.resolve(name: name)
    return (theme, warnings + resolver.warnings)
  }

  /// Everything that is wrong with a theme at any colour depth.
  package static func check(
    named name: String, searchFolders: [String] = []
  ) -> [Problem] {
    var all: [Problem] = []
    for depth in ColorDepth.allCases {
      for warning in load(named: name, depth: depth, searchFolders: searchFolders).1
      where !all.contains(warning) {
        all.append(warning)
      }
    }
    return all
  }

  /// The names of all themes: those of the folders, then the built-in ones, each once.
  package static func names(searchFolders: [String] = []) -> [String] {
    var names: [String] = []
    for folder in searchFolders {
      guard let directory = opendir(folder) else { continue }
      defer { closedir(directory) }
      var found: [String] = []
      while let entry = readdir(directory) {
        let file = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if file.hasSuffix(".yaml"), !file.hasPrefix(".") { found.append(String(file.dropLast(5))) }
      }
      for name in found.sorted() where !names.contains(name) { names.append(name) }
    }
    for name in builtinNames where !names.contains(name) { names.append(name) }
    return names
  }
}

extension ThemeLibrary {
  /// A file, and the folders that come after the one it lies in.
  private struct Found {
    let file: ThemeFile
    let name: String
    let later: ArraySlice<String>
  }

  private static func find(_ name: String, folders: ArraySlice<String>) -> Found? {
    // A name is not a path.
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
      return nil
    }
    for (index, folder) in zip(folders.indices, folders) {
      let path = "\(folder)/\(name).yaml"
      guard let bytes = SmallFile(path) else { continue }
      let file = bytes.use { ThemeFile(file: path, bytes: $0) }
      return Found(file: file, name: name, later: folders[(index + 1)...])
    }
    return builtin(name).map { Found(file: $0, name: name, later: []) }
  }

  private static func builtin(_ name: String) -> ThemeFile? {
    guard let text = builtin.first(where: { $0.name == name })?.text() else { return nil }
    return text.withUnsafeBufferPointer { ThemeFile(file: "\(name).yaml", bytes: $0) }
  }

  private static func parent(
    of found: Found, chain: [ThemeFile], folders: [String], _ warnings: inout [Problem]
  ) -> Found? {
    guard let word = found.file.inherits else { return nil }
    func warn(_ message: String) {
      warnings.append(Problem(file: found.file.file, mark: word.mark, message: message))
    }
    // A theme that inherits its own name extends the one that it shadows.
    let rest = word.text == found.name ? found.later : folders[...]
    guard let parent = find(word.text, folders: rest), parent.file.file != found.file.file else {
      let known = names(searchFolders: folders).filter { $0 != found.name }
      let hint = Suggestion.hint(for: word.text, among: known)
      warn("there is no theme \"\(word.text)\" to inherit from\(hint)")
      return nil
    }
    if chain.contains(where: { $0.file == parent.file.file }) || chain.count >= longestChain {
      warn("\"\(word.text)\" inherits from this theme in turn")
      return nil
    }
    return parent
  }

  /// What a theme leaves out comes from the built-in theme of its appearance.
  private static func withGround(_ chain: [ThemeFile]) -> [ThemeFile] {
    let last = chain[chain.count - 1]
    if builtinNames.contains(where: { last.file == "\($0).yaml" }) { return chain }
    let appearance = chain.lazy.compactMap(\.appearance).first ?? .dark
    return chain + [builtin(appearance.rawValue)].compactMap { $0 }
  }

  private static func fallback(_ depth: ColorDepth) -> Theme {
    let name = builtinNames[0]
    var resolver = ThemeResolver(chain: [builtin(name)].compactMap { $0 }, depth: depth)
    return resolver.resolve(name: name)
  }
}
