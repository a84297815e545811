import Foundation
import Testing

@testable import CommandTesting

/// The pictures of the documentation are made by the program and committed.
struct PictureTests {
  @Test func picturesAreUpToDate() throws {
    let made = try TestFolder()
    try Run.program(
      project.appending(path: ".ci/make-pictures").path, [Binary.url.path, made.url.path]
    ).succeeded()
    let committed = project.appendingPathComponent("docs/pictures")
    let names = try FileManager.default.contentsOfDirectory(atPath: committed.path)
      .filter { $0.hasSuffix(".svg") }
    #expect(
      try names.sorted() == FileManager.default.contentsOfDirectory(atPath: made.url.path).sorted())
    #expect(names.count > 20)
    for name in names {
      let same = FileManager.default.contentsEqual(
        atPath: made.path(name), andPath: committed.appendingPathComponent(name).path)
      #expect(same, "\(name) is another one now: `make pictures`, and look at it")
    }
    for theme in try Command.run(["theme", "list", "--json"]).list() {
      let name = try #require(theme["name"] as? String)
      #expect(names.contains("theme-\(name).svg"))
    }
  }

  @Test func aPictureOfRevealedDetailsHasNoDigits() throws {
    let reveal = """
      wait "Everyday"
      mark hidden
      key r enter
      wait "Expires in"
      type code
      key enter
      wait "hides in 30 s"
      mark shown
      """
    let folder = try TestFolder()
    let script = try folder.write(reveal, to: "reveal.walletscript")
    let hidden = try Self.text(["demo", "svg", script, "--at", "hidden"])
    #expect(hidden.split(separator: "4821").count == 3, "the last four are no secret")
    let shown = try Self.text(["demo", "svg", script, "--at", "shown"])
    #expect(shown.contains("hides in 30 s"), "it is in sight")
    #expect(shown.split(separator: "4821").count == 2, "they are masked with the others")
    let card = try #require(try Command.run(["--demo", "cards", "--json"]).list("cards").first)
    let bin = try #require(card["bin"] as? String)
    #expect(!shown.contains(bin.prefix(4)))
  }

  /// The text of a picture, one line for each piece.
  private static func text(_ words: [String]) throws -> String {
    let run = try Command.run(words)
    try #require(run.status == 0, "\(run.err)")
    return run.out.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
      line.drop { $0 != ">" }.dropFirst().dropLast("</text>".count)
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }.joined(separator: "\n")
  }

  @Test func theTourHappensAsDescribed() throws {
    let tour = try String(
      contentsOf: project.appendingPathComponent("docs/tour.md"), encoding: .utf8)
    var script = "set size 120x40\n"
    var steps = 0
    for line in tour.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: true)
      script += "key \(Self.quoted(cells[0]).joined(separator: " "))\n"
      for wanted in Self.quoted(cells[1]) { script += "wait \"\(wanted)\" 1s\n" }
      steps += 1
    }
    #expect(steps == 14)
    let folder = try TestFolder()
    let file = try folder.write(script, to: "tour.walletscript")
    try Command.run(["demo", "check", file]).succeeded()
    var commands: [[String]] = []
    for line in tour.split(separator: "\n") where line.hasPrefix("    walletui ") {
      let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
      // Not the screen and commands that need a user.
      if words.count > 1 && words[0] != "vault" && words[0] != "phone" { commands.append(words) }
    }
    #expect(commands.count == 4)
    for words in commands {
      let run = try Command.run(words)
      #expect(run.status == 0, "\(words): \(run.err)")
    }
  }

  /// The texts between backticks.
  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
