extension PaymentError.Name {
  /// What a failure on the way to the payment service, or of the service itself, is for a shop
  /// (D42, D43, D51); nil: the error has a published number, or is about what was asked for.
  package init?(of error: WalletError) {
    if let number = error.serverCode {
      // Other codes of the back end keep their own number.
      guard let code = Int(number), let name = PaymentError.backend(code) else { return nil }
      self = name
      return
    }
    switch error.code {
    case .netOffline: self = .noConnection
    case .netTimeout: self = .timeout
    case .netLost, .netUntrusted, .netHost, .netPin, .netInsecure, .netRedirect, .netAnswer,
      .netTooLarge:
      self = .communication
    // The answer has no error object, or none that says more.
    case .internalError, .unavailable: self = .unhandled
    default: return nil
    }
  }
}

extension WalletError {
  /// The same with the number and the text that the payment service publishes for it (D42, D59).
  package var withPaymentCode: WalletError {
    guard let name = PaymentError.Name(of: self) else { return self }
    // D60. Without a field it is about the card.
    let fields = fieldErrors.isEmpty ? ["card"] : fieldErrors.prefix(8).map(\.field)
    let published = PaymentError(
      name, name == .invalidValue ? fields.joined(separator: ", ") : "")
    var error = self
    error.details.append(
      .text(
        "the payment service's code is \(published.code): \(published.detailedMessage)",
        "der Code des Zahlungsdienstes ist \(published.code): \(published.detailedMessage)"))
    return error
  }
}
