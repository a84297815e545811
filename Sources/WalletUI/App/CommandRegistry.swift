package import Canvas
import WalletModel

/// All commands, in the order in which help lists them.
package enum CommandRegistry {
  package static let all: [Command] = cards + moving + wallet + everywhere

  package static func command(_ id: Command.ID) -> Command? { byID[id] }
  package static func command(for key: Key) -> Command? { byKey[key] }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  private static let byKey = Dictionary(
    all.flatMap { command in command.keys.map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })

  private static func needsCard(_ action: CardAction) -> @Sendable (State) -> String? {
    { $0.refusal(of: action) }
  }

  private static let cards: [Command] = [
    Command(
      "card.lock", "Lock card", "Blocks every use of the card until it is unlocked.",
      hint: "lock", keys: [.character("l")], place: .cards, disabled: needsCard(.lock)
    ) { $0.changeStatus(.lock) },
    Command(
      "card.unlock", "Unlock card", "Makes a locked card usable again.", hint: "unlock",
      keys: [.character("u")], place: .cards, disabled: needsCard(.unlock)
    ) { $0.changeStatus(.unlock) },
    Command(
      "card.reveal", "Reveal details",
      "Shows number, CVV and expiry for a short time, after a one-time code.",
      hint: "reveal", keys: [.character("r")], place: .cards, disabled: needsCard(.showDetails)
    ) { $0.begin { .details($0) } },
    Command(
      "card.pin", "Show PIN", "Shows the PIN for a short time, after a one-time code.",
      hint: "PIN", keys: [.character("p")], place: .cards, disabled: needsCard(.showPin)
    ) { $0.begin { .pin($0) } },
    Command(
      "card.pin.change", "Change PIN", "Sets a new PIN, after a one-time code.",
      keys: [.character("P")], place: .cards, disabled: needsCard(.setPin)
    ) { $0.openSetPin() },
    Command(
      "card.activate", "Activate card", "Activates a new physical card with its last four and CVV.",
      hint: "activate", keys: [.character("a")], place: .cards, disabled: needsCard(.activate)
    ) { $0.openActivate() },
    Command(
      "card.create", "New card", "Creates a virtual or physical card of a programme.",
      hint: "new card", keys: [.character("c")], place: .cards, disabled: { $0.unreachable }
    ) { $0.openCreate() },
    Command(
      "card.cancel", "Cancel card", "Ends a card for good. This cannot be undone.",
      keys: [.character("X")], place: .cards, disabled: needsCard(.cancel)
    ) { $0.openCancel() },
    Command(
      "card.undo", "Undo", "Takes the last lock or unlock back.", hint: "undo",
      keys: [.character("z")], place: .cards,
      disabled: { $0.undo == nil ? "there is nothing to undo" : $0.unreachable }
    ) { $0.undoLast() },
    Command(
      "list.filter", "Filter cards",
      "Shows only cards whose name, programme, last four or status match.",
      hint: "filter", keys: [.character("/")], place: .cards
    ) { $0.startFilter() },
  ]

  private static let moving: [Command] = [
    Command(
      "move.down", "Next card", "Goes one line down.", keys: [.character("j"), Key(.down)],
      place: .moving
    ) {
      $0.move(by: 1)
    },
    Command(
      "move.up", "Previous card", "Goes one line up.", keys: [.character("k"), Key(.up)],
      place: .moving
    ) {
      $0.move(by: -1)
    },
    Command(
      "move.page.down", "Page down", "Goes one page down.", keys: [Key(.pageDown), .control("d")],
      place: .moving
    ) {
      $0.move(by: max(1, $0.list.height - 1))
    },
    Command(
      "move.page.up", "Page up", "Goes one page up.", keys: [Key(.pageUp), .control("u")],
      place: .moving
    ) {
      $0.move(by: -max(1, $0.list.height - 1))
    },
    Command(
      "move.first", "First card", "Goes to the first card.", keys: [.character("g"), Key(.home)],
      place: .moving
    ) {
      $0.move(by: -.max / 2)
    },
    Command(
      "move.last", "Last card", "Goes to the last card.", keys: [.character("G"), Key(.end)],
      place: .moving
    ) {
      $0.move(by: .max / 2)
    },
    Command(
      "filter.next", "Next match", "Goes to the next card that matches the filter.",
      keys: [.character("n")], place: .moving,
      disabled: { $0.list.filter == nil ? "there is no filter" : nil }
    ) { $0.move(by: 1) },
    Command(
      "filter.previous", "Previous match", "Goes to the previous card that matches the filter.",
      keys: [.character("N")], place: .moving,
      disabled: { $0.list.filter == nil ? "there is no filter" : nil }
    ) { $0.move(by: -1) },
    Command(
      "pane.next", "Next pane", "Goes to the other pane.", keys: [Key(.tab), Key(.backtab)],
      place: .moving
    ) {
      $0.togglePane()
    },
    Command(
      "open", "Open card", "Goes to the card's details.", keys: [Key(.enter), Key(.right)],
      place: .moving,
      disabled: { $0.focusedRow == nil ? "there is no card" : nil }
    ) { $0.show(.details) },
    Command(
      "back", "Back", "Closes what is open and goes back; never quits.",
      keys: [Key(.escape), Key(.left), .character("h")], place: .moving
    ) {
      $0.goBack()
    },
  ]

  private static let wallet: [Command] = [
    Command(
      "sca.enrol", "Set up authenticator app",
      "Shows a QR code that an authenticator app reads; its codes then confirm actions.",
      keys: [.character("A")], place: .wallet, disabled: { $0.unreachable }
    ) { $0.send(.enrolAuthenticator) },
    Command(
      "phone.toggle", "Simulated phone", "Opens or closes the simulated phone.",
      keys: [.character("m")], place: .wallet,
      disabled: {
        $0.wallet.showsPhone ? nil : "only the demo draws the phone here; use `walletui phone`"
      }
    ) { $0.togglePhone() },
    Command(
      "wallet.lock", "Lock wallet", "Forgets the keys and asks for the passphrase.",
      keys: [.control("l")], place: .wallet
    ) { $0.lockWallet(.asked) },
    Command(
      "wallet.reload", "Read again", "Reads all cards again, and tries a server that was lost.",
      keys: [.control("r")], place: .wallet
    ) { $0.readAgain() },
  ]

  private static let everywhere: [Command] = [
    Command(
      "help", "Help", "All keys of this place; type to filter, Enter runs one.", hint: "help",
      keys: [.character("?"), Key(.function(1))], place: .everywhere
    ) { $0.push(.menu(CommandMenu(.help))) },
    Command(
      "palette", "Commands", "Finds any command by its name, id, key or description.",
      hint: "commands",
      keys: [.character(":"), .control("p")], place: .everywhere
    ) { $0.push(.menu(CommandMenu(.palette))) },
    Command(
      "messages", "Messages", "The news so far, newest first.",
      keys: [.character("!")], place: .everywhere
    ) { $0.push(.messages(scroll: 0)) },
    Command(
      "suspend", "Suspend", "Stops walletui; `fg` in the shell brings it back, concealed.",
      keys: [.control("z")], place: .everywhere
    ) {
      $0.suspendRequested = true
      return []
    },
    Command(
      "quit", "Quit", "Ends walletui.", hint: "quit", keys: [.character("q"), .control("c")],
      place: .everywhere
    ) {
      $0.exit = 0
      return []
    },
  ]
}
