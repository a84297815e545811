package import ScreenKit
package import Secrets

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
