import Testing

@testable import CommandTesting

/// Parsing, help and exit codes.
struct UsageTests {
  @Test func version() throws {
    let run = try Command.run(["--version"]).succeeded()
    #expect(run.out.hasPrefix("walletui "))
    #expect(run.err == "")
  }

  @Test(arguments: [
    (["crads"], "did you mean `cards`?"), (["card", "lcok", "x"], "did you mean `card lock`?"),
    (["--colour", "never", "cards"], "did you mean --color?"),
    (["--cvv", "123", "cards"], "don't go in arguments"), (["card"], "needs one of"),
    (["cards", "--limt", "3"], "did you mean --limit?"),
    (["cards", "--limit"], "--limit needs a value"), (["cards", "--limit", "x"], "from 1 to 1000"),
    (["cards", "--limit", "0"], "from 1 to 1000"), (["cards", "--offset=-1"], "from 0"),
    (["cards", "--type", "gold"], "must be one of: physical, virtual"),
    (["--demo", "--vault", "f", "cards"], "don't go together"),
    (["--demo-cards", "7", "--vault", "f"], "don't go together"),
    (["--demo-cards", "3", "cards"], "from 6"),
    (["card", "create", "--postal-code", ""], "--postal-code is empty"),
    (["cards", "--status", "active,frozen"], "separated by commas"),
    (["cards", "--limit", "3", "--limit", "4"], "is there twice"),
    (["cards", "--json=yes"], "takes no value"),
    (["card", "lock"], "ID is missing"), (["card", "lock", ""], "is empty"),
    (["card", "lock", "--", "a", "b"], "Too many words"), (["-x"], "no option"),
    (["zzz"], "No command `zzz`"), (["--demo", "vault", "init"], "has no file"),
    (["card", "show", "x", "--limit", "3"], "`cards` has one"),
    (["cards", "--demo", "--server", "x"], "See `walletui cards --help`."),
    (["vault", "check", "--server", "https://x", "--login", "a"], "has no file here"),
    (["keys", "file"], "See `walletui keys --help`."),
    (["card", "lok"], "See `walletui card --help`."),
    (["cards", "lock"], "--all is missing"),
    (["card", "unlock", "x", "--for", "8d"], "--for must be 1m to 7d"),
    (["card", "unlock", "x", "--for", "30"], "--for must be 1m to 7d"),
    (["card", "auto-lock", "x", "366"], "DAYS must be 1 to 365 or off"),
    (["completions", "tcsh"], "See `walletui completions --help`."),
  ])
  func notUnderstood(_ arguments: [String], _ hint: String) throws {
    let run = try Command.run(arguments)
    #expect(run.status == 2)
    #expect(run.out == "")
    #expect(run.err.contains(hint), "\(run.err)")
    #expect(run.err.contains("Code: WUI-USAGE (exit 2)"))
  }

  @Test(arguments: [
    ["card", "set-pin", "x", "--pin", "7391"], ["card", "set-pin", "x", "7391"],
    ["card", "set-pin", "x", "--pin=7391"], ["cards", "--passphrase", "7391"],
    ["card", "activate", "x", "--cvv=7391"], ["card", "reveal", "x", "--code", "7391"],
    ["cards", "--server", "https://x", "--login", "a", "--pin", "7391"],
  ])
  func secretsAreNotTakenAsArgumentsNorRepeated(_ arguments: [String]) throws {
    let run = try Command.run(arguments)
    #expect(run.status == 2)
    #expect(!(run.out + run.err).contains("7391"))
  }

  /// Texts name the option, and JSON names the field.
  @Test func aWrongFieldIsReportedByItsOption() throws {
    let words = [
      "card", "create", "--demo", "--program", "?", "--currency", "EUR", "--mobile", "x",
      "--address1", "Long enough 1", "--city", "1",
    ]
    let run = try Command.run(words)
    #expect(run.status == 4)
    for option in ["--program: You can't", "--mobile: Use", "--city: Use", "--country: Required"] {
      #expect(run.err.contains("\n  \(option)"), "\(run.err)")
    }
    let json = try Command.run(words + ["--json"])
    for field in ["programName", "mobile", "deliveryAddress.city", "deliveryAddress.countryCode"] {
      #expect(json.err.contains(#""field" : "\#(field)""#), "\(json.err)")
    }
  }

  @Test func hostileArgumentsAreSanitised() throws {
    let run = try Command.run(["\u{1b}[2Jx\u{202e}"])
    #expect(run.status == 2)
    #expect(!run.err.contains("\u{1b}"))
    #expect(run.err.contains("<U+001B>"))
    #expect(run.err.contains("<U+202E>"))
  }

  @Test func exitCodesAreStable() throws {
    let rows = try Command.run(["exit-codes", "--json"]).list()
    let codes = rows.compactMap { $0["code"] as? Int }
    #expect(
      codes == Array(0...15) + Array(20...28) + Array(30...32) + Array(40...47))
    #expect(rows.allSatisfy { ($0["meaning"] as? String)?.isEmpty == false })
    let table = try Command.run(["exit-codes"])
    #expect(table.out.contains("  20  wrong passphrase\n"))
  }

  @Test func optionsMayComeBeforeOrAfterTheCommand() throws {
    let before = try Command.run(["--demo", "cards", "--limit=2"])
    let after = try Command.run(["cards", "--limit", "2", "--demo"])
    #expect(before.status == 0)
    #expect(before.out.contains("1–2 of 6"))
    #expect(after.out == before.out)
  }

  @Test(arguments: [
    (["card", "--help"], "card lock ID"), (["vault", "--help"], "vault check"),
    (["sca", "-h"], "sca enrol"), (["help", "card"], "card lock ID"),
    (["help"], "Commands:"), (["help", "card", "lock"], "Usage: walletui card lock"),
    (["help", "cards"], "Usage: walletui cards"), (["--demo", "card", "--help"], "card lock ID"),
    (["--vault", "card", "sca", "--help"], "sca enrol"), (["card", "-h", "--json"], "card show"),
  ])
  func groupsHaveTheirHelp(_ arguments: [String], _ part: String) throws {
    let run = try Command.run(arguments).succeeded()
    #expect(run.out.contains(part))
    #expect(run.err == "")
  }

  @Test func aMissingFolderIsReported() throws {
    let run = try Command.run([
      "vault", "init", "--sample", "--vault", "/nonexistent/x/y", "--passphrase-file", "/dev/null",
    ])
    #expect(run.status == 24)
    #expect(run.err.contains("The folder doesn't exist"))
  }
}
