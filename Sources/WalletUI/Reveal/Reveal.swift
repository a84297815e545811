package import Secrets
package import WalletModel
package import Words

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

  package let intent: Intent
  package let event: ScaEvent
  /// `Travel · Visa ··0093`.
  package let subject: String
  package var step: Step
  /// The code that was sent last: good for its time, whatever is looked for meanwhile.
  var live: ScaChallenge?
  /// Another way is being looked for beside it: Esc goes back to it.
  var isAside = false

  package init(intent: Intent, event: ScaEvent, subject: String) {
    self.intent = intent
    self.event = event
    self.subject = subject
    step = .choose(0)
  }

  /// Ends the code that is being typed and the PIN that waits to be set.
  package func wipe() {
    if case .code(_, let input, _) = step { input.secret.wipe() }
    intent.wipe()
  }
}

extension Intent {
  /// The title of its confirmation.
  package func title(_ words: Words) -> String {
    switch self {
    case .details: words.showCardDetails
    case .pin: words.showPin.title
    case .pay: words.paying
    case .setPin: words.changePin.title
    case .enrolAuthenticator: words.setUpAuthenticatorShort
    case .setStatus(_, let action, _, _): words.verb(of: action)
    case .create: words.newCard.title
    case .activate: words.activate
    }
  }

  /// Why a code is needed, in a sentence.
  package func reason(_ words: Words) -> String {
    switch self {
    case .details: words.codeForDetails
    case .pin: words.codeForPin
    case .setPin: words.codeForPinChange
    case .pay: words.codeForPayment
    case .enrolAuthenticator: words.codeForAuthenticator
    default: words.codeForThis
    }
  }

  /// What Enter does once the code is typed.
  func confirmLabel(_ words: Words) -> String {
    switch self {
    case .details: words.showDetailsHint
    case .pin: words.showPinHint
    case .pay: words.pay
    case .setPin: words.changePinHint
    case .enrolAuthenticator: words.goOn
    default: words.confirm
    }
  }
}

/// Enrolling an authenticator app: a QR code, then a first code from the app.
package struct Enrolment: Sendable, Equatable {
  /// `otpauth://…`: a secret.
  package let uri: Secret
  /// In base 32, for typing by hand.
  package let secret: Secret
  package var code = SecretInput(digits: 6)
  package var isBusy = false
  package var note: String?

  package func wipe() {
    uri.wipe()
    secret.wipe()
    code.secret.wipe()
  }
}
