import Spelling
import Testing
import WalletModel

@testable import Arguments

/// Parses the command line of a small program.
struct ParserTests {
  static let parser = Parser(
    ProgramText(name: "prog", version: "1", summary: "s", usages: [("prog", "x")], notes: []),
    commands: [
      Subcommand(
        "box open", "Open.", arguments: [CommandArgument("ID", "which")],
        options: [CommandOption("pin", .text("P"), "its own")]),
      Subcommand("all", "All."), Subcommand("all shut", "Shut all."),
    ],
    shared: [
      CommandOption("quiet", "say less"), CommandOption("mouse", .toggle, "clicks"),
      CommandOption("file", .file("FILE"), "a file"),
      CommandOption("pin", .list("SHA256"), "shared"),
    ],
    main: Subcommand(
      "", "Main.", options: [CommandOption("depth", .choice("D", ["16", "Mono"]), "colours")]))

  static func options(_ words: String) throws -> [String: String]? {
    guard case .run(let invocation) = try parser.parse(words.split(separator: " ").map(String.init))
    else { return nil }
    return invocation.options
  }

  @Test(arguments: [
    ("", [:]), ("--quiet", ["quiet": ""]), ("--mouse", ["mouse": ""]),
    ("--no-mouse", ["mouse": "no"]), ("--file=a=b", ["file": "a=b"]),
    ("--depth mono", ["depth": "Mono"]), ("box open x --pin 1", ["pin": "1"]),
    ("--file box box open x", ["file": "box"]),
  ])
  func understood(_ words: String, _ options: [String: String]) throws {
    #expect(try Self.options(words) == options)
  }

  /// A command whose name begins with that of another one.
  @Test(arguments: [("all", "all"), ("--quiet all shut", "all shut")])
  func theLongerNameIsMeant(_ words: String, _ name: String) throws {
    let parsed = try Self.parser.parse(words.split(separator: " ").map(String.init))
    guard case .run(let invocation) = parsed else {
      Issue.record("nothing is run")
      return
    }
    #expect(invocation.command.name == name)
  }

  @Test(arguments: [
    ("--no-quiet", "no option --no-quiet"), ("--mouse --no-mouse", "is there twice"),
    ("--mouse=no", "takes no value"), ("--file", "needs a value: --file FILE"),
    ("--moose", "did you mean --mouse?"), ("--moose never", "did you mean --mouse?"),
    ("--depth 8", "must be one of: 16, Mono"),
    ("box opne", "did you mean `box open`?"), ("box open", "ID is missing"),
  ])
  func refused(_ words: String, _ part: String) {
    let error = #expect(throws: WalletError.self) { try Self.options(words) }
    #expect(error?.code == .usage)
    #expect(error?.details.first?.english.contains(part) == true, "\(error?.details ?? [])")
    #expect(error?.advice?.english.hasPrefix("See `prog") == true)
  }

  @Test func optionsOverrideConfigurationAndNegatedFlagsAreNotSet() throws {
    guard case .run(var invocation) = try Self.parser.parse(["--no-mouse"]) else {
      Issue.record("nothing is run")
      return
    }
    invocation.fill(["mouse": CommandOption.yes, "quiet": CommandOption.yes])
    #expect(!invocation.has("mouse"))
    #expect(invocation.has("quiet"))
  }
}

struct SuggestionTests {
  static let words = ["cards", "card", "profile", "profiles", "ca", "server", "Dark"]

  @Test(arguments: [
    ("crads", "cards"), ("crd", "card"), ("sevrer", "server"), ("se", "server"), ("x", nil),
    ("pro", nil), ("profle", "profile"), ("DRAK", "Dark"), ("zzzzzz", nil), ("", nil),
  ])
  func closest(_ word: String, _ known: String?) {
    #expect(Suggestion.closest(to: word, among: Self.words) == known)
  }
}
