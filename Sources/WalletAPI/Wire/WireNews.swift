import WalletModel

/// News as a server-sent event: a name and one line of JSON.
package struct WireNews: Hashable, Sendable {
  /// Below `Wire.base`.
  package static let path = "/events"
  package var name: String
  package var data: String

  /// nil: what is true of one connection only.
  package init?(_ event: WalletEvent) {
    var writer = JSONWriter(capacity: 64)
    switch event {
    case .cardsChanged(let ids):
      name = "cards"
      writer.object { $0.optional("cardIds", ids) }
    case .cardsAdded(let total):
      name = "added"
      writer.object { $0.field("numberOfRecords", total) }
    case .phoneMessage:
      name = "phone"
      writer.object { _ in }
    case .damageFound(let what):
      name = "damage"
      writer.object { $0.field("message", what) }
    case .connectionLost, .connectionRestored, .signInEnded: return nil
    }
    data = String(decoding: writer.bytes, as: UTF8.self)
  }

  package init(name: String, data: String) {
    self.name = name
    self.data = data
  }

  /// nil: a kind of news that is not known, or none at all.
  package var event: WalletEvent? {
    guard let json = try? JSON.read(.plain(Array(data.utf8))), var fields = try? JSONFields(json)
    else { return nil }
    switch name {
    case "cards": return .cardsChanged(try? fields.optional("cardIds"))
    case "added": return (try? fields.count("numberOfRecords")).map { .cardsAdded(total: $0) }
    case "phone": return .phoneMessage
    case "damage": return (try? fields.get("message")).map { .damageFound($0) }
    default: return nil
    }
  }
}
