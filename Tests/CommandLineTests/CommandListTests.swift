import Arguments
import Foundation
import Testing

@testable import CommandTesting
@testable import WalletCommands

/// The list of commands contains every command that is declared.
struct CommandListTests {
  /// The names of the types that declare a command in the sources.
  private static func declared() throws -> [String] {
    let files = try #require(
      FileManager.default.enumerator(
        at: project.appending(path: "Sources/WalletCommands"), includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap {
      let text = try String(contentsOf: $0, encoding: .utf8)
      return text.matches(of: #/struct (\w+): (?:\w+Command|CommandDeclaration) /#).map {
        String($0.1)
      }
    }
  }

  @Test func everyCommandIsListedOnce() throws {
    let declared = try Self.declared()
    #expect(declared.count > 40)
    #expect(Commands.all.map { "\(type(of: $0))" }.sorted() == declared.sorted())
    #expect(Set(Commands.all.map(\.path)).count == Commands.all.count)
  }

  /// The screen starts without the list of commands.
  @Test(arguments: [
    "", "--demo", "--theme=light", "--help", "-V", "--dmo", "-", "--", "help", "car",
  ])
  func wordsMeanTheSameWithoutCommands(_ word: String) {
    func meaning(_ parse: ([String]) throws -> Parser.Result) -> String {
      do {
        return "\(try parse(word.isEmpty ? [] : [word]))"
      } catch {
        return "\(error)"
      }
    }
    #expect(meaning(Commands.parse) == meaning(Commands.parser.parse))
  }

  /// `card lock` is declared by `CardLockCommand`.
  @Test func commandTypesAreNamedAfterTheirCommands() {
    for command in Commands.all {
      let words = command.path.split { $0 == " " || $0 == "-" }
      let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Command"
      #expect("\(type(of: command))" == name)
    }
  }
}
