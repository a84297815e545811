import ScreenKit
import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// What can be done with the virtual card in focus.
enum VirtualCardCommands {
  private static let pause = Command(
    "virtual.pause", \.virtualCards.pauseVirtual, sharesKeysOf: "activity.sort", place: .virtual,
    disabled: { changeRefusal($0) },
    run: { VirtualChange.pause(&$0) })
  private static let reveal = Command(
    "virtual.reveal", \.virtualCards.revealVirtual, sharesKeysOf: "card.reveal", place: .virtual,
    disabled: { revealRefusal($0) },
    run: { state in
      let remembersCode = state.settings.remembersCode
      return state.virtual.focused.map {
        VirtualReveal(card: $0, remembersCode: remembersCode).send(&state)
      } ?? []
    })
  private static let close = Command(
    "virtual.close", \.virtualCards.closeVirtual, sharesKeysOf: "card.cancel", place: .virtual,
    disabled: { changeRefusal($0) }, isFinal: true,
    run: { CloseVirtualForm.open(&$0) })

  static let all = [pause, reveal, close]

  /// What can be done with the card in focus, the usual first.
  static let ofCard = [
    reveal.noted(\.cards.revealNote),
    pause.noted(
      \.virtualCards.pauseNote,
      title: { $0.virtual.focused?.isPaused == true ? $0.words.virtualCards.resumeVirtual : nil }),
    VirtualCardForms.edit.noted(\.virtualCards.editVirtualNote),
    VirtualCardForms.metadata.noted(\.virtualCards.metadataNote), close.noted(\.cards.finalNote),
  ]

  static let moves: [Command] = [
    Command(
      "virtual.next", \.cards.nextCard, sharesKeysOf: "card.next", place: .virtual,
      disabled: { otherRefusal($0) },
      run: { VirtualCardsScreen.otherCard(by: 1, &$0) }),
    Command(
      "virtual.previous", \.cards.previousCard, sharesKeysOf: "card.previous", place: .virtual,
      disabled: { otherRefusal($0) },
      run: { VirtualCardsScreen.otherCard(by: -1, &$0) }),
  ]

  private static func otherRefusal(_ state: State) -> String? {
    state.virtual.list.count > 1 ? nil : state.words.cards.noOtherCard
  }

  /// Why the card in focus cannot be changed now in any way; nil: it can.
  static func changeRefusal(_ state: State) -> String? {
    if let refusal = shopRefusal(state) { return refusal }
    guard let card = state.virtual.focused else { return state.words.virtualCards.noVirtualCard }
    if let refusal = VirtualCards.refusal(state) { return refusal }
    if state.virtual.pending[card.id] != nil { return state.words.cards.changeIsOnItsWay }
    return card.state == .issued ? nil : state.words.virtualCards.virtualIsOver(card.state)
  }

  /// Why there is no card in focus that a shop could try; nil: there is. Whether the card pays is for
  /// its issuer to say.
  static func shopRefusal(_ state: State) -> String? {
    guard let row = state.virtual.list.focused else {
      return state.words.virtualCards.noVirtualCard
    }
    guard let card = row.card else {
      return row.making?.isMaking == true
        ? state.words.virtualCards.stillBeingMade : state.words.virtualCards.isNotMade
    }
    return card.isDamaged ? state.words.cards.itsRecordIsDamaged : nil
  }

  private static func revealRefusal(_ state: State) -> String? {
    if let refusal = changeRefusal(state) { return refusal }
    guard let card = state.virtual.focused else { return state.words.virtualCards.noVirtualCard }
    if card.isPaused {
      return state.words.virtualCards.resumeFirst(key: state.keyLabel(for: "virtual.pause"))
    }
    guard case .partial(_, let cause)? = state.virtual.opened.result(of: card) else { return nil }
    return state.words.virtualCards.cannotRead(cause)
  }
}

