import ScreenKit
import WalletAPI
import WalletModel
import WalletService
import Words

/// Changes a virtual card: what was not touched is not sent, and what was emptied is taken away
/// (F11).
struct VirtualCardEditForm: FormPurpose {
  let card: VirtualCard
  /// nil: what is sealed cannot be read here.
  let opened: OpenedVirtualCard?
  let name: String

  func refresh(_ form: inout Form, _ state: State) {
    VirtualCardFields.refresh(&form, before: card.rules.merchantID, card.currency, state)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let errors = VirtualCardFields.errors(form, card.currency, state)
    guard errors.isEmpty, update(form, state) == VirtualCardUpdate() else { return errors }
    return [FieldError("", .verbatim(state.words.virtualForms.nothingChangedYet))]
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(
      VirtualCardChange(
        card: card, opened: opened, name: name, update: update(form, state),
        version: card.version))
  }

  func preview(_ form: Form, _ state: State) -> (any FormPreview)? {
    let persona = card.owners.lazy.compactMap { state.virtual.persona($0.id)?.name }.first
    return VirtualCardFields.preview(form, of: card, persona: persona ?? "", card.currency, state)
  }

  private func update(_ form: Form, _ state: State) -> VirtualCardUpdate {
    func patch<Value: Equatable>(_ new: Value?, _ old: Value?) -> Patch<Value> {
      new == old ? .absent : new.map { .value($0) } ?? .null
    }
    let limit = VirtualCardFields.limit(form, card.currency)
    let isOn = form.isOn(VirtualCardFields.singleUse)
    return VirtualCardUpdate(
      cardHolder: patch(form.text(VirtualCardFields.holder), card.cardHolder),
      alias: patch(form.text(VirtualCardFields.alias), opened?.alias),
      billingAddress: patch(VirtualCardFields.address(form), opened?.billingAddress),
      merchantID: patch(
        VirtualCardFields.merchant(form, before: card.rules.merchantID, state),
        card.rules.merchantID),
      isSingleUse: patch(isOn, card.rules.isSingleUse),
      monthlyLimit: patch(limit, card.rules.monthlyLimit))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let card = state.virtual.focused else { return [] }
    let words = state.words
    let opened = state.virtual.focusedResult?.opened
    let values = VirtualCardFields.Values(
      holder: card.cardHolder, alias: opened?.alias ?? "", rules: card.rules,
      address: opened?.billingAddress, isSealed: opened == nil)
    let name =
      opened?.alias ?? VirtualText(state: state).merchant(card) ?? "··\(card.lastFour)"
    return Dialog(
      VirtualCardEditForm(card: card, opened: opened, name: name),
      title: words.virtualForms.editTitle(name), lines: [words.virtualForms.editLine],
      submitLabel: words.virtualForms.saveChanges,
      cancelLabel: words.backHint,
      fields: [VirtualCardFields.name(values, state)]
        + VirtualCardFields.rules(values, card.currency, state)
        + [VirtualCardFields.holder(values, state)] + VirtualCardFields.address(values, state)
    ).open(&state) + VirtualCardForms.read(&state)
  }
}

/// Sends a change of a card, for the version that the person saw.
struct VirtualCardChange: Intent {
  let card: VirtualCard
  let opened: OpenedVirtualCard?
  let name: String
  let update: VirtualCardUpdate
  let version: Int

  enum Answer: Sendable {
    case changed(VirtualCardResult)
    /// Somebody else was faster; the card as it is now.
    case conflict(VirtualCardResult)
  }

  func title(_ words: Words) -> String { words.virtualForms.changingCard }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    let cards = service.virtualCards
    do throws(WalletError) {
      return .changed(try await cards.update(card.id, update, expectedVersion: version))
    } catch {
      guard error.code == .versionConflict, let now = try await cards.get(card.id) else {
        throw error
      }
      return .conflict(now)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    switch answer {
    case .changed(let result):
      VirtualCards.show(result, &state)
      state.show(.success, state.words.virtualForms.wasChanged(result.opened?.alias ?? name))
      return []
    case .conflict(let now):
      VirtualCards.show(now, &state)
      return VirtualConflict.open(self, now, &state)
    }
  }
}

/// Somebody has changed the card while a change of it was typed: shows both, field by field.
enum VirtualConflict {
  static func open(
    _ change: VirtualCardChange, _ now: VirtualCardResult, _ state: inout State
  ) -> [Effect] {
    let words = state.words
    let again = VirtualCardChange(
      card: change.card, opened: change.opened, name: change.name, update: change.update,
      version: now.card.version)
    return Dialog(
      ConfirmationForm(again),
      title: words.virtualForms.changedMeanwhile(change.name),
      lines: [words.virtualForms.changedElsewhere, ""] + lines(change.update, now, state),
      submitLabel: words.virtualForms.sendMine, cancelLabel: words.virtualForms.keepTheirs,
      fields: []
    ).open(&state)
  }

  /// What differs: `Limit a month: yours $250.00, now $120.00`.
  private static func lines(
    _ update: VirtualCardUpdate, _ now: VirtualCardResult, _ state: State
  ) -> [String] {
    let words = state.words
    let card = now.card
    var lines: [String] = []
    func add<Value>(
      _ label: String, _ patch: Patch<Value>, _ current: Value?, _ text: (Value) -> String
    ) {
      if case .absent = patch { return }
      let yours = patch.applied(to: nil).map(text) ?? words.virtualForms.nothingThere
      lines.append(
        words.virtualForms.conflictLine(
          label, yours: yours, now: current.map(text) ?? words.virtualForms.nothingThere))
    }
    add(words.name, update.alias, now.opened?.alias) { $0 }
    add(words.holder, update.cardHolder, card.cardHolder) { $0 }
    add(words.virtualForms.onlyShopLabel, update.merchantID, card.rules.merchantID) {
      VirtualCardFields.merchantName($0, state)
    }
    add(words.virtualForms.onePaymentLabel, update.isSingleUse, card.rules.isSingleUse) {
      $0 ? words.yes : words.no
    }
    add(words.virtualForms.monthlyLimitLabel, update.monthlyLimit, card.rules.monthlyLimit) {
      words.money(Money($0, card.currency))
    }
    add(words.cardForms.address, update.billingAddress, now.opened?.billingAddress) {
      "\($0.addressLine1), \($0.postalCode) \($0.city)"
    }
    add(words.virtualForms.metadataLabel, update.metadata, now.opened?.metadata) { $0 }
    return lines
  }
}
