import ThreeDSecure
import WalletAPI
import WalletModel

/// The error objects of the published services: the only place where they are made.
enum PublishedErrors {
  static func response(
    _ error: WalletError, _ service: PublishedRoute.Service, correlation: String, now: Timestamp
  ) -> WireResponse {
    var headers = [
      WireField("Content-Type", "application/json"), WireField("Cache-Control", "no-store"),
    ]
    if let seconds = error.retryAfter {
      headers.append(WireField("Retry-After", String(seconds)))
    }
    var status = error.code.httpStatus
    if status == 401 { headers.append(WireField("WWW-Authenticate", "Basic realm=\"Shop\"")) }
    let body: JSON
    switch service {
    case .netaxept: body = netaxept(error, now)
    case .merchant:
      // E26: all that is not HTTP's is 400, 404, 500 or 503.
      if ![401, 404, 429, 500, 503].contains(status) { status = 400 }
      body = processing(error)
    case .payments:
      let code = backEndCode(error)
      headers.append(WireField("X-Application-Status-Code", code))
      body = payment(error, code, correlation)
    }
    return WireResponse(status, headers: headers, body: .plain(body.openBytes))
  }

  /// E18, E30. The texts are for developers (E32).
  private static func netaxept(_ error: WalletError, _ now: Timestamp) -> JSON {
    let number =
      switch error.code {
      case .fieldErrors where error.fieldErrors.contains { $0.field == "body" }: 99
      case .fieldErrors: 30
      case .notFound: 25
      case .registrationState: error.serverCode.flatMap { Int($0) } ?? 98
      case .savedCardExpired: 14
      case .unauthorized: 99
      default: 96
      }
    var text = NetsError(code: number)?.message ?? ""
    if let field = error.fieldErrors.first {
      text += " \(field.field): \(field.error.english)"
    }
    return [
      "Error": [
        "DateTime": .string(now.description), "ResponseCode": .string("\(number)"),
        "ResponseSource": .string(ResponseSource.netaxept.rawValue), "ResponseText": .string(text),
      ]
    ]
  }

  /// E26: `ProcessingError`.
  private static func processing(_ error: WalletError) -> JSON {
    var message = error.fieldErrors.map { "\($0.field): \($0.error.english)" }
    if message.isEmpty { message = error.details.map(\.english) }
    let text =
      error.code == .registrationState
      ? "The state of the payment does not allow this" : error.message.english
    if message.isEmpty { message = [text] }
    return [
      "explanationText": .string(text),
      "params": ["message": .string(message.joined(separator: "; "))],
    ]
  }

  /// D50, D57.
  private static func payment(_ error: WalletError, _ code: String, _ correlation: String) -> JSON {
    let fields = error.fieldErrors.map { field in
      JSON.named([("field", .string(field.field)), ("error", .string(field.error.english))])
    }
    return [
      "error": [
        "code": .string(code),
        "displayMessage": .string("There was an error (\(code)), please contact our support."),
        "detailedMessage": .string(developerText(error)),
        "correlationId": .string(correlation), "fieldErrors": .array(fields),
      ]
    ]
  }

  private static func developerText(_ error: WalletError) -> String {
    switch error.code {
    case .paymentCurrency: PaymentError(.currency).detailedMessage
    case .paymentAmount: PaymentError(.amount).detailedMessage
    case .paymentAccount: PaymentError(.account, "CARD").detailedMessage
    case .paymentAccountSetUp: PaymentError(.accountNotConfigured).detailedMessage
    default: (error.details.first ?? error.message).english
    }
  }

  /// The code of the service's back end (D43, D57). What has a published number keeps it.
  private static func backEndCode(_ error: WalletError) -> String {
    switch error.code {
    case .fieldErrors:
      error.fieldErrors.contains { $0.field == "body" } ? "5023" : "5068"
    case .paymentCurrency: "5001"
    case .paymentAmount: "5003"
    case .paymentBrand: "7508"
    case .unauthorized: "5279"
    case .rateLimited: "1200"
    // The ids in the address are unknown.
    case .notFound: "5269"
    default: error.codeText.utf8.allSatisfy { (0x30...0x39).contains($0) } ? error.codeText : "1000"
    }
  }
}
