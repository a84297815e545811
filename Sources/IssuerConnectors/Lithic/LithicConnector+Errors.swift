import Languages
package import WalletAPI
package import WalletModel

extension LithicConnector {
  package var capabilities: IssuerCapabilities {
    let name = issuer.name
    func says(_ english: String, _ german: String) -> LocalizedText {
      LocalizedText("\(name) \(english)", "\(name) \(german)")
    }
    var missing: [IssuerCapabilities.Feature: LocalizedText] = [
      .showPin: says("never shows a PIN", "zeigt nie eine PIN"),
      .physicalCards: says(
        "needs a contract for physical cards; order them in its dashboard",
        "braucht für physische Karten einen Vertrag; bestellen Sie sie auf dessen Seite"),
      .phoneWallets: says(
        "needs a contract before cards can be put into phones",
        "braucht einen Vertrag, bevor Karten ins Handy können"),
    ]
    if dialect == .privacy {
      missing[.setPin] = says("has no PINs", "hat keine PINs")
      missing[.cardholders] = says(
        "has no cardholders besides you", "hat keine Karteninhaber außer Ihnen")
    } else if pinKey == nil {
      missing[.setPin] = says(
        "takes a new PIN only under its published key: add the account again with --pin-key-file FILE",
        "nimmt eine neue PIN nur unter seinem veröffentlichten Schlüssel: legen Sie das Konto neu mit --pin-key-file FILE an"
      )
    }
    if dialect == .privacy {
      missing[.events] = says("tells no news", "meldet keine Neuigkeiten")
    }
    if !isSandbox {
      missing[.simulation] = says(
        "simulates payments only in its sandbox", "simuliert Zahlungen nur im Testbetrieb")
    }
    return IssuerCapabilities(missing, of: name)
  }

  package func error(in answer: WireResponse) -> WalletError {
    var fields = (try? JSON.read(answer.body)).flatMap { try? AnswerFields($0) }
    let says = fields?.text("message") ?? ""
    let code: ErrorCode =
      switch answer.status {
      case 400: .fieldErrors
      case 401: says.namesPrivileges ? .scopeMissing : .unauthorized
      case 403: .scopeMissing
      case 404: .notFound
      case 409, 422: .transitionRefused
      case 429: .rateLimited
      default: .unavailable
      }
    return .ofIssuer(
      issuer, code, says: says, request: fields?.optionalID("debugging_request_id"), answer)
  }
}

extension String {
  /// The text of a 401 says whether the key is wrong or may do too little.
  fileprivate var namesPrivileges: Bool { lowercased().contains("privilege") }
}
