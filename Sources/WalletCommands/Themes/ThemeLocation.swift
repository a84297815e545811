import Canvas
import FrontEnd
import TextLayout
import Themes
import WalletModel
import Yaml

/// A theme that a command names, by its name or by its file.
struct ThemeLocation {
  let name: String
  let folders: [String]

  init(_ word: String) throws(WalletError) {
    var folders = StandardPaths.themeFolders
    guard word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".yaml") else {
      name = word
      self.folders = folders
      let known = ThemeLibrary.names(searchFolders: folders)
      guard known.contains(word) else {
        var choice = ThemeChoice(word)
        let problems = choice.replaceUnknown(file: "", mark: { _ in nil }, searchFolders: folders)
        throw WalletError(
          .usage, details: problems.map { .local($0.message) },
          advice: .text("See `walletui theme list`.", "Siehe `walletui theme list`."))
      }
      return
    }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last.map(String.init) ?? ""
    guard file.hasSuffix(".yaml"), !file.hasPrefix("."), SmallFile(word) != nil else {
      throw WalletError.usage(
        "\(Text.clean(word)) can't be read as a file NAME.yaml",
        "\(Text.clean(word)) ist nicht als Datei NAME.yaml lesbar")
    }
    let folder = parts.dropLast().joined(separator: "/")
    folders.insert(parts.count == 1 ? "." : folder.isEmpty ? "/" : folder, at: 0)
    name = String(file.dropLast(5))
    self.folders = folders
  }

  func load(_ depth: ColorDepth) -> (Theme, [Problem]) {
    ThemeLibrary.load(named: name, depth: depth, searchFolders: folders)
  }

  var problems: [Problem] {
    ThemeLibrary.check(named: name, searchFolders: folders)
      + ThemeLibrary.checkContrast(named: name, searchFolders: folders)
  }
}
