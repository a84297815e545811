import Arguments

/// docs/commands/NAME.md: the commands whose first word is NAME.
struct CommandPage {
  let name: String
  /// What the commands are for; nil: NAME alone is a command, and its summary says it.
  var purpose: String?
  /// Without the program's name.
  let examples: [String]

  /// `walletui manual` prints it by this name.
  var file: String { "commands/\(name).md" }

  var text: String {
    let commands = Commands.parser.commands.filter { $0.path[0] == name }
    var parts = [
      "<!-- Made by `walletui manual \(file)`; not written by hand. -->\n# walletui \(name)",
      Self.lines(commands.map(Self.synopsis)),
      "`[options]` includes the [options of every command](README.md#options-of-every-command).",
    ]
    if let purpose { parts.append(purpose) }
    for command in commands where command.name == name { parts += Self.description(command) }
    parts += ["## Examples", Self.lines(examples)]
    for command in commands where command.name != name {
      parts += ["## `\(command.name)`", Self.lines([Self.synopsis(command)])]
      parts += Self.description(command)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func synopsis(_ command: Subcommand) -> String {
    command.usageLine + " [options]"
  }

  private static func description(_ command: Subcommand) -> [String] {
    var parts = [command.summary]
    parts += command.arguments.map { "`\($0.name)`: \($0.help)." }
    if !command.options.isEmpty { parts.append(CommandLineReference.table(command.options)) }
    if let answer = command.answer {
      parts.append("[`data`](README.md#json) with `--json`: \(answer).")
    }
    return parts + command.notes
  }

  /// Lines as the user types them.
  private static func lines(_ commands: [String]) -> String {
    commands.map { "    walletui " + $0 }.joined(separator: "\n")
  }
}

extension CommandPage {
  /// In the order of their names.
  static let all: [CommandPage] = [
    .init(
      name: "budgets",
      examples: ["budgets --month 2026-10", "budgets set groceries 200"]),
    .init(
      name: "card", purpose: "Order, show and change a card.",
      examples: [
        "card create --program SKRILL-VIRTUAL-MC-EEA --currency EUR --alias Train",
        "card unlock ID --for 30m", "card limits ID --per-month 400", "card reveal ID",
      ]),
    .init(name: "cards", examples: ["cards --status active,locked --json", "cards lock --all"]),
    .init(name: "completions", examples: ["completions bash"]),
    .init(
      name: "demo", purpose: "Play, check, record and draw scripts.",
      examples: ["demo play tour", "demo svg tour --at unlocked --out tour.svg"]),
    .init(name: "doctor", examples: ["doctor --json"]),
    .init(name: "exit-codes", examples: ["exit-codes --json"]),
    .init(name: "keys", examples: ["keys --check config.yaml"]),
    .init(name: "kiosk", examples: ["kiosk --operator-pin-file pin --idle 90"]),
    .init(name: "manual", examples: ["manual walletui.1", "manual commands/card.md"]),
    .init(name: "paths", examples: ["paths --json"]),
    .init(
      name: "pay", purpose: "Pay in a simulated shop, and answer the questions of the bank.",
      examples: ["pay create 24.90 --at zalando", "pay confirm", "pay use HANDLE"]),
    .init(name: "phone", examples: ["phone --follow"]),
    .init(name: "profiles", examples: ["profiles"]),
    .init(name: "programs", examples: ["programs --type virtual"]),
    .init(
      name: "saved", purpose: "Save cards of other banks for later payments.",
      examples: ["saved add --recurring --every 28 --until 2029-12-31", "saved remove SAVED"]),
    .init(
      name: "sca", purpose: "Use an authenticator app for one-time codes.",
      examples: ["sca enrol"]),
    .init(
      name: "shop", purpose: "Do what a shop does with a card, in the simulator.",
      examples: ["shop authorize zalando 12.50 --card ID", "shop debit PAYMENT 12.50"]),
    .init(name: "subscriptions", examples: ["subscriptions --json"]),
    .init(
      name: "theme", purpose: "List, show and check themes.",
      examples: ["theme show nord", "theme check mine.yaml"]),
    .init(
      name: "tokens", purpose: "Put cards into simulated phones, and remove them again.",
      examples: ["tokens add ID --wallet apple", "tokens freeze ID REF"]),
    .init(
      name: "transactions",
      examples: ["transactions all --format ledger --from 2026-11-01 --to 2026-11-30"]),
    .init(
      name: "vault", purpose: "Make, check, change and copy the file of a wallet.",
      examples: ["vault init --sample", "vault backup FILE", "vault check --repair"]),
    .init(
      name: "virtual", purpose: "Make virtual cards, and see what they pay.",
      examples: [
        "virtual sources add", "virtual create --holder Ana --alias Shoes --monthly-limit 50",
        "virtual reveal VIRTUAL",
      ]),
    .init(name: "watch", examples: ["watch --json"]),
  ]
}
