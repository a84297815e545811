import Canvas
import WalletModel
import Words

extension Command.Place {
  package static let cards = Command.Place("cards")
}

/// The commands for the card in focus.
enum CardCommands {
  /// Changes and reveals, in the order of the details pane.
  static let actions: [Command] = [
    Command(
      "card.lock", \.lockCard, keys: [.character("l")], place: .cards, disabled: needsCard(.lock)
    ) { StatusChange.send(.lock, &$0) },
    Command(
      "card.unlock", \.unlockCard, keys: [.character("u")], place: .cards,
      disabled: needsCard(.unlock)
    ) { StatusChange.send(.unlock, &$0) },
    Command(
      "card.reveal", \.revealDetails, keys: [.character("r")], place: .cards,
      disabled: needsCard(.showDetails)
    ) { state in state.list.focused.map { DetailsReveal($0.id).send(&state) } ?? [] },
    Command(
      "card.pin", \.showPin, keys: [.character("p")], place: .cards, disabled: needsCard(.showPin)
    ) { state in state.list.focused.map { PinReveal($0.id).send(&state) } ?? [] },
    Command(
      "card.pin.change", \.changePin, keys: [.character("P")], place: .cards,
      disabled: needsCard(.setPin)
    ) { PinForm.open(&$0) },
    Command(
      "card.activate", \.activateCard, keys: [.character("a")], place: .cards,
      disabled: needsCard(.activate)
    ) { CardActivationForm.open(&$0) },
    Command(
      "card.rename", \.renameCard, keys: [.character("e")], place: .cards,
      disabled: { CardRefusals.refusalOfChange($0) }, run: { RenameForm.open(&$0) }),
    Command(
      "card.cancel", \.cancelCard, keys: [.character("X")], place: .cards,
      disabled: needsCard(.cancel)
    ) { CancelForm.open(&$0) },
  ]

  static let copy = Command(
    "reveal.copy", \.copyField, keys: [.character("y")], place: .cards,
    disabled: { Copying.refusal($0) },
    run: { Copying.copy(&$0) })
  static let create = Command(
    "card.create", \.newCard, keys: [.character("c")], place: .cards,
    disabled: { $0.unreachable },
    run: { CardCreationForm.open(&$0) })
  static let filter = Command(
    "list.filter", \.filterCards, keys: [.character("/")], place: .cards
  ) { $0.shown.startFilter(&$0) }

  /// In the order of the help.
  static let all: [Command] =
    actions[..<3] + [copy] + actions[3..<6] + [create] + actions[6...] + [filter]

  static let moves: [Command] = [
    Command(
      "filter.next", \.nextMatch, keys: [.character("n")], place: .cards,
      disabled: { $0.shown.isFiltered($0) ? nil : $0.words.noFilter },
      run: { $0.shown.move(by: 1, &$0) }),
    Command(
      "filter.previous", \.previousMatch, keys: [.character("N")], place: .cards,
      disabled: { $0.shown.isFiltered($0) ? nil : $0.words.noFilter },
      run: { $0.shown.move(by: -1, &$0) }),
    Command(
      "card.next", \.nextCard, keys: [.character("J")], place: .cards,
      disabled: { $0.list.count > 1 ? nil : $0.words.noOtherCard },
      run: { CardsScreen.otherCard(by: 1, &$0) }),
    Command(
      "card.previous", \.previousCard, keys: [.character("K")], place: .cards,
      disabled: { $0.list.count > 1 ? nil : $0.words.noOtherCard },
      run: { CardsScreen.otherCard(by: -1, &$0) }),
    Command("pane.next", \.nextPane, keys: [Key(.tab), Key(.backtab)], place: .cards) {
      $0.shown.togglePane(&$0)
    },
  ]

  private static func needsCard(_ action: CardAction) -> @Sendable (State) -> String? {
    { CardRefusals.refusal(of: action, $0) }
  }
}
