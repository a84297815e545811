import Canvas
import ScreenKit
import WalletModel
import Words

extension Command.Place {
  package static let cards = Command.Place("cards")
}

/// The commands for the card in focus.
enum CardCommands {
  /// Changes and reveals, in the order of the details pane.
  static let noted: [NotedCommand] = [
    command("card.lock", \.cards.lockCard, \.cards.lockNote, "l", .lock) {
      StatusChange.send(.lock, &$0)
    },
    command("card.unlock", \.cards.unlockCard, \.cards.unlockNote, "u", .unlock) {
      StatusChange.send(.unlock, &$0)
    },
    command("card.reveal", \.cards.revealDetails, \.cards.revealNote, "r", .showDetails) { state in
      state.cards.list.focused.map { DetailsReveal(id: $0.id).send(&state) } ?? []
    },
    command("card.pin", \.cards.showPin, \.cards.pinNote, "p", .showPin) { state in
      state.cards.list.focused.map { PinReveal(id: $0.id).send(&state) } ?? []
    },
    command(
      "card.pin.change", \.cards.changePin, \.cards.changePinNote, "P", .setPin,
      title: { PinForm.title($0) },
      run: { PinForm.open(&$0) }),
    command("card.activate", \.cards.activateCard, \.cards.activateNote, "a", .activate) {
      CardActivationForm.open(&$0)
    },
    Command(
      "card.rename", \.cards.renameCard, keys: [.character("e")], place: .cards,
      disabled: { CardRefusals.refusalOfChange($0) }, run: { RenameForm.open(&$0) }
    ).noted(\.cards.renameNote),
    CardLimits.command.noted(\.cards.limitsNote), PhoneWallets.command.noted(\.cards.phoneNote),
    CardReplace.command.noted(\.cards.replaceNote),
    command("card.cancel", \.cards.cancelCard, \.cards.finalNote, "X", .cancel) {
      CancelForm.open(&$0)
    },
  ]

  static let actions = noted.map(\.command)

  /// The command for one of the actions that a card allows or not.
  private static func command(
    _ id: Command.ID, _ text: @escaping @Sendable (Words) -> CommandText,
    _ note: @escaping @Sendable (Words) -> String, _ key: Unicode.Scalar, _ action: CardAction,
    title: @escaping @Sendable (State) -> String? = { _ in nil },
    run: @escaping @Sendable (inout State) -> [Effect]
  ) -> NotedCommand {
    Command(
      id, text, keys: [.character(key)], place: .cards,
      disabled: { CardRefusals.refusal(of: action, $0) }, isFinal: action.isFinal, run: run
    ).noted(note, title: title)
  }

  static let copy = Command(
    "reveal.copy", \.copying.copyField, keys: [.character("y")], place: .cards,
    disabled: { $0.shown.copyRefusal($0) },
    run: { $0.shown.copy(&$0) })
  static let create = Command(
    "card.create", \.cards.newCard, keys: [.character("c")], place: .cards,
    disabled: { $0.unreachable },
    run: { CardCreationForm.open(&$0) })
  static let lockAll = Command(
    "cards.lock", \.cardForms.lockAllCards, keys: [.character("F")], place: .cards,
    disabled: { CardsChange.refusal($0) }, run: { CardsChange.ask(&$0) })
  static let filter = Command(
    "list.filter", \.cards.filterCards, keys: [.character("/")], place: .cards
  ) { $0.shown.startFilter(&$0) }

  /// In the order of the help.
  static let all: [Command] =
    actions[..<3] + [copy] + actions[3..<6] + [create] + actions[6...] + [
      UnlockForAWhile.command, AutoLock.command, TokenPicker.command, lockAll, filter,
    ]

  static let moves: [Command] = [
    Command(
      "filter.next", \.screen.nextMatch, keys: [.character("n")], place: .cards,
      disabled: { $0.shown.isFiltered($0) ? nil : $0.words.screen.noFilter },
      run: { $0.shown.move(by: 1, &$0) }),
    Command(
      "filter.previous", \.screen.previousMatch, keys: [.character("N")], place: .cards,
      disabled: { $0.shown.isFiltered($0) ? nil : $0.words.screen.noFilter },
      run: { $0.shown.move(by: -1, &$0) }),
    Command(
      "card.next", \.cards.nextCard, keys: [.character("J")], place: .cards,
      disabled: { $0.cards.list.count > 1 ? nil : $0.words.cards.noOtherCard },
      run: { CardsScreen.otherCard(by: 1, &$0) }),
    Command(
      "card.previous", \.cards.previousCard, keys: [.character("K")], place: .cards,
      disabled: { $0.cards.list.count > 1 ? nil : $0.words.cards.noOtherCard },
      run: { CardsScreen.otherCard(by: -1, &$0) }),
    Command("pane.next", \.screen.nextPane, keys: [Key(.tab), Key(.backtab)], place: .cards) {
      $0.shown.togglePane(&$0)
    },
  ]
}
