package import WalletModel

/// A word that a ledger stores as a number: its place in `numbers`.
package protocol NumberedWord: WireEnum, FieldValue {
  /// New words are added at the end; none is ever moved.
  static var numbers: [Self] { get }
  /// The place; 0xff: it has none. Each type has code of its own for it, which is faster.
  var storedNumber: UInt8 { get }
}

extension NumberedWord {
  package var storedNumber: UInt8 {
    Self.numbers.firstIndex(of: self).map { UInt8(clamping: $0) } ?? 0xff
  }
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    try v.numbered(&self, form)
  }
}

extension CardStatus: NumberedWord, JSONValue {
  package static let numbers: [CardStatus] = [
    .active, .pending, .cancelled, .suspended, .applied, .digital, .rejected, .locked, .expired,
    .issued,
  ]
}

extension CardType: NumberedWord, JSONValue {
  package static let numbers: [CardType] = [.physical, .virtual]
}

extension CardScheme: NumberedWord, JSONValue {
  package static let numbers: [CardScheme] = [.mastercard, .visa]
}

extension MobileWalletType: NumberedWord, JSONValue {
  package static let numbers: [MobileWalletType] = [.applePay, .googlePay, .samsungPay]
}

extension MobileWalletStatus: NumberedWord, JSONValue {
  package static let numbers: [MobileWalletStatus] = [.completed, .initiated]
}

extension TransactionType: NumberedWord, JSONValue {
  package static let numbers: [TransactionType] = [.pending, .complete, .refund, .decline]
}

extension DeclineReason: NumberedWord, JSONValue {
  package static let numbers: [DeclineReason] = [
    .cardLocked, .cardExpired, .cardCancelled, .cardNotActive, .insufficientFunds, .suspicious,
    .cardStopped, .merchantBlocked, .merchantCodeBlocked, .merchantCountryBlocked,
    .avsCheckFailed, .cscCheckFailed, .expiryCheckFailed, .processingError, .declined,
    .velocityExceeded, .currencyBlocked, .fundingError, .insufficientEntitlements,
    .serviceUnavailable, .tokenFrozen, .tokenNotActive,
  ]
}

extension ChargeDetail.State: NumberedWord, JSONValue {
  package static let numbers: [ChargeDetail.State] = [
    .pending, .cleared, .insufficientFunds, .failed,
  ]
}

extension ScaMethod: NumberedWord, JSONValue {
  package static let numbers: [ScaMethod] = [.password, .pin, .passkeys, .otp, .biometric]
}

extension ScaChannel: NumberedWord, JSONValue {
  package static let numbers: [ScaChannel] = [
    .sms, .email, .authenticator, .pushNotification, .redirect,
  ]
}
