package import WalletModel
package import WalletService
package import Words

/// Shows a card's number, CVV and expiry.
package struct DetailsReveal: Intent {
  package let id: CardID

  package init(_ id: CardID) { self.id = id }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.showCardDetails }
  package func reason(_ words: Words) -> String { words.codeForDetails }
  package func confirmLabel(_ words: Words) -> String { words.showDetailsHint }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> SecureDetailsView
  { try await service.cards.secureDetails(id, sca: sca) }

  package func succeed(_ view: SecureDetailsView, _ state: inout State) -> [Effect] {
    guard let pan = view.pan.secret, let cvv = view.cvv.secret else { return [] }
    Reveal.show(
      .details(pan: pan, cvv: cvv, expiry: view.expiry, holderName: view.holderName), of: id,
      seconds: min(view.pan.seconds, state.settings.detailsSeconds), &state)
    return []
  }
}

/// Shows a card's PIN.
package struct PinReveal: Intent {
  package let id: CardID

  package init(_ id: CardID) { self.id = id }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.showPin.title }
  package func reason(_ words: Words) -> String { words.codeForPin }
  package func confirmLabel(_ words: Words) -> String { words.showPinHint }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> SecretView
  { try await service.cards.pin(id, sca: sca) }

  package func succeed(_ view: SecretView, _ state: inout State) -> [Effect] {
    guard let pin = view.secret else { return [] }
    Reveal.show(.pin(pin), of: id, seconds: min(view.seconds, state.settings.pinSeconds), &state)
    return []
  }
}

extension SecretView {
  /// Whole seconds that it may be visible.
  fileprivate var seconds: Int { max(1, Int(lifetime.components.seconds)) }
}

extension Reveal {
  /// Shows a secret. If the user has left the card meanwhile, the secret is wiped and not shown.
  fileprivate static func show(
    _ content: Content, of id: CardID, seconds: Int, _ state: inout State
  ) {
    state.concealReveal()
    let wasWaitedFor = ScaFlow.pop(&state)
    let reveal = Reveal(
      cardID: id, content: content, deadline: state.clock.after(seconds: seconds), seconds: seconds)
    guard wasWaitedFor, state.overlays.isEmpty, state.screens.count == 1,
      state.list.focused?.id == id, state.gate == .open, !state.isTooSmall
    else {
      reveal.wipe()
      return
    }
    state.reveal = reveal
    if state.layout == .narrow || CardPage.isOpen(state) { CardPage.set(CardPage(), &state) }
    state.phone.isOpen = false
  }
}
