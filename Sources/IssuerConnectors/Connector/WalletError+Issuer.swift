import WalletAPI
import WalletModel

extension WalletError {
  /// What an issuer has answered.
  ///
  /// - Parameters:
  ///   - says: Its sentence, without numbers of cards; empty: none.
  ///   - request: What the issuer calls the request, for its support.
  static func ofIssuer(
    _ issuer: IssuerKind, _ code: ErrorCode, says: String, request: String?,
    _ answer: WireResponse, fieldErrors: [FieldError] = []
  ) -> WalletError {
    var details: [Reason] = []
    if !says.isEmpty { details.append(.verbatim("\(issuer.name): \(says)")) }
    if says.isEmpty {
      details.append(.text("HTTP status \(answer.status)", "HTTP-Status \(answer.status)"))
    }
    if let request {
      details.append(
        .text(
          "\(issuer.name) calls the request \(request)",
          "\(issuer.name) nennt die Anfrage \(request)"))
    }
    var error = WalletError(
      code, details: details, fieldErrors: fieldErrors, retryAfter: answer.retryAfter)
    switch code {
    case .unauthorized:
      error.message = .text(
        "\(issuer.name) doesn't accept the key", "\(issuer.name) akzeptiert den Schlüssel nicht")
      error.advice = .text(
        "Make a new key at \(issuer.name), and add the account again with it.",
        "Erstellen Sie bei \(issuer.name) einen neuen, und legen Sie das Konto damit neu an.")
    case .scopeMissing:
      error.message = .text(
        "The key isn't allowed to do this", "Der Schlüssel darf das nicht")
      error.advice = .text(
        "Give the key the permission at \(issuer.name), or add another key.",
        "Geben Sie dem Schlüssel bei \(issuer.name) das Recht, oder geben Sie einen anderen an.")
    default: break
    }
    return error
  }
}
