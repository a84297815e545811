import WalletModel

/// Every subcommand, in the order of `--help`.
enum Commands {
  static let parser = Parser(commands: all, shared: shared, screen: screen)

  private static let all: [Subcommand] = [
    listing, changing, [reveal], authentication, [phone], vault, [exitCodes],
  ].flatMap { $0 }

  /// Which wallet: understood by all.
  static let shared =
    [
      CommandOption("demo", "use a throw-away wallet with sample cards"),
      CommandOption("demo-cards", .number("N", 6...1_000_000), "sample cards in it (at least 6)"),
      CommandOption("vault", .text("FILE"), "the wallet's file instead of the usual one"),
      CommandOption(
        "passphrase-file", .text("FILE"), "read the passphrase from its first line; - is stdin"),
    ] + RemoteOptions.options

  static let json = CommandOption("json", "print JSON")

  static let cardID = CommandArgument("ID", "the card's id, as `cards` lists it")

  private static let screen = Subcommand(
    "", "The wallet on screen.",
    options: [
      CommandOption("theme", .text("NAME"), "the theme"),
      CommandOption(
        "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use no more colours"),
      CommandOption("ascii", "draw with ASCII only"),
      CommandOption("mouse", "take clicks and the wheel"),
      CommandOption(
        "reveal-seconds", .number("N", 1...30), "hide details and PIN sooner: after N seconds"),
    ]
  ) { _ in .ok }

  private static let exitCodes = Subcommand(
    "exit-codes", "List the statuses that walletui ends with.", options: [json]
  ) { invocation throws(WalletError) in
    if invocation.wantsJSON {
      try Output.json(ExitCode.allCases.map(ExitCodeRow.init))
    } else {
      var table = Table([.init(title: "Code", right: true), .init(title: "Meaning")])
      for code in ExitCode.allCases { table.add(["\(code.rawValue)", code.meaning]) }
      try Output.text(table.text)
    }
    return .ok
  }
}

private struct ExitCodeRow: Encodable {
  let code: Int32
  let meaning: String
  init(_ exit: ExitCode) {
    code = exit.rawValue
    meaning = exit.meaning
  }
}
