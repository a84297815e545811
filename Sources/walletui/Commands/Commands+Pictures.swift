import Arguments
import Canvas
import Issuer
import Pictures
import Script
import Themes
import VaultLedger
import WalletModel
import WalletService
import WalletUI
import Words
import Yaml

/// Pictures of the demo, made from what is drawn: cells, not photographs.
extension Commands {
  static let pictures = [picture]

  private static let words = CommandArgument(
    "KEYS", "keys by their names, separated by spaces: `j enter ctrl-l type:visa wait:5 code`",
    isOptional: true)

  private static let picture = Subcommand(
    "picture", "Print the demo wallet as an SVG picture, after some keys.", arguments: [words],
    options: [
      CommandOption("theme", .text("NAME"), "the theme (dark)"),
      CommandOption("columns", .number("N", 20...400), "columns of the screen (120)"),
      CommandOption("rows", .number("N", 5...200), "rows of the screen (40)"),
      CommandOption(
        "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use no more colours"),
      CommandOption("ascii", .toggle, "draw with ASCII only"),
      CommandOption("caption", .text("TEXT"), "what it shows, for those who do not see it"),
    ],
    notes: [
      """
      `type:TEXT` types, `code` types the newest code of the simulated phone, `wait:SECONDS` lets \
      time pass, which it does not otherwise. The same keys make the same picture each time. What \
      is secret is masked in a picture, even where the screen would show it.
      """
    ]
  ) { invocation throws(WalletError) in
    let steps = try steps(invocation.arguments.first ?? "")
    var options = ScreenOptions(invocation, problems: [])
    let size = Size(invocation.number("columns") ?? 120, invocation.number("rows") ?? 40)
    // The same whatever the locale is.
    options.settings.words = Words(Language(asked: invocation.text("lang")) { _ in nil })
    var player = try Player.demo(size, options.settings, options.theme)
    await player.start()
    for step in steps { await player.play(step) }
    let (theme, problems) = ThemeLibrary.load(
      named: player.state.theme.name, depth: Screen.depth(options) ?? .direct,
      searchFolders: Places.themeFolders)
    for problem in options.problems + problems { Output.note(Text.clean(problem.description)) }
    let picture = SvgPicture(
      player.frame(theme), palette: theme.appearance == .light ? .light : .dark,
      ground: theme[.surface])
    try Output.text(picture.text(title: invocation.text("caption") ?? "walletui"))
    return .ok
  }

  private static func steps(_ text: String) throws(WalletError) -> [Step] {
    var steps: [Step] = []
    for word in text.split(separator: " ") {
      guard let step = Step(word: String(word)) else {
        throw WalletError(.usage, details: ["there is no key \"\(Text.clean(word))\""])
      }
      steps.append(step)
    }
    return steps
  }
}

extension Player {
  /// Pictures are as if taken then.
  private static let start = Timestamp(milliseconds: 1_795_178_467_000)

  /// The demo, the same each time.
  static func demo(_ size: Size, _ settings: Settings, _ theme: ThemeChoice)
    throws(WalletError) -> Player
  {
    let clock = VirtualClock(start)
    let issuerClock = IssuerClock(
      now: { clock.wall }, boot: { Int64(clock.nanoseconds / 1_000_000) })
    let backend = LocalBackend(
      ledger: try Vault.demo(clock: issuerClock), clock: issuerClock,
      random: .repeatable(seed: 1))
    let service = WalletService(
      backend: backend, context: backend.context,
      clock: RevealClock { .nanoseconds(clock.nanoseconds) })
    let info = WalletInfo(name: "demo wallet", isDemo: true, path: nil, showsPhone: true)
    var state = State(
      wallet: info, size: size, gate: .open, clock: clock.clock, settings: settings)
    state.theme = ThemeState(theme)
    return Player(state, clock) { effect in
      if case .openDemo = effect { return [.opened(info, nil)] }
      return await effect.answers(by: service)
    }
  }
}
