import WalletModel

extension SettleChange {
  package typealias Response = ChangeSettlement
  package var wireIDs: [String] { [key] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

/// `{"state":"done","status":200,"cardId":…}`, `{"state":"pending"}` or `{"state":"unknown"}`.
extension ChangeSettlement: WireRecord, JSONValue {
  package static var blank: ChangeSettlement { .unknown }
  package static var recordName: String { "ChangeSettlement" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var (state, status, cardID) = ("unknown", Int?.none, CardID?.none)
    switch self {
    case .done(let known, let card): (state, status, cardID) = ("done", known, card)
    case .pending: state = "pending"
    case .unknown: break
    }
    // Any other word is refused, since a wrong result must not be shown.
    try v.field("state", &state, .among(["done", "pending", "unknown"]))
    try v.optional("status", &status, .range(200...299))
    try v.optional("cardId", &cardID)
    if V.isReading {
      switch state {
      case "done": self = .done(status: status ?? 200, cardID: cardID)
      case "pending": self = .pending
      default: self = .unknown
      }
    }
  }
}
