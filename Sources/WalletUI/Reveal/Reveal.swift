import ScreenKit
package import Secrets
package import WalletModel

/// A visible secret: details, a PIN or a token, never two of them (S12).
package struct Reveal: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case details(pan: Secret, cvv: Secret, expiry: CardExpiry, holderName: String)
    case pin(Secret)
    /// What the shop receives of a payment.
    case token(Secret)
  }

  /// What it belongs to.
  package enum Subject: Sendable, Equatable {
    case card(CardID)
    case payment(String)
    case virtualCard(String)
  }

  package let subject: Subject
  package let content: Content
  /// When it is hidden, in nanoseconds since boot.
  package let deadline: UInt64
  /// Seconds that it is visible in total.
  package let seconds: Int
  /// The field of the details that `y` copies.
  package var focus = DetailField.pan

  package var cardID: CardID? {
    if case .card(let id) = subject { id } else { nil }
  }

  /// The token of a payment, if that is what is visible.
  func token(of id: String) -> Secret? {
    guard case .token(let token) = content, subject == .payment(id) else { return nil }
    return token
  }

  /// Whole seconds that remain, rounded up.
  package func secondsLeft(at now: UInt64) -> Int {
    deadline > now ? Int((deadline - now + Clock.second - 1) / Clock.second) : 0
  }

  /// Overwrites the secrets for all holders of the handles.
  package func wipe() {
    switch content {
    case .details(let pan, let cvv, _, _):
      pan.wipe()
      cvv.wipe()
    case .pin(let secret), .token(let secret): secret.wipe()
    }
  }
}

extension Reveal: Timed {
  /// Commands that do not hide what is revealed. `back` decides itself.
  static let commandsKeepingReveal: Set<Command.ID> = ["reveal.copy", "pane.next", "open", "back"]

  static func deadlines(_ state: State) -> [UInt64] {
    guard let reveal = state.secrets.reveal else { return [] }
    return [reveal.deadline, state.clock.nextSecond(before: reveal.deadline)]
  }
}

/// What the user looks at. A revealed secret is hidden when this changes.
struct RevealContext: Equatable {
  private let card: CardID?
  /// Another payment, or one whose token cannot be used any more.
  private let payment: String?
  private let isPayable: Bool
  /// Another virtual card, or one that was paused or closed.
  private let virtual: String?
  private let canPay: Bool
  private let isVirtualPage: Bool
  private let pane: Pane?
  /// A card that is locked, here or elsewhere, shows no secrets.
  private let status: CardStatus?
  private let overlays: Int
  private let screens: Int
  private let isTooSmall: Bool
  private let isOpen: Bool
  private let isPage: Bool
  private let tab: Tab
  /// The hints for the next key of a sequence cover the card.
  private let isChoosing: Bool

  init(_ state: State) {
    card = state.cards.list.focused?.id
    status = state.cards.list.focused?.status
    if case .payment = state.secrets.reveal?.subject {
      let handle = state.paying.web.handles.focused
      payment = handle?.id
      isPayable = handle?.status(at: state.clock.wall) == .payable
      // Where there is room for both panes, it does not matter which has the focus.
      pane = state.layout == .wide ? nil : state.screen(PaymentsScreen.self)?.pane
    } else {
      (payment, isPayable, pane) = (nil, false, nil)
    }
    if case .virtualCard = state.secrets.reveal?.subject {
      virtual = state.virtual.focused?.id
      canPay = state.virtual.focused?.canPay ?? false
      isVirtualPage =
        state.layout != .wide && state.screen(VirtualCardsScreen.self)?.pane == .details
    } else {
      (virtual, canPay, isVirtualPage) = (nil, false, false)
    }
    overlays = state.view.overlays.count
    screens = state.view.screens.count
    isTooSmall = state.isTooSmall
    isOpen = state.gate == .open
    // Elsewhere the card is visible beside the list, too.
    isPage = state.layout == .narrow && CardPage.isOpen(state)
    tab = state.view.screens[0].base.tab
    isChoosing = state.input.prefix != nil
  }
}
