import WalletModel

/// News as a server-sent event: a name and one line of JSON.
package struct WireNews: Hashable, Sendable {
  /// Below `Wire.base`.
  package static let path = "/events"
  /// The header of a poll (RFC 7240): the answer ends after what has been missed.
  package static let poll = WireField("Prefer", "wait=0")
  /// All that `name` can be.
  package static let names = NewsTopic.allCases.map(\.rawValue) + [added, damage]
  private static let added = "added"
  private static let damage = "damage"
  /// The parameter with the name of the only kind of news that a stream shall have.
  package static let type = "type"
  package var name: String
  package var data: String

  /// nil: what is true of one connection only.
  package init?(_ event: WalletEvent) {
    var writer = JSONWriter(capacity: 64)
    switch event {
    case .changed(let topic, let ids):
      name = topic.rawValue
      writer.object { if let name = topic.idsName { $0.optional(name, ids) } }
    case .cardsAdded(let total):
      name = Self.added
      writer.object { $0.field("numberOfRecords", total) }
    case .damageFound(let what):
      name = Self.damage
      writer.object {
        $0.field("message", what.english)
        let reasons = SentReasons.all(of: [what])
        if !reasons.isEmpty { $0.field("reasons", reasons) }
      }
    case .connectionLost, .connectionRestored, .newsLate, .newsOnTime, .signInEnded: return nil
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
    if let topic = NewsTopic(rawValue: name) {
      let ids: [String]? = topic.idsName.flatMap { try? fields.optional("\($0)") }
      return .changed(topic, ids: ids)
    }
    switch name {
    case Self.added: return (try? fields.count("numberOfRecords")).map { .cardsAdded(total: $0) }
    case Self.damage:
      let reasons = SentReasons(fields.readable("reasons"))
      return fields.text("message").map { .damageFound(reasons.reason($0)) }
    default: return nil
    }
  }
}
