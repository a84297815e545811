package import WalletModel

/// Changes whose answers were lost.
package protocol ChangeEngine {
  func settleChange(_ operation: SettleChange, _ context: RequestContext) throws(WalletError)
    -> ChangeSettlement
}

extension WireRoute {
  static let changes: [WireRoute] = [
    WireRoute(SettleChange.self)
  ]
}

/// Settles a change whose answer was lost: returns its result, or makes sure that it will never be
/// made. Results are known as long as keys are kept, 24 hours.
package struct SettleChange: WalletOperation {
  package typealias Response = ChangeSettlement
  package static let contract = Contract(
    "SETTLE_CHANGE", .post, "/profile/changes/:id/settlement", group: .wallet,
    about: "What became of a change whose answer was lost", news: [], isAudited: false,
    lostAnswer: .notRecorded,
    retry: .idempotent, confirms: nil, kiosk: .refused, document: Documented(id: .key))
  /// The idempotency key that the change was sent with: 1…64 bytes.
  package let key: String
  package init(_ key: String) { self.key = key }
  package var wireIDs: [String] { [key] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
  package static let method = EngineMethod<Self> { $0.changeEngine.settleChange }
}

/// The result of a change.
package enum ChangeSettlement: Hashable, Sendable {
  /// It was made. `status` is the HTTP status of its answer, and `cardID` its card, if it had one.
  case done(status: Int, cardID: CardID?)
  /// It was not made and will not be made: from now on its key is refused with `.keyClosed`, or
  /// with the same error as before, if that was counted.
  case unknown
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
