import Arguments
import Canvas
import FrontEnd
import WalletModel

/// Every subcommand, in the order of `--help`.
enum Commands {
  static let parser = Parser(program, commands: all, shared: shared, main: screen)

  private static let program = ProgramText(
    name: "walletui", version: Release.version,
    summary: "a wallet for payment cards in the terminal",
    usages: [
      ("walletui [options]", "the wallet on screen"),
      ("walletui [options] COMMAND …", "without a screen"),
    ],
    notes: [
      """
      Passphrases, PINs, CVVs and codes are asked for on the terminal or read from files, never \
      taken from arguments or the environment.
      """
    ])

  private static let all: [Subcommand] = [
    listing, changing, [reveal], tokens, shop, authentication, [phone], vault, withoutWallet,
  ].flatMap { $0 }

  /// Those that open no wallet.
  static let withoutWallet =
    configuration + themes + demos + [keys, doctor, completions, manual, exitCodes]

  /// Those that tell of mistakes in the configuration themselves.
  static let tellingMistakes = [keys, doctor]

  /// Which wallet: understood by all.
  static let shared =
    [
      CommandOption("demo", "use a throw-away wallet with sample cards"),
      CommandOption("demo-cards", .number("N", 6...1_000_000), "sample cards in it (at least 6)"),
    ] + WalletOpener.options + RemoteOptions.options + Setup.options + Setup.logging
    + [Setup.language]

  static let json = CommandOption("json", "print JSON")

  static let cardID = CommandArgument("ID", "the card's id, as `cards` lists it")

  static let shell = CommandArgument("SHELL", "bash, zsh or fish")

  private static let completions = Subcommand(
    "completions", "Print what completes walletui's words in a shell.", arguments: [shell],
    notes: [
      """
      In bash: `source <(walletui completions bash)`, and the same in zsh; in fish: \
      `walletui completions fish | source`. Installing walletui puts them where shells look. Ids of \
      cards are completed for the demo and for wallets whose passphrase or password is in a file.
      """
    ]
  ) { invocation throws(WalletError) in
    guard let shell = Completions(rawValue: invocation.arguments.first ?? "") else {
      throw WalletError(.usage, details: ["SHELL must be one of: bash, zsh, fish"])
    }
    try Output.text(shell.script)
    return .ok
  }

  static let page = CommandArgument(
    "PAGE", Manual.allCases.map(\.rawValue).joined(separator: ", "))

  private static let manual = Subcommand(
    "manual", "Print a page of the manual, as it is installed.", arguments: [page],
    notes: ["To read one that is not installed: `walletui manual walletui.1 | man -l -`."]
  ) { invocation throws(WalletError) in
    guard let page = Manual(rawValue: invocation.arguments.first ?? "") else {
      throw WalletError(.usage, details: ["PAGE must be one of: \(page.help)"])
    }
    try Output.text(page.text)
    return .ok
  }

  private static let screen = Subcommand(
    "", "The wallet on screen.", options: ScreenOptions.options)

  private static let exitCodes = Subcommand(
    "exit-codes", "List the statuses that walletui ends with.",
    answer: "a list of `code` and `meaning`"
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

extension Subcommand {
  init(
    _ path: String, _ summary: String, arguments: [CommandArgument] = [],
    options: [CommandOption] = [], answer: String? = nil, notes: [String] = [],
    run: @escaping @Sendable (Invocation) async throws(WalletError) -> ExitCode
  ) {
    self.init(
      path, summary, arguments: arguments,
      options: options + (answer == nil ? [] : [Commands.json]), answer: answer, notes: notes,
      status: { (invocation) async throws(WalletError) -> Int32 in
        try await run(invocation).rawValue
      })
  }
}

extension Invocation {
  /// The first argument, which parsing has made sure of.
  var cardID: CardID { CardID(arguments.first ?? "") }
}
