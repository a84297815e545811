import Languages
package import WalletAPI
package import WalletModel

extension StripeConnector {
  package var capabilities: IssuerCapabilities {
    var missing: [IssuerCapabilities.Feature: LocalizedText] = [
      .showPin: LocalizedText("Stripe never shows a PIN", "Stripe zeigt nie eine PIN"),
      .physicalCards: LocalizedText(
        "Order physical cards on Stripe's dashboard",
        "Physische Karten bestellen Sie auf der Seite von Stripe"),
      .singleUse: LocalizedText(
        "This version of Stripe's interface has no single-use cards",
        "Diese Fassung der Schnittstelle von Stripe hat keine Einmalkarten"),
      .merchantLock: LocalizedText(
        "Stripe has no cards for one shop", "Stripe hat keine Karten für einen Laden"),
      .phoneWallets: LocalizedText(
        "Stripe puts cards into phones only from the phone's own app",
        "Stripe bringt Karten nur aus der App des Handys ins Handy"),
    ]
    if !isSandbox {
      missing[.simulation] = LocalizedText(
        "Stripe simulates payments only with a test key",
        "Stripe simuliert Zahlungen nur mit einem Testschlüssel")
    }
    return IssuerCapabilities(missing, of: "Stripe")
  }

  package func error(in answer: WireResponse) -> WalletError {
    var outer = (try? JSON.read(answer.body)).flatMap { try? AnswerFields($0) }
    var fields = outer?.object("error")
    let type = fields?.text("type") ?? ""
    let word = fields?.text("code") ?? ""
    let parameter = fields?.text("param")
    let says = fields?.text("message") ?? ""
    let code: ErrorCode =
      switch answer.status {
      case 400 where type == "idempotency_error": .keyReused
      case 400: parameter == nil ? .transitionRefused : .fieldErrors
      case 401: .unauthorized
      case 402: .transitionRefused
      case 403: .scopeMissing
      case 404: .notFound
      case 429 where word == "lock_timeout": .unavailable
      case 429: .rateLimited
      default: .unavailable
      }
    let wrong =
      code == .fieldErrors
      ? parameter.map { [FieldError($0, .verbatim(says))] } ?? [] : []
    return .ofIssuer(
      issuer, code, says: says, request: answer.header("Request-Id"), answer, fieldErrors: wrong)
  }
}
