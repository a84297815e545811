import WalletModel

extension SettleChange {
  package typealias Response = ChangeSettlement
  package var wireIDs: [String] { [key] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

/// `{"state":"done","status":200,"cardId":…}` or `{"state":"unknown"}`.
extension ChangeSettlement: WireRecord, JSONValue {
  package static var blank: ChangeSettlement { .unknown }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var (state, status, cardID) = ("unknown", Int?.none, CardID?.none)
    if case .done(let known, let card) = self { (state, status, cardID) = ("done", known, card) }
    // Any other word is refused, since a wrong result must not be shown.
    try v.field("state", &state, .among(["done", "unknown"]))
    try v.optional("status", &status, .range(200...299))
    try v.optional("cardId", &cardID)
    if V.isReading {
      self = state == "done" ? .done(status: status ?? 200, cardID: cardID) : .unknown
    }
  }
}
