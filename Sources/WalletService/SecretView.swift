package import Secrets
package import Threads
package import WalletModel

/// How long secrets may be looked at. Configurable down, not up.
package struct RevealPolicy: Hashable, Sendable {
  /// PAN and CVV: 1…30 s.
  package let details: Duration
  /// PIN: 1…10 s.
  package let pin: Duration

  package static let longestDetails = Duration.seconds(30)
  package static let longestPin = Duration.seconds(10)

  /// Values outside the range are brought into it.
  package init(
    details: Duration = RevealPolicy.longestDetails, pin: Duration = RevealPolicy.longestPin
  ) {
    self.details = min(max(details, .seconds(1)), RevealPolicy.longestDetails)
    self.pin = min(max(pin, .seconds(1)), RevealPolicy.longestPin)
  }
}

extension MonotonicClock {
  /// The clock by which secrets disappear. It includes suspension, so that a sleeping machine does
  /// not lengthen a reveal (R15).
  package static var reveal: MonotonicClock {
    #if DEBUG
      MonotonicClock {
        Instant(nanoseconds: system.now.nanoseconds / Int64(TestSettings.clockRate))
      }
    #else
      .system
    #endif
  }
}

/// A PAN, CVV or PIN on its way to the screen (A26, A31): never text, and gone after its lifetime.
///
/// The one who shows it calls `conceal` when it leaves the screen. Past its lifetime it conceals
/// itself when it is next asked for, so a late frame cannot show it.
package final class SecretView: Sendable, Equatable {
  /// How long it may be looked at, from the moment it was answered.
  package let lifetime: Duration
  private let bytes: Secret
  private let deadline: MonotonicClock.Instant
  private let clock: MonotonicClock

  package init(_ bytes: Secret, lifetime: Duration, clock: MonotonicClock) {
    self.bytes = bytes
    self.lifetime = lifetime
    self.clock = clock
    deadline = clock.now + lifetime
  }

  /// The digits in locked memory, for drawing; nil once concealed or past the lifetime.
  package var secret: Secret? {
    if bytes.isEmpty { return nil }
    if clock.now < deadline { return bytes }
    conceal()
    return nil
  }

  /// What is left of the lifetime; zero once concealed.
  package var remaining: Duration {
    bytes.isEmpty ? .zero : max(.zero, deadline - clock.now)
  }

  /// Wipes the digits for all who hold the view.
  package func conceal() { bytes.wipe() }

  package static func == (a: SecretView, b: SecretView) -> Bool { a === b }
}

/// What A26 answers: PAN and CVV as views, the rest as values.
package struct SecureDetailsView: Sendable, Equatable {
  package let pan: SecretView
  package let cvv: SecretView
  package let expiry: CardExpiry
  package let holderName: String

  package func conceal() {
    pan.conceal()
    cvv.conceal()
  }
}
