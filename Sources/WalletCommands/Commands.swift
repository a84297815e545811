import Arguments
import FrontEnd
import WalletModel

/// All commands, in the order of `--help`.
enum Commands {
  static let all = groups.flatMap(\.commands)

  /// The same by feature, with its title.
  static let groups: [(title: String, commands: [any CommandDeclaration])] = [
    ("Cards", cards),
    ("Phones", tokens),
    ("Payments and the simulated shop", shop),
    ("Payments with a handle", payments),
    ("Saved cards", savedCards),
    ("Virtual cards", virtualCards),
    ("One-time codes", authentication),
    ("Vaults", vault),
    ("Settings", settings),
    ("Themes", themes),
    ("Demos", demos),
    ("The program", program),
  ]

  private static let cards: [any CommandDeclaration] = [
    CardsCommand(), CardsLockCommand(), CardsUnlockCommand(), CardShowCommand(), ProgramsCommand(),
    CardCreateCommand(),
    CardActivateCommand(), CardLockCommand(), CardUnlockCommand(), CardAutoLockCommand(),
    CardLimitsCommand(), CardReplaceCommand(), CardCancelCommand(),
    CardSetPinCommand(), CardRenameCommand(), CardRevealCommand(),
    CardAccountCommand(), CardTopUpCommand(),
  ]

  private static let tokens: [any CommandDeclaration] = [
    TokensListCommand(), TokensAddCommand(), TokensVerifyCommand(), TokensStatusCommand(),
    TokensFreezeCommand(), TokensResumeCommand(), TokensRemoveCommand(),
    TokensDevicesListCommand(), TokensDevicesAddCommand(), TokensDevicesRemoveCommand(),
  ]

  private static let shop: [any CommandDeclaration] = [
    TransactionsCommand(), TransactionsNoteCommand(), WatchCommand(), BudgetsCommand(),
    BudgetsSetCommand(),
    BudgetsRemoveCommand(), SubscriptionsCommand(), ShopMerchantsCommand(), ShopRatesCommand(),
    ShopAuthorizeCommand(), ShopIncrementCommand(), ShopReverseCommand(), ShopExpireCommand(),
    ShopDebitCommand(), ShopRefundCommand(),
  ]

  private static let payments: [any CommandDeclaration] = [
    PayMethodsCommand(), PayCreateCommand(), PayListCommand(), PayShowCommand(), PayTokenCommand(),
    PayUseCommand(), PayQuestionsCommand(), PayConfirmCommand(),
  ]

  private static let savedCards: [any CommandDeclaration] = [
    SavedListCommand(), SavedAddCommand(), SavedResumeCommand(), SavedRemoveCommand(),
  ]

  private static let virtualCards: [any CommandDeclaration] = [
    VirtualPersonasListCommand(), VirtualPersonasCreateCommand(), VirtualPersonasDeleteCommand(),
    VirtualSourcesListCommand(), VirtualSourcesAddCommand(), VirtualSourcesCancelCommand(),
    VirtualSourcesRefreshCommand(), VirtualSourcesReviewCommand(),
    VirtualCreateCommand(), VirtualListCommand(), VirtualShowCommand(), VirtualRevealCommand(),
    VirtualUpdateCommand(), VirtualPauseCommand(), VirtualResumeCommand(), VirtualCancelCommand(),
    VirtualTransactionsCommand(),
    VirtualNoticesListCommand(), VirtualNoticesSetCommand(), VirtualNoticesRemoveCommand(),
    VirtualKeysListCommand(), VirtualKeysExportCommand(), VirtualKeysImportCommand(),
    VirtualKeysUnlockCommand(), VirtualConfigCommand(),
  ]

  private static let authentication: [any CommandDeclaration] = [
    ScaStatusCommand(), ScaEnrolCommand(), ScaConfirmCommand(), PhoneCommand(),
  ]

  private static let vault: [any CommandDeclaration] = [
    VaultInitCommand(), VaultCheckCommand(), VaultPasswdCommand(), VaultBackupCommand(),
    VaultRestoreCommand(), VaultExportCommand(), VaultImportCommand(),
  ]

  private static let settings: [any CommandDeclaration] = [ProfilesCommand(), PathsCommand()]

  private static let themes: [any CommandDeclaration] = [
    ThemeListCommand(), ThemeShowCommand(), ThemeCheckCommand(),
  ]

  private static let demos: [any CommandDeclaration] = [
    DemoListCommand(), DemoPlayCommand(), DemoCheckCommand(), DemoRecordCommand(),
    DemoSvgCommand(), KioskCommand(),
  ]

  private static let program: [any CommandDeclaration] = [
    KeysCommand(), DoctorCommand(), CompletionsCommand(), ManualCommand(), ExitCodesCommand(),
  ]

  /// Options that every command accepts: which wallet, and which configuration.
  static let shared =
    [
      CommandOption("demo", "use a temporary wallet with sample cards"),
      CommandOption(
        "demo-cards", .number("N", 6...1_000_000), "how many sample cards it has (at least 6)"),
    ] + WalletOpener.options + RemoteOptions.options + Setup.options + Setup.logging
    + [Setup.language, Setup.formLanguage]

  static let parser = makeParser(all.map(Subcommand.init))

  private static func makeParser(_ commands: [Subcommand]) -> Parser {
    Parser(
      ProgramText(
        name: "walletui", version: Release.version,
        summary: "a wallet for payment cards in the terminal",
        usages: [
          ("walletui [options]", "the wallet on screen"),
          ("walletui [options] COMMAND …", "without a screen"),
        ],
        notes: [
          """
          Passphrases, PINs, CVVs and codes are asked for on the terminal or read from files, \
          never taken from arguments or the environment.
          """
        ]),
      commands: commands, shared: shared,
      main: Subcommand("", "The wallet on screen.", options: ScreenOptions.options))
  }

  /// What the words ask for. If none can name a command, the wallet on the screen starts without
  /// making them. Only their mistakes need all commands, for suggestions.
  static func parse(_ words: [String]) throws(WalletError) -> Parser.Result {
    if words.allSatisfy({ $0.hasPrefix("-") }), let result = try? makeParser([]).parse(words) {
      return result
    }
    return try parser.parse(words)
  }

  /// The command that an invocation runs; nil: the wallet on the screen.
  static func command(of invocation: Invocation) -> (any CommandDeclaration)? {
    if invocation.command.path.isEmpty { return nil }
    return all.first { $0.path == invocation.command.name }
  }
}
