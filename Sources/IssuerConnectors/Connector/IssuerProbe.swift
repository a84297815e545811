package import Languages
import WalletAPI
import WalletModel

/// What a key may be allowed to do at an issuer, or not.
package enum IssuerRight: String, CaseIterable, Sendable {
  case cards
  case cardholders
  case authorizations
  case transactions
  case events

  package var title: LocalizedText {
    switch self {
    case .cards: LocalizedText("read cards", "Karten lesen")
    case .cardholders: LocalizedText("read cardholders", "Karteninhaber lesen")
    case .authorizations: LocalizedText("read authorizations", "Autorisierungen lesen")
    case .transactions: LocalizedText("read transactions", "Umsätze lesen")
    case .events: LocalizedText("read events", "Ereignisse lesen")
    }
  }
}

/// A request that only a key with this right may make, and that changes nothing.
package struct IssuerProbe: Sendable {
  package let right: IssuerRight
  package let call: IssuerCall<Void>

  init(_ right: IssuerRight, _ path: String, limit: String, headers: [WireField] = []) {
    self.right = right
    let query = [WireField(limit, "1")]
    call = IssuerCall(WireRequest(.get, path, query: query, headers: headers)) { _ in }
  }
}
