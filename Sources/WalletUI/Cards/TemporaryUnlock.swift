import Canvas
package import WalletModel
package import WalletService
package import Words

/// Unlocks a card for a time. The issuer locks it again, whether or not this program runs.
package struct TemporaryUnlock: Intent {
  package let id: CardID
  package let seconds: Int
  /// The version of the card that the user saw.
  let version: Int?

  package init(_ id: CardID, seconds: Int, version: Int?) {
    self.id = id
    self.seconds = seconds
    self.version = version
  }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.unlockTemporarily.title }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> Card
  { try await service.cards.unlock(id, for: seconds, sca: sca, expectedVersion: version) }

  package func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(card, &state)
    let lock = StatusChange(id, .lock, version: card.version, isUndoable: false)
    state.undo = Undo(lock, of: card)
    let name = state.words.title(card)
    state.toasts.show(
      .success,
      card.unlockedUntil.map { state.words.isUnlocked(name, CardFacts(state: state).moment($0)) }
        ?? state.words.done(.unlock, name),
      offer: Undo.offer(state), clock: state.clock)
    return []
  }

  static let command = Command(
    "card.unlock.temporary", \.unlockTemporarily, keys: [.character("o")], place: .cards,
    disabled: { CardRefusals.refusal(of: .unlock, $0) }, run: { TemporaryUnlockForm.open(&$0) })
}

struct TemporaryUnlockForm: FormPurpose {
  let row: CardRow

  func action(_ words: Words) -> CardFormAction? {
    CardFormAction(card: row.id, action: .unlock, title: words.unlockTemporarily.title)
  }

  private func seconds(_ form: Form) -> Int? {
    let minutes = Int(form.text("minutes") ?? "") ?? 0
    let seconds = minutes * 60
    return CardControls.unlockSeconds.contains(seconds) ? seconds : nil
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    if seconds(form) != nil { return [] }
    let range = CardControls.unlockSeconds
    return [
      FieldError(
        "minutes",
        .verbatim(state.words.between(range.lowerBound / 60, range.upperBound / 60)))
    ]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    seconds(form).map {
      .intent(TemporaryUnlock(row.id, seconds: $0, version: state.list.row(row.id)?.version))
    }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.list.focused else { return [] }
    let words = state.words
    var minutes = FormField.text(
      "minutes", words.minutes, hint: "30", "30", limit: 5, of: .number)
    minutes.isProposed = true
    return Dialog(
      TemporaryUnlockForm(row: row), title: words.unlockTemporarilyTitle(row.title),
      lines: [words.unlockTemporarilyLine], submitLabel: words.unlockCard.hint ?? "",
      cancelLabel: words.backHint, fields: [minutes]
    ).open(&state)
  }
}
