package import Secrets
package import WalletModel

/// A visible secret: details or a PIN, never both (S12).
package struct Reveal: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case details(pan: Secret, cvv: Secret, expiry: CardExpiry, holderName: String)
    case pin(Secret)
  }

  package let cardID: CardID
  package let content: Content
  /// When it is hidden, in nanoseconds since boot.
  package let deadline: UInt64
  /// Seconds that it is visible in total.
  package let seconds: Int
  /// The field of the details that `y` copies.
  package var focus = DetailField.pan

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
    case .pin(let pin): pin.wipe()
    }
  }
}

extension Reveal: Timed {
  /// Commands that do not hide what is revealed. `back` decides itself.
  static let commandsKeepingReveal: Set<Command.ID> = ["reveal.copy", "pane.next", "open", "back"]

  static func deadlines(_ state: State) -> [UInt64] {
    guard let reveal = state.reveal else { return [] }
    return [reveal.deadline, state.clock.nextSecond(before: reveal.deadline)]
  }
}

/// What the user looks at. A revealed secret is hidden when this changes.
struct RevealContext: Equatable {
  private let card: CardID?
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
    card = state.list.focused?.id
    status = state.list.focused?.status
    overlays = state.overlays.count
    screens = state.screens.count
    isTooSmall = state.isTooSmall
    isOpen = state.gate == .open
    // Elsewhere the card is visible beside the list, too.
    isPage = state.layout == .narrow && CardPage.isOpen(state)
    tab = state.screens[0].base.tab
    isChoosing = state.prefix != nil
  }
}
