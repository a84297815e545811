import Foundation
import Testing

@testable import CommandTesting

/// The manual pages, docs/cli.md, keys.md and themes.md are made from the declarations and
/// committed.
struct ManualTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let pages = ["walletui.1", "walletui-config.5", "walletui-themes.5", "walletd.8"]

  private func committed(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(name), encoding: .utf8)
  }

  private func run(_ program: String, _ words: [String], input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    let said = Pipe()
    let given = Pipe()
    process.standardInput = given
    process.standardOutput = said
    process.standardError = said
    try process.run()
    given.fileHandleForWriting.write(Data(input.utf8))
    try given.fileHandleForWriting.close()
    let text = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: pages) func manualPagesAreUpToDate(_ page: String) throws {
    let path = "docs/man/" + page
    let (made, how) =
      page == "walletd.8"
      ? (try run(Daemon.binary.path, ["--manual"], input: ""), "walletd --manual")
      : (try Command.run(["manual", page]).out, "walletui manual \(page)")
    #expect(try committed(path) == made, "`\(how) > \(path)`")
  }

  @Test func theCommandReferenceIsUpToDate() throws {
    let made = try Command.run(["manual", "cli.md"]).out
    #expect(try committed("docs/cli.md") == made, "`walletui manual cli.md > docs/cli.md`")
    let schemas = try committed("docs/openapi.json")
    var named = 0
    for line in made.split(separator: "\n") where line.hasPrefix("`data` with `--json`") {
      for word in line.split(separator: "`") where word.first?.isUppercase == true {
        #expect(schemas.contains("\"\(word)\""), "\(word) is a schema")
        named += 1
      }
    }
    #expect(named > 10)
  }

  @Test func theKeysPageIsUpToDate() throws {
    let made = try Command.run(["manual", "keys.md"]).out
    #expect(try committed("docs/keys.md") == made, "`walletui manual keys.md > docs/keys.md`")
  }

  @Test func theThemesPageIsUpToDate() throws {
    let made = try Command.run(["manual", "themes.md"]).out
    #expect(
      try committed("docs/themes.md") == made, "`walletui manual themes.md > docs/themes.md`")
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

  @Test func theScriptsPageIsUpToDate() throws {
    let made = try Command.run(["manual", "scripts.md"]).out
    #expect(
      try committed("docs/scripts.md") == made, "`walletui manual scripts.md > docs/scripts.md`")
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
