import Arguments
import Foundation
import Testing

@testable import CommandTesting
@testable import WalletCommands

/// The manual pages, docs/commands, keys.md and themes.md are made from the declarations and
/// committed.
struct ManualTests {
  static let pages = ["walletui.1", "walletui-config.5", "walletui-themes.5", "walletd.8"]

  private func committed(_ name: String) throws -> String {
    try String(contentsOf: project.appendingPathComponent(name), encoding: .utf8)
  }

  /// What a program writes about an input.
  private func run(_ program: String, _ words: [String], input: String) throws -> String {
    let run = try Run.program(program, words, input: input)
    return run.out + run.err
  }

  @Test(arguments: pages) func manualPagesAreUpToDate(_ page: String) throws {
    let path = "docs/man/" + page
    let (made, how) =
      page == "walletd.8"
      ? (try run(Daemon.binary.path, ["--manual"], input: ""), "walletd --manual")
      : (try Command.run(["manual", page]).out, "walletui manual \(page)")
    #expect(try committed(path) == made, "`\(how) > \(path)`")
  }

  /// The pages of a folder that are missing, out of date or left over.
  private static func wrongPages(in folder: URL, _ made: [String: String]) throws -> [String] {
    let there = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(there).union(made.keys).filter { name in
      guard let text = made[name] else { return true }
      return text != (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }.sorted()
  }

  @Test func theCommandPagesAreUpToDate() throws {
    var made: [String: String] = [:]
    for name in ["README"] + CommandPage.all.map(\.name) {
      made[name + ".md"] = try Command.run(["manual", "commands/\(name).md"]).out
    }
    let folder = project.appending(path: "docs/commands")
    #expect(try Self.wrongPages(in: folder, made) == [], "`make pages`")
    let wrong = try TestFolder()
    for (name, text) in made where name != "card.md" {
      try wrong.write(name == "cards.md" ? "an old text" : text, to: name)
    }
    try wrong.write("of a command that was removed", to: "wallet.md")
    #expect(try Self.wrongPages(in: wrong.url, made) == ["card.md", "cards.md", "wallet.md"])
  }

  @Test func everyCommandHasAPage() {
    #expect(
      CommandPage.all.map(\.name) == Set(Commands.parser.commands.map { $0.path[0] }).sorted())
    for page in CommandPage.all {
      let isCommand = Commands.all.contains { $0.path == page.name }
      #expect(isCommand == (page.purpose == nil), "\(page.name)")
    }
  }

  @Test(arguments: CommandPage.all) func theExamplesAreCommands(_ page: CommandPage) throws {
    #expect(!page.examples.isEmpty)
    for example in page.examples {
      let words = example.split(separator: " ").map(String.init)
      guard case .run(let invocation) = try Commands.parser.parse(words) else {
        Issue.record("\(example)")
        continue
      }
      #expect(invocation.command.path[0] == page.name)
    }
  }

  @Test func answersNameSchemas() throws {
    let schemas = try committed("docs/openapi.json")
    let words = Commands.all.compactMap(\.answer).flatMap { $0.split(separator: "`") }
    let named = words.filter { $0.first?.isUppercase == true }
    #expect(named.count > 10)
    for word in named { #expect(schemas.contains("\"\(word)\""), "\(word) is a schema") }
  }

  @Test(arguments: ["keys.md", "themes.md", "scripts.md"])
  func thePagesOfTheDocsAreUpToDate(_ page: String) throws {
    let made = try Command.run(["manual", page]).out
    #expect(try committed("docs/" + page) == made, "`walletui manual \(page) > docs/\(page)`")
  }

  /// The example theme at the beginning can be copied.
  @Test func theThemeInTheDocsIsValid() throws {
    let home = try TestFolder()
    let lines = try committed("docs/themes.md").split(separator: "\n")
    let example = lines.drop { !$0.hasPrefix("    name: mine") }.prefix { $0.hasPrefix("    ") }
    let text = example.map { String($0.dropFirst(4)) + "\n" }.joined()
    let file = try home.write(text, to: "mine.yaml")
    let run = try Command.run(["theme", "check", file])
    #expect(run.status == 0 && example.count > 5, "\(run.out)\(run.err)")
  }

  static let groff = "/usr/bin/groff"
  @Test(.enabled(if: access(groff, X_OK) == 0, "groff is not installed"), arguments: pages)
  func groffAcceptsEveryPage(_ page: String) throws {
    let words = ["-ww", "-man", "-Tutf8", "-z", "-"]
    #expect(try run(Self.groff, words, input: committed("docs/man/" + page)) == "")
    #expect(try run(Self.groff, words, input: ".TH A 8\n.XYZ\n").contains("XYZ"))
  }

  static let mandoc = "/usr/bin/mandoc"
  @Test(.enabled(if: access(mandoc, X_OK) == 0, "mandoc is not installed"), arguments: pages)
  func mandocAcceptsEveryPage(_ page: String) throws {
    let words = ["-T", "lint", "-W", "warning"]
    #expect(try run(Self.mandoc, words, input: committed("docs/man/" + page)) == "")
    #expect(try run(Self.mandoc, words, input: ".TH A 8\n.PP\n.XYZ\n").contains("XYZ"))
  }

  @Test func anUnknownPageIsReported() throws {
    #expect(try Command.run(["manual", "walletui.8"]).status == 2)
  }
}
