package import Arguments
import FrontEnd
import Languages
package import Script
import Spelling
import Themes
package import WalletModel
package import Words
package import Yaml

/// Finds and reads the script that a command names.
package enum ScriptFile {
  /// Why a script cannot be played, and the exit status.
  package struct Refusal: Error {
    /// The mistakes with their places.
    package let problems: [Problem]
    /// The exit status of the program.
    package let exit: ExitCode

    /// A refusal with these reasons.
    package init(problems: [Problem], exit: ExitCode) {
      self.problems = problems
      self.exit = exit
    }

    /// The problems as lines in the user's language.
    package func lines(_ words: Words) -> [String] { problems.map(words.line) }
  }

  /// Option `--size` of commands that play scripts.
  package static let size = CommandOption(
    "size", .text("COLUMNSxROWS"), "a size instead of the script's size")

  static let ending = ".walletscript"

  /// - Parameter word: A path, or the name of a built-in script.
  package static func read(_ word: String, _ invocation: Invocation) throws(Refusal) -> Script {
    var script = try read(word)
    guard let text = invocation.text(size.name) else { return script }
    guard let size = Script.size(text) else {
      let message = LocalizedText(
        "expected COLUMNSxROWS, 40x12 to 400x200", "erwartet: SPALTENxZEILEN, 40x12 bis 400x200")
      throw Refusal(
        problems: [Problem(file: "--size", mark: nil, message: message)], exit: .usage)
    }
    script.size = size
    return script
  }

  private static func read(_ word: String) throws(Refusal) -> Script {
    let isPath = word.contains("/") || word.hasSuffix(ending)
    let (script, problems) =
      if isPath {
        try file(word)
      } else if let bytes = ScriptLibrary.bytes(named: word) {
        bytes.withUnsafeBufferPointer { Script.read($0, file: word + ending) }
      } else {
        throw missing(
          LocalizedText("no script \"\(word)\"", "kein Skript „\(word)“"), word)
      }
    let all = problems + themeProblems(script)
    guard all.isEmpty else { throw Refusal(problems: all, exit: .script) }
    return script
  }

  private static func file(_ path: String) throws(Refusal) -> (Script, [Problem]) {
    guard let bytes = SmallFile(path) else {
      throw missing(
        LocalizedText(
          "it isn't a readable plain file of at most 256 KiB",
          "nicht lesbar als gewöhnliche Datei von höchstens 256 KiB"), path)
    }
    return bytes.use { Script.read($0, file: path) }
  }

  private static func missing(_ message: LocalizedText, _ word: String) -> Refusal {
    let hint = Suggestion.hint(for: word, among: ScriptLibrary.names)
    return Refusal(
      problems: [Problem(file: word, mark: nil, message: message + hint)], exit: .missing)
  }

  private static func themeProblems(_ script: Script) -> [Problem] {
    guard let theme = script.theme else { return [] }
    var choice = ThemeChoice(theme.text)
    return choice.replaceUnknown(
      file: script.file, mark: { _ in theme.mark }, searchFolders: StandardPaths.themeFolders)
  }
}
