import Canvas
import Words

/// All commands, in the order of the help.
package enum CommandRegistry {
  package static let all: [Command] =
    Screens.all.flatMap { $0.commands } + Screens.tabs.map(\.command) + lines
    + Screens.all.flatMap { $0.moves } + steps + wallet + everywhere

  package static func command(_ id: Command.ID) -> Command? { byID[id] }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  private static let lines: [Command] = [
    Command("move.down", \.screen.nextLine, keys: [.character("j"), Key(.down)], place: .moving) {
      $0.shown.move(by: 1, &$0)
    },
    Command("move.up", \.screen.previousLine, keys: [.character("k"), Key(.up)], place: .moving) {
      $0.shown.move(by: -1, &$0)
    },
    Command(
      "move.page.down", \.screen.pageDown, keys: [Key(.pageDown), .control("d")], place: .moving
    ) {
      $0.shown.move(by: $0.shown.page($0), &$0)
    },
    Command("move.page.up", \.screen.pageUp, keys: [Key(.pageUp), .control("u")], place: .moving) {
      $0.shown.move(by: -$0.shown.page($0), &$0)
    },
    Command("move.first", \.screen.firstLine, keys: [.character("g"), Key(.home)], place: .moving) {
      $0.shown.move(by: -.max / 2, &$0)
    },
    Command("move.last", \.screen.lastLine, keys: [.character("G"), Key(.end)], place: .moving) {
      $0.shown.move(by: .max / 2, &$0)
    },
  ]

  private static let steps: [Command] = [
    Command(
      "open", \.screen.openFocused, keys: [Key(.enter), Key(.right)], place: .moving,
      disabled: { $0.shown.openRefusal($0) },
      run: { $0.shown.open(&$0) }),
    Command(
      "back", \.screen.back, keys: [Key(.escape), Key(.left), .character("h")], place: .moving
    ) {
      $0.shown.back(&$0)
    },
  ]

  private static let wallet: [Command] = [
    AuthenticatorSetUp.command, PhoneDrawer.command, BudgetsForm.command,
    Undo.command,
    Command("wallet.lock", \.screen.lockWallet, keys: [.control("l")], place: .wallet) {
      Gate.lock(.asked, &$0)
    },
    Command("wallet.reload", \.screen.readAgain, keys: [.control("r")], place: .wallet) {
      Outage.readAgain(&$0)
    },
  ]

  private static let everywhere: [Command] = [
    Command("help", \.screen.help, keys: [.character("?"), Key(.function(1))], place: .everywhere) {
      $0.push(CommandMenu(.help))
    },
    Command(
      "palette", \.screen.commands, keys: [.character(":"), .control("p")], place: .everywhere
    ) {
      $0.push(CommandMenu(.palette))
    },
    Command("messages", \.screen.messages, keys: [.character("!")], place: .everywhere) {
      $0.toasts.unseen = nil
      return $0.push(MessageHistory())
    },
    Command("mouse", \.screen.mouse, keys: [.character("M")], place: .everywhere) {
      MouseInput.toggle(&$0)
    },
    Command("theme", \.settings.theme, keys: [.character("T")], place: .everywhere) {
      ThemePicker.open(&$0)
    },
    SettingsForm.command,
    Command("suspend", \.screen.suspend, keys: [.control("z")], place: .everywhere) {
      $0.program.suspendRequested = true
      return []
    },
    Command("quit", \.screen.quit, keys: [.character("q"), .control("c")], place: .everywhere) {
      $0.quit()
      return []
    },
  ]
}
