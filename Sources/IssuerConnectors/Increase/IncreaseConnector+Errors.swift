import Languages
package import WalletAPI
package import WalletModel

extension IncreaseConnector {
  package var capabilities: IssuerCapabilities {
    var missing: [IssuerCapabilities.Feature: LocalizedText] = [
      .physicalCards: LocalizedText(
        "Order physical cards on Increase's dashboard",
        "Physische Karten bestellen Sie auf der Seite von Increase"),
      .merchantLock: LocalizedText(
        "Increase binds a card to a shop only by the shop's number, which walletui doesn't ask for",
        "Increase bindet eine Karte nur über die Nummer eines Ladens, nach der walletui nicht fragt"
      ),
      .phoneWallets: LocalizedText(
        "Increase puts cards into phones only from the phone's own app",
        "Increase bringt Karten nur aus der App des Handys ins Handy"),
      .activation: LocalizedText(
        "Cards of Increase need no activation", "Karten von Increase brauchen keine Aktivierung"),
    ]
    if !isSandbox {
      missing[.simulation] = LocalizedText(
        "Increase simulates payments only in its sandbox",
        "Increase simuliert Zahlungen nur im Testbetrieb")
    }
    return IssuerCapabilities(missing, of: "Increase")
  }

  package func error(in answer: WireResponse) -> WalletError {
    var fields = (try? JSON.read(answer.body)).flatMap { try? AnswerFields($0) }
    let type = fields?.text("type") ?? ""
    let says = [fields?.text("title"), fields?.text("detail")].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: ": ")
    let code: ErrorCode =
      switch (answer.status, type) {
      case (_, "idempotency_key_already_used_error"): .keyReused
      case (400, _): .fieldErrors
      case (401, _): .unauthorized
      case (403, _): .scopeMissing
      case (404, _): .notFound
      case (409, _): .transitionRefused
      case (429, _): .rateLimited
      default: .unavailable
      }
    return .ofIssuer(issuer, code, says: says, request: nil, answer)
  }
}
