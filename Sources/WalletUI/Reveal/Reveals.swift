import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// Shows a card's number, CVV and expiry.
struct DetailsReveal: Intent {
  let id: CardID

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.codes.showCardDetails }
  func reason(_ words: Words) -> String { words.codes.codeForDetails }
  func confirmLabel(_ words: Words) -> String { words.codes.showDetailsHint }

  func request(_ service: WalletService) async throws(WalletError) -> SecureDetailsView {
    try await service.cards.secureDetails(id)
  }

  func succeed(_ view: SecureDetailsView, _ state: inout State) -> [Effect] {
    Reveal.show(view, of: .card(id), &state)
    return []
  }
}

/// Shows a card's PIN.
struct PinReveal: Intent {
  let id: CardID

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cards.showPin.title }
  func reason(_ words: Words) -> String { words.codes.codeForPin }
  func confirmLabel(_ words: Words) -> String { words.codes.showPinHint }

  func request(_ service: WalletService) async throws(WalletError) -> SecretView {
    try await service.cards.pin(id)
  }

  func succeed(_ view: SecretView, _ state: inout State) -> [Effect] {
    guard let pin = view.secret else { return [] }
    Reveal.show(
      .pin(pin), of: .card(id), seconds: min(view.seconds, state.settings.pinSeconds), &state)
    return []
  }
}

/// Shows what the shop receives: the token of a payment that can be charged.
struct TokenReveal: Intent, SendsOperation {
  let handle: PaymentHandle

  func title(_ words: Words) -> String { words.payments.showToken.title }

  var operation: GetPaymentToken { GetPaymentToken(handle.id) }

  func succeed(_ token: Secret, _ state: inout State) -> [Effect] {
    let most = min(
      Int(RevealPolicy.longestDetails.components.seconds), state.settings.detailsSeconds,
      handle.secondsLeft(at: state.clock.wall))
    Reveal.show(.token(token), of: .payment(handle.id), seconds: max(1, most), &state)
    return []
  }
}

extension SecretView {
  /// Whole seconds that it may be visible.
  fileprivate var seconds: Int { max(1, Int(lifetime.components.seconds)) }
}

extension Reveal {
  /// Shows number, CVV and expiry of a card.
  static func show(_ view: SecureDetailsView, of subject: Subject, _ state: inout State) {
    guard let pan = view.pan.secret, let cvv = view.cvv.secret else { return }
    show(
      .details(pan: pan, cvv: cvv, expiry: view.expiry, holderName: view.holderName),
      of: subject, seconds: min(view.pan.seconds, state.settings.detailsSeconds), &state)
  }

  /// Shows a secret. If the user has left its card or payment meanwhile, the secret is wiped and not
  /// shown.
  fileprivate static func show(
    _ content: Content, of subject: Subject, seconds: Int, _ state: inout State
  ) {
    state.concealReveal()
    let wasWaitedFor = ScaFlow.pop(&state)
    let reveal = Reveal(
      subject: subject, content: content, deadline: state.clock.after(seconds: seconds),
      seconds: seconds)
    guard state.view.overlays.isEmpty, state.view.screens.count == 1, state.gate == .open,
      !state.isTooSmall, subject.isInSight(state, wasWaitedFor: wasWaitedFor)
    else {
      reveal.wipe()
      return
    }
    state.secrets.reveal = reveal
    switch subject {
    case .card:
      if state.layout == .narrow || CardPage.isOpen(state) { CardPage.set(CardPage(), &state) }
    case .payment:
      if state.layout != .wide { _ = state.shown.show(.details, &state) }
    case .virtualCard:
      VirtualCardsScreen.showFace(&state)
    }
    state.phones.simulated.isOpen = false
  }
}

extension Reveal.Subject {
  /// Whether what it belongs to has the focus.
  ///
  /// - Parameter wasWaitedFor: Whether the question for a code was still there.
  fileprivate func isInSight(_ state: State, wasWaitedFor: Bool) -> Bool {
    switch self {
    case .card(let id): wasWaitedFor && state.cards.list.focused?.id == id
    case .payment(let id):
      state.shown is PaymentsScreen && state.paying.web.handles.focused?.id == id
        && state.paying.web.handles.focused?.status(at: state.clock.wall) == .payable
    case .virtualCard(let id):
      state.shown is VirtualCardsScreen && state.virtual.focused?.id == id
        && state.virtual.focused?.canPay == true
    }
  }
}
