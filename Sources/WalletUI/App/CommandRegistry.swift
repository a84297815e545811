import Canvas
import WalletModel
import Words

/// All commands, in the order in which help lists them.
package enum CommandRegistry {
  package static let all: [Command] = cards + shop + activity + moving + wallet + everywhere

  package static func command(_ id: Command.ID) -> Command? { byID[id] }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  private static func needsCard(_ action: CardAction) -> @Sendable (State) -> String? {
    { $0.refusal(of: action) }
  }

  private static let cards: [Command] = [
    Command(
      "card.lock", \.lockCard, keys: [.character("l")], place: .cards, disabled: needsCard(.lock)
    ) { $0.changeStatus(.lock) },
    Command(
      "card.unlock", \.unlockCard, keys: [.character("u")], place: .cards,
      disabled: needsCard(.unlock)
    ) { $0.changeStatus(.unlock) },
    Command(
      "card.reveal", \.revealDetails, keys: [.character("r")], place: .cards,
      disabled: needsCard(.showDetails)
    ) { state in state.focusedID.map { state.send(DetailsReveal($0)) } ?? [] },
    Command(
      "reveal.copy", \.copyField, keys: [.character("y")], place: .cards,
      disabled: { Copying.refusal($0) },
      run: { Copying.copy(&$0) }),
    Command(
      "card.pin", \.showPin, keys: [.character("p")], place: .cards, disabled: needsCard(.showPin)
    ) { state in state.focusedID.map { state.send(PinReveal($0)) } ?? [] },
    Command(
      "card.pin.change", \.changePin, keys: [.character("P")], place: .cards,
      disabled: needsCard(.setPin)
    ) { $0.openSetPin() },
    Command(
      "card.activate", \.activateCard, keys: [.character("a")], place: .cards,
      disabled: needsCard(.activate)
    ) { $0.openActivate() },
    Command(
      "card.create", \.newCard, keys: [.character("c")], place: .cards,
      disabled: { $0.unreachable },
      run: { $0.openCreate() }),
    Command(
      "card.cancel", \.cancelCard, keys: [.character("X")], place: .cards,
      disabled: needsCard(.cancel)
    ) { $0.openCancel() },
    Command(
      "card.undo", \.undo, keys: [.character("z")], place: .cards,
      disabled: { $0.undo == nil ? $0.words.nothingToUndo : $0.unreachable },
      run: { $0.undoLast() }),
    Command(
      "list.filter", \.filterCards, keys: [.character("/")], place: .cards
    ) { $0.startFilter() },
  ]

  private static let shop: [Command] = [
    Command(
      "shop.pay", \.payInShop, keys: [.character("b")], place: .cards, disabled: { $0.noPaying },
      run: { $0.openPay() }),
    Command(
      "shop.again", \.payAgain, keys: [.character("B")], place: .cards,
      disabled: { $0.noPaying },
      run: { $0.payAgain() }),
  ]

  private static let activity: [Command] = [
    Command(
      "activity.range", \.paymentsRange, keys: [.character("t")], place: .activity,
      disabled: { $0.unreadable },
      run: { ActivityState.nextRange(&$0) }),
    Command(
      "activity.order", \.paymentsOrder, keys: [.character("o")], place: .activity,
      disabled: { $0.unreadable },
      run: { ActivityState.turnAround(&$0) }),
    Command(
      "activity.card", \.paymentsOfCard, keys: [.character("f")], place: .activity,
      disabled: { ActivityState.noCardsPayments($0) },
      run: { ActivityState.toggleCard(&$0) }),
  ]

  private static let moving: [Command] = [
    Command(
      Tab.cards.command, \.cardsScreen, keys: [.character("1")], place: .moving
    ) { Tab.cards.open(&$0) },
    Command(
      Tab.virtual.command, \.virtualScreen, keys: [.character("2")], place: .moving
    ) { Tab.virtual.open(&$0) },
    Command(
      Tab.activity.command, \.showActivity, keys: [.character("5")], place: .moving,
      disabled: { $0.unreadable },
      run: { Tab.activity.open(&$0) }),
    Command(
      "move.down", \.nextLine, keys: [.character("j"), Key(.down)],
      place: .moving
    ) {
      $0.shown.move(by: 1, &$0)
    },
    Command(
      "move.up", \.previousLine, keys: [.character("k"), Key(.up)],
      place: .moving
    ) {
      $0.shown.move(by: -1, &$0)
    },
    Command(
      "move.page.down", \.pageDown, keys: [Key(.pageDown), .control("d")],
      place: .moving
    ) {
      $0.shown.move(by: $0.shown.page($0), &$0)
    },
    Command(
      "move.page.up", \.pageUp, keys: [Key(.pageUp), .control("u")],
      place: .moving
    ) {
      $0.shown.move(by: -$0.shown.page($0), &$0)
    },
    Command(
      "move.first", \.firstLine, keys: [.character("g"), Key(.home)],
      place: .moving
    ) {
      $0.shown.move(by: -.max / 2, &$0)
    },
    Command(
      "move.last", \.lastLine, keys: [.character("G"), Key(.end)],
      place: .moving
    ) {
      $0.shown.move(by: .max / 2, &$0)
    },
    Command(
      "filter.next", \.nextMatch, keys: [.character("n")], place: .cards,
      disabled: { $0.list.filter == nil ? $0.words.noFilter : nil },
      run: { $0.shown.move(by: 1, &$0) }),
    Command(
      "filter.previous", \.previousMatch, keys: [.character("N")], place: .cards,
      disabled: { $0.list.filter == nil ? $0.words.noFilter : nil },
      run: { $0.shown.move(by: -1, &$0) }),
    Command(
      "pane.next", \.nextPane, keys: [Key(.tab), Key(.backtab)],
      place: .cards
    ) {
      $0.togglePane()
    },
    Command(
      "open", \.openFocused, keys: [Key(.enter), Key(.right)],
      place: .moving,
      disabled: { $0.shown.noOpening($0) },
      run: { $0.shown.open(&$0) }),
    Command(
      "back", \.back, keys: [Key(.escape), Key(.left), .character("h")], place: .moving
    ) {
      $0.shown.back(&$0)
    },
  ]

  private static let wallet: [Command] = [
    Command(
      "sca.enrol", \.setUpAuthenticator, keys: [.character("A")], place: .wallet,
      disabled: { $0.unreachable },
      run: { $0.send(AuthenticatorSetUp()) }),
    Command(
      "phone.toggle", \.simulatedPhone, keys: [.character("m")], place: .cards,
      disabled: {
        $0.wallet.showsPhone ? nil : $0.words.noPhoneHere
      },
      run: { $0.togglePhone() }),
    Command(
      "wallet.lock", \.lockWallet, keys: [.control("l")], place: .wallet
    ) { $0.lockWallet(.asked) },
    Command(
      "wallet.reload", \.readAgain, keys: [.control("r")], place: .wallet
    ) { $0.readAgain() },
  ]

  private static let everywhere: [Command] = [
    Command(
      "help", \.help, keys: [.character("?"), Key(.function(1))], place: .everywhere
    ) { $0.push(CommandMenu(.help)) },
    Command(
      "palette", \.commands, keys: [.character(":"), .control("p")], place: .everywhere
    ) { $0.push(CommandMenu(.palette)) },
    Command(
      "messages", \.messages, keys: [.character("!")], place: .everywhere
    ) { $0.push(MessageHistory()) },
    Command(
      "mouse", \.mouse, keys: [.character("M")], place: .everywhere
    ) { $0.toggleMouse() },
    Command(
      "theme", \.theme, keys: [.character("T")], place: .everywhere
    ) { $0.openThemes() },
    Command(
      "suspend", \.suspend, keys: [.control("z")], place: .everywhere
    ) {
      $0.suspendRequested = true
      return []
    },
    Command(
      "quit", \.quit, keys: [.character("q"), .control("c")],
      place: .everywhere
    ) {
      $0.quit()
      return []
    },
  ]
}
