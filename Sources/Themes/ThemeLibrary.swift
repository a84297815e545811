package import Canvas
internal import Glibc
package import Languages
internal import Spelling
package import Yaml

/// All themes: those in the user's folders and the built-in ones. A user's theme replaces a
/// built-in one of the same name.
package enum ThemeLibrary {
  /// The built-in themes. The first one is the fallback.
  package static let builtinNames = builtin.map(\.name)

  /// The attributes that a theme can use.
  package static let attributes = Attributes.named
  /// The names of the terminal's own colours, in their order.
  package static let terminalColours = TerminalColor.names

  /// The longest chain of inheritance. A longer one is a circle or a mistake.
  private static let longestChain = 8

  /// The theme of that name for a terminal of this depth. Invalid entries are ignored and reported.
  ///
  /// `searchFolders` contain `NAME.yaml`. They are searched in order, before the built-in themes.
  /// If a theme does not exist or cannot be used at all, the built-in dark theme is used. A theme
  /// that inherits its own name extends the next one of that name.
  package static func load(
    named name: String, depth: ColorDepth, searchFolders: [String] = []
  ) -> (Theme, [Problem]) {
    let (found, warnings) = chain(name, searchFolders)
    let name = found.isEmpty ? builtinNames[0] : name
    let chain = found.isEmpty ? [builtin(name)].compactMap { $0 } : found
    var resolver = ThemeResolver(chain: chain, depth: depth)
    let theme = resolver.resolve(name: name)
    return (theme, warnings + resolver.warnings)
  }

  /// The files of a theme: itself first, then those that it inherits. Empty: it does not exist or
  /// cannot be used.
  private static func chain(_ name: String, _ searchFolders: [String]) -> ([ThemeFile], [Problem]) {
    var warnings: [Problem] = []
    var chain: [ThemeFile] = []
    guard let first = find(name, folders: searchFolders[...]) else {
      let known = names(searchFolders: searchFolders)
      let hint = Suggestion.hint(for: name, among: known)
      warnings.append(
        Problem(
          file: name, mark: nil,
          message: LocalizedText("no such theme", "dieses Theme gibt es nicht") + hint))
      return ([], warnings)
    }
    var next: Found? = first
    while let found = next {
      let file = found.file
      warnings += file.problems
      if file.isBroken { break }
      chain.append(file)
      next = parent(of: found, chain: chain, folders: searchFolders, &warnings)
    }
    return (chain.isEmpty ? [] : withBuiltinBase(chain), warnings)
  }

  /// All mistakes in a theme, at any colour depth.
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

  /// The texts of a theme that have too little contrast, at any colour depth. The position is that
  /// of the role, or of the inheritance if the theme does not mention the role.
  package static func checkContrast(
    named name: String, searchFolders: [String] = []
  ) -> [Problem] {
    let (chain, _) = chain(name, searchFolders)
    guard let first = chain.first else { return [] }
    return ColorDepth.allCases.reversed().flatMap { depth in
      var resolver = ThemeResolver(chain: chain, depth: depth)
      return Contrast.pairs(resolver.resolve(name: name)).filter { !$0.isEnough }.map { pair in
        Problem(
          file: first.file, mark: first.place(of: pair.subject),
          message: pair.text)
      }
    }
  }

  /// The path of a theme; nil: it is built in or does not exist.
  package static func file(named name: String, searchFolders: [String]) -> String? {
    guard let found = find(name, folders: searchFolders[...]) else { return nil }
    return found.file.file == builtinFile(name) ? nil : found.file.file
  }

  /// The names of all themes, each once: first those of the folders, then the built-in ones.
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
  /// A file, and the folders that are searched after its own.
  private struct Found {
    let file: ThemeFile
    let name: String
    let later: ArraySlice<String>
  }

  private static func find(_ name: String, folders: ArraySlice<String>) -> Found? {
    // A name must not be a path.
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
    return text.withUnsafeBufferPointer { ThemeFile(file: builtinFile(name), bytes: $0) }
  }

  /// The file name of a built-in theme in messages.
  private static func builtinFile(_ name: String) -> String { "\(name).yaml" }

  private static func parent(
    of found: Found, chain: [ThemeFile], folders: [String], _ warnings: inout [Problem]
  ) -> Found? {
    guard let word = found.file.inherits else { return nil }
    func warn(_ message: LocalizedText) {
      warnings.append(Problem(file: found.file.file, mark: word.mark, message: message))
    }
    // A theme that inherits its own name extends the next one of that name.
    let rest = word.text == found.name ? found.later : folders[...]
    guard let parent = find(word.text, folders: rest), parent.file.file != found.file.file else {
      let known = names(searchFolders: folders).filter { $0 != found.name }
      let hint = Suggestion.hint(for: word.text, among: known)
      warn(
        LocalizedText(
          "no theme \"\(word.text)\" to inherit from",
          "kein Theme „\(word.text)“, von dem es erben könnte") + hint)
      return nil
    }
    if chain.contains(where: { $0.file == parent.file.file }) || chain.count >= longestChain {
      warn(
        LocalizedText(
          "\"\(word.text)\" inherits from this theme in turn",
          "„\(word.text)“ erbt seinerseits von diesem Theme"))
      return nil
    }
    return parent
  }

  /// Values that a theme leaves out come from the built-in theme of its appearance.
  private static func withBuiltinBase(_ chain: [ThemeFile]) -> [ThemeFile] {
    let last = chain[chain.count - 1]
    if builtinNames.contains(where: { last.file == builtinFile($0) }) { return chain }
    let appearance = chain.lazy.compactMap(\.appearance).first ?? .dark
    return chain + [builtin(appearance.rawValue)].compactMap { $0 }
  }
}

extension ThemeFile {
  /// The position of the role in the file, or the first key if the file does not mention it.
  fileprivate func place(of subject: Contrast.Pair.Subject) -> Mark {
    switch subject {
    case .role(let role, let background):
      roles[role]?.mark ?? background.flatMap { roles[$0]?.mark } ?? start
    case .face(let name, _, _), .secret(let name, _): faces[name]?.mark ?? start
    }
  }
}

extension ColorDepth {
  /// As people call it.
  package var title: LocalizedText {
    switch self {
    case .mono: LocalizedText("no colours", "keine Farben")
    case .ansi16: LocalizedText("16 colours", "16 Farben")
    case .indexed256: LocalizedText("256 colours", "256 Farben")
    case .direct: LocalizedText("24-bit colours", "24-Bit-Farben")
    }
  }
}