/// Pauses or resumes a virtual card, or closes it.
package struct VirtualChange: Intent {
  package enum Kind: Sendable, Equatable { case pause, resume, close }

  package let id: String
  package let kind: Kind
  /// The version of the card that the user saw.
  let version: Int?
  /// Whether it can be undone. An undo cannot.
  let isUndoable: Bool
  /// Whether the card counts again as paused together with all cards: the undo of a resume.
  var isWithAll = false

  private func texts(
    _ words: Words
  ) -> (title: String, progress: String, done: (_ name: String) -> String) {
    let words = words.virtualCards
    return switch kind {
    case .pause: (words.pauseVirtual.title, words.pausing, words.isPaused)
    case .resume: (words.resumeVirtual, words.resuming, words.isResumed)
    case .close: (words.closeVirtual.title, words.closing, words.isClosed)
    }
  }

  package func title(_ words: Words) -> String { texts(words).title }
  package func progress(_ words: Words) -> String { texts(words).progress }

  package func request(_ service: WalletService) async throws(WalletError) -> VirtualCardResult {
    let cards = service.virtualCards
    switch kind {
    case .pause, .resume:
      let update = VirtualCardUpdate(
        isPaused: .value(kind == .pause), isPausedWithAll: isWithAll ? .value(true) : .absent)
      return try await cards.update(id, update, expectedVersion: version)
    case .close: return try await cards.cancel(id)
    }
  }

  /// Shows what is expected, marked as pending. Closing is shown only when it is done.
  package func begin(_ state: inout State) {
    state.virtual.pending[id] = kind
    set(isPaused: kind == .pause, &state)
  }

  package func rollBack(_ state: inout State) {
    state.virtual.pending[id] = nil
    set(isPaused: kind == .resume, &state)
  }

  private func set(isPaused: Bool, _ state: inout State) {
    guard kind != .close else { return }
    state.virtual.list.update(id) { row in
      guard var card = row.card else { return }
      card.isPaused = isPaused
      row.content = .card(card)
    }
  }

  package func succeed(_ result: VirtualCardResult, _ state: inout State) -> [Effect] {
    state.virtual.pending[id] = nil
    let wasWithAll = state.virtual.list.row(id)?.card?.isPausedWithAll ?? false
    Dialog.close(of: AnyIntent(self), &state)
    VirtualCards.show(result, &state)
    let opposite = VirtualChange(
      id: id, kind: kind == .pause ? .resume : .pause, version: result.card.version,
      isUndoable: false, isWithAll: wasWithAll)
    let name = VirtualText(state: state).name(result)
    let undo = isUndoable && kind != .close ? Undo(opposite, of: result.card) : nil
    Undo.offer(undo, texts(state.words).done(name), &state)
    return []
  }

  package func readAgain(_ state: State) -> [Effect] { [.read(OneVirtualCardQuery(id: id))] }

  /// One key for both.
  static func pause(_ state: inout State) -> [Effect] {
    guard let card = state.virtual.focused else { return [] }
    return VirtualChange(
      id: card.id, kind: card.isPaused ? .resume : .pause, version: card.version, isUndoable: true
    ).send(&state)
  }
}

/// Shows the number and the CVV of a virtual card, which this device opens itself.
package struct VirtualReveal: Intent {
  let card: VirtualCard
  /// Whether a code counts for all virtual cards for a while: the setting.
  var remembersCode = false

  package func title(_ words: Words) -> String { words.codes.showCardDetails }
  package func reason(_ words: Words) -> String { words.codes.codeForDetails }
  package func confirmLabel(_ words: Words) -> String { words.codes.showDetailsHint }
  package func subject(_ state: State) -> String? {
    let name = state.virtual.list.row(card.id).map { VirtualText(state: state).name($0) }
    return [name, "··\(card.lastFour)"].compactMap(\.self).joined(separator: " · ")
  }

  package func request(_ service: WalletService) async throws(WalletError) -> SecureDetailsView {
    try await service.virtualCards.secureDetails(card, remembersCode: remembersCode)
  }

  package func succeed(_ view: SecureDetailsView, _ state: inout State) -> [Effect] {
    Reveal.show(view, of: .virtualCard(card.id), &state)
    return []
  }
}

/// Asks for the last four digits before a virtual card is closed for good.
struct CloseVirtualForm: FormPurpose {
  let id: String
  let lastFour: String

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    form.text("lastFour") == lastFour
      ? [] : [FieldError("lastFour", .verbatim(state.words.cardForms.typeLastFour))]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(VirtualChange(id: id, kind: .close, version: nil, isUndoable: false))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.virtual.list.focused, let card = row.card else { return [] }
    let words = state.words
    var dialog = Dialog(
      CloseVirtualForm(id: card.id, lastFour: card.lastFour),
      title: words.virtualCards.closeTitle(VirtualText(state: state).name(row)),
      lines: [words.virtualCards.closesForGood, words.cardForms.typeToConfirm(card.lastFour)],
      submitLabel: words.closeHint, cancelLabel: words.keep,
      fields: [.text("lastFour", words.cardForms.lastFour, hint: "····", limit: 4, of: .digits)])
    dialog.isDangerous = true
    return dialog.open(&state)
  }
}
