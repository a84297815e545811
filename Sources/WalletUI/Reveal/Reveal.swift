package import Secrets
package import WalletModel

/// A secret in sight: details or a PIN, never both (S12).
package struct Reveal: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case details(pan: Secret, cvv: Secret, expiry: CardExpiry, holderName: String)
    case pin(Secret)
  }

  package let cardID: CardID
  package let content: Content
  /// When it goes, in nanoseconds since boot.
  package let deadline: UInt64
  /// How long it was to be seen at all.
  package let seconds: Int
  /// What `y` copies, of details.
  package var focus = DetailField.pan

  /// Whole seconds that remain, rounded up.
  package func secondsLeft(at now: UInt64) -> Int {
    deadline > now ? Int((deadline - now + Clock.second - 1) / Clock.second) : 0
  }

  /// Overwrites the secrets, whoever holds them.
  package func wipe() {
    switch content {
    case .details(let pan, let cvv, _, _):
      pan.wipe()
      cvv.wipe()
    case .pin(let pin): pin.wipe()
    }
  }
}
