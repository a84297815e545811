import WalletModel

extension SettleChange {
  package static var takesBody: Bool { false }
  package typealias Response = ChangeSettlement
  package var wireIDs: [String] { [key] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0])
  }
}

/// `{"state":"done","status":200,"cardId":…}` or `{"state":"unknown"}`.
extension ChangeSettlement: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    switch try fields.get("state", String.self) {
    case "done":
      self = .done(
        status: try fields.optionalReckoned("status", 200...299) ?? 200,
        cardID: try fields.optional("cardId"))
    case "unknown": self = .unknown
    // A word of another server's: taken for one of the two it could be a lie.
    default: throw WireMalformed("state", "must be done or unknown")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .done(let status, let cardID):
        $0.field("state", "done")
        $0.field("status", status)
        $0.optional("cardId", cardID)
      case .unknown: $0.field("state", "unknown")
      }
    }
  }
}
