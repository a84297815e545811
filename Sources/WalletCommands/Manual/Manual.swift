import Arguments
import FrontEnd
import Themes
import WalletModel
import WalletUI
import Words

/// The pages of the manual and of docs/. They are made from the declarations.
enum Manual: String, CaseIterable {
  case walletui = "walletui.1"
  case configuration = "walletui-config.5"
  case themes = "walletui-themes.5"
  case commandLine = "commands/README.md"
  case keys = "keys.md"
  case themeReference = "themes.md"
  case scripts = "scripts.md"

  var text: String {
    switch self {
    case .walletui: program.text
    case .configuration: configurationPage.text
    case .themes: themesPage.text
    case .commandLine: CommandLineReference.text
    case .keys: KeysReference.text
    case .themeReference: ThemesReference.text
    case .scripts: ScriptsReference.text
    }
  }

  /// The names of all pages, as users write them.
  static let names =
    allCases.map { $0.rawValue + ", " }.joined() + "or commands/NAME.md for a first word"

  private var maker: String { "walletui manual \(rawValue)" }

  private var program: ManualPage {
    ManualPage(
      Commands.parser, section: 1, maker: maker,
      description: [
        """
        walletui shows the payment cards of a wallet in the terminal: on screen without a command, \
        and line by line with one. The wallet is an encrypted file of your own, one on a server \
        (see walletd(8)), or a demo. The issuer behind it is simulated: no real card is ever touched.
        """,
        "With --json a command prints JSON. `walletui manual commands/NAME.md` describes its form.",
      ],
      rest: [
        .init("Exit status", ExitCode.allCases.map { .item("\($0.rawValue)", $0.meaning + ".") }),
        .init(
          "Environment",
          [
            .item(
              "TERM, COLORTERM", "The type of the terminal, and whether it has 24-bit colours."),
            .item("NO_COLOR", "Turns colours off, unless `--color always` is given."),
            .item("LC_ALL, LC_CTYPE, LANG", "The character set of the terminal: UTF-8."),
            .item(
              "LC_ALL, LC_MESSAGES, LANG", "The language, unless the settings name another one."),
            .item(
              "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, HOME",
              "The folders of the files below."),
          ]),
        .init(
          "Files",
          [
            .text("`walletui paths` lists your files. The default places are:"),
            .item("~/.config/walletui/config.yaml", "The configuration: see walletui-config(5)."),
            .item("~/.config/walletui/themes/", "Themes of your own: see walletui-themes(5)."),
            .item("~/.local/share/walletui/wallet.vault", "The wallet."),
            .item(
              "~/.local/state/walletui/",
              "Changes without an answer, and this installation's name at servers."),
          ]),
        .init(
          "Examples",
          [
            .text("To look around:"), .example(["walletui --demo"]),
            .text("A wallet of your own:"),
            .example(["walletui vault init", "walletui"]),
            .text("The last four digits of all cards:"),
            .example(["walletui cards --json | jq -r '.data.cards[].lastFour'"]),
          ]),
        .init("See also", [.text("walletui-config(5), walletui-themes(5), walletd(8)")]),
      ])
  }

  private var configurationPage: ManualPage {
    ManualPage(
      "walletui-config", section: 5, summary: "the configuration of walletui", maker: maker,
      sections: [
        .init("Synopsis", [.call("~/.config/walletui/config.yaml")]),
        .init(
          "Description",
          [
            .text(
              """
              A mapping in YAML. --config FILE names another file. A mistake is reported with file, \
              line and column, and the entry is ignored. A profile with a mistake is not used.
              """),
            .text(
              """
              The command line takes precedence over the profile, and the profile over the settings. \
              Flags are yes or no. A path may begin with ~/. A relative path begins in the file's folder.
              """),
          ]),
        .init("Settings", Setup.settings.map(Self.entry)),
        .init(
          "Profiles",
          [
            .item("profiles:", "Named wallets, each a mapping of the keys below."),
            .item("default-profile: NAME", "The profile that is used without --profile NAME."),
            .text("A profile has a vault:"),
          ] + WalletOpener.options.map(Self.entry)
            + [.text("or a server:")] + (RemoteOptions.options).map(Self.entry)),
        .init("Keys", keys),
        .init(
          "Examples",
          [
            .example([
              "theme: nord", "mouse: yes", "default-profile: own", "profiles:", "  own:",
              "    vault: ~/cards.vault", "  bank:", "    server: https://wallet.example",
              "    login: ana", "    pin: [sha256//…]", "keys:", "  card.lock: [L, space l]",
              "  move.first: [g g, home]", "  card.cancel: none",
            ])
          ]),
        .init("See also", [.text("walletui(1), walletui-themes(5)")]),
      ])
  }

  private var keys: [ManualPage.Section.Part] {
    [
      .item("keys:", "A mapping from commands to a key, a list of keys, or none."),
      .text(KeysReference.rules), .text(KeysReference.quoting),
      .text("Names of keys: \(KeysReference.names)."),
      .text("Commands and their built-in keys:"),
    ]
      + CommandRegistry.all.map { command in
        let keys = Keymap.builtIn.bindings.filter { $0.command == command.id }.map(\.name)
        return .item(
          command.id, "\(command.text(.english).title): \(keys.joined(separator: ", ")).")
      }
  }

  /// An option of the command line as a key of the configuration.
  private static func entry(_ option: CommandOption) -> ManualPage.Section.Part {
    let value = option.usage.split(separator: " ").dropFirst().joined(separator: " ")
    let help = option.explanation
    return .usage(
      "\(option.name): " + (option.value.isFlag ? "yes|no" : value),
      help.prefix(1).uppercased() + help.dropFirst() + ".")
  }

  private var themesPage: ManualPage {
    ManualPage(
      "walletui-themes", section: 5, summary: "the themes of walletui", maker: maker,
      sections: [
        .init("Synopsis", [.call("~/.config/walletui/themes/NAME.yaml")]),
        .init(
          "Description",
          [
            .text(
              """
              A theme chooses the colours of walletui. Your own replace the built-in ones of \
              the same name: \(ThemeLibrary.builtinNames.joined(separator: ", ")). Mistakes are \
              reported with file, line and column, and the rest is used.
              """),
            .text(Self.themeColours),
          ]),
        .init(
          "Keys",
          Self.themeKeys.map { .item($0, $1) }),
        .init("Roles", Role.allCases.map { .item($0.rawValue, $0.purpose + ".") }),
        .init(
          "Examples",
          [
            .example([
              "name: mine", "inherits: nord", "palette:", "  rose: \"#ebbcba\"", "roles:",
              "  accent: rose", "  danger: {fg: rose, attrs: [bold]}",
            ])
          ]),
        .init("See also", [.text("walletui(1), walletui-config(5)")]),
      ])
  }
}
