import Secrets
package import WalletModel

/// The way to an authorised intent: choose how, get a code, type it, repeat the intent.
package struct ScaFlow: Sendable, Equatable {
  package enum Step: Sendable, Equatable {
    /// Which of the ways has the focus.
    case choose(Int)
    case sending(Int)
    case code(ScaChallenge, SecretInput, note: Note?)
    case verifying(ScaChallenge)
    /// Authorised; the same request is on its way again.
    case repeating
    /// `again`: when it makes sense to try again, if that is known.
    case failed(WalletError, again: Timestamp?)
  }

  /// What is said below a code.
  package enum Note: Sendable, Equatable {
    case text(String)
    /// When another code can be sent: counts down.
    case tooSoon
  }

  package let intent: AnyIntent
  package let event: ScaEvent
  /// `Travel · Visa ··0093`.
  package let subject: String
  package var step: Step
  /// The challenge whose code was sent last. It stays good for its time while one looks for another
  /// way.
  var sentCode: ScaChallenge?
  /// Another way is being chosen while that code stays good: Esc goes back to it.
  var keepsCode = false

  package init(intent: AnyIntent, event: ScaEvent, subject: String) {
    self.intent = intent
    self.event = event
    self.subject = subject
    step = .choose(0)
  }

  /// Ends the code that is being typed and the PIN that waits to be set.
  package func wipe() {
    if case .code(_, let input, _) = step { input.secret.wipe() }
    intent.end()
  }
}
