package import Secrets
package import WalletModel

extension ListCards {
  package typealias Response = CardList
  package static var takesQuery: Bool { true }
  package var wireQuery: [WireField] {
    var fields: [WireField] = []
    if let type = query.cardType { fields.append(WireField("cardType", type.rawValue)) }
    if !query.statuses.isEmpty {
      let words = query.statuses.map(\.rawValue).joined(separator: ",")
      fields.append(WireField("status", words))
    }
    if !query.include.isEmpty { fields.append(query.include.wireField) }
    fields.append(WireField("limit", String(query.limit)))
    fields.append(WireField("offset", String(query.offset)))
    return fields
  }

  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var parameters = WireParameters(request)
    let query = CardQuery(
      cardType: try parameters.word("cardType"), statuses: try parameters.words("status"),
      include: Set(try parameters.words("include")),
      limit: try parameters.integer("limit") ?? CardQuery.defaultLimit,
      offset: try parameters.integer("offset") ?? 0)
    try parameters.end()
    self.init(query)
  }
}

extension ListCards {
  package func answer(in body: WireBody) throws(WireMalformed) -> CardList {
    let isFiltered = query.cardType != nil || !query.statuses.isEmpty
    return try CardList(json: try JSON.read(body), offset: isFiltered ? nil : query.offset)
  }
}

extension GetCard {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package static var takesQuery: Bool { true }
  package var wireQuery: [WireField] { include.isEmpty ? [] : [include.wireField] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var parameters = WireParameters(request)
    let include: [CardInclude] = try parameters.words("include")
    try parameters.end()
    self.init(CardID(ids[0]), include: Set(include))
  }
}

extension CreateCard {
  package typealias Response = Card
  package static var location: (@Sendable (Card) -> String)? { { GetCard($0.id).wirePath } }
  package var wireBody: WireBody { .secret(JSONTree.object(request).sealed()) }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(try JSONReader.read(try JSON.read(request.body), isRequest: true))
  }
}

extension ActivateCard {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var wireBody: WireBody { .secret(JSONTree.object(request).sealed()) }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]), try JSONReader.read(try JSON.read(request.body), isRequest: true))
  }
}

extension SetCardStatus {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var wireBody: WireBody {
    var writer = JSONWriter(capacity: 128)
    writer.object {
      $0.field("status", status)
      $0.field("statusReason", reason)
    }
    return .plain(writer.bytes)
  }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(
      try JSON.read(request.body), needs: "status", "statusReason")
    if fields.value("pin") != nil {
      throw WireMalformed("pin", "cannot be changed together with the status")
    }
    self.init(
      CardID(ids[0]), try fields.get("status"), reason: try fields.get("statusReason"))
  }
}

extension SetCardPin {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var wireBody: WireBody { .secret(JSON.object([("pin", .secret(pin))]).sealed()) }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(try JSON.read(request.body))
    for name in ["status", "statusReason"] where fields.value(name) != nil {
      throw WireMalformed(name, "cannot be changed together with the PIN")
    }
    self.init(CardID(ids[0]), pin: try fields.secret("pin"))
  }
}

extension GetSecureDetails {
  package typealias Response = SecureDetails
  package var wireIDs: [String] { [id.rawValue] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]))
  }
}

extension OpenSecureDetails {
  package typealias Response = SecureDetails
  package var wireIDs: [String] { [ticket] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(ids[0])
  }
}

extension LinkSecureDetails {
  package static var takesBody: Bool { false }
  package var wireIDs: [String] { [id.rawValue] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]))
  }
  package static func encode(_ response: Secret) -> WireBody {
    .secret(JSON.object([("url", .secret(response))]).sealed())
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Secret {
    var fields = try JSONFields(try JSON.read(body))
    return try fields.secret("url")
  }
}

extension GetPin {
  package var wireIDs: [String] { [id.rawValue] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(CardID(ids[0]))
  }
  package static func encode(_ response: Secret) -> WireBody {
    .secret(JSON.object([("pin", .secret(response))]).sealed())
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Secret {
    var fields = try JSONFields(try JSON.read(body))
    return try fields.secret("pin")
  }
}

extension GetPrograms {
  package static var takesQuery: Bool { true }
  package var wireQuery: [WireField] {
    cardType.map { [WireField("cardType", $0.rawValue)] } ?? []
  }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var parameters = WireParameters(request)
    let type: CardType? = try parameters.word("cardType")
    try parameters.end()
    self.init(cardType: type)
  }
  package static func encode(_ response: [CardProgram]) -> WireBody {
    wrapped("programs", response)
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> [CardProgram] {
    try unwrapped("programs", body)
  }
}

extension GetAccount {
  package typealias Response = Account
  package var wireIDs: [String] { [id.rawValue] }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    self.init(AccountID(ids[0]))
  }
}

/// A list in an object, so that there is room for more.
func wrapped(_ name: StaticString, _ list: [some JSONWritable]) -> WireBody {
  var writer = JSONWriter()
  writer.object { $0.field(name, list) }
  return .plain(writer.bytes)
}

func unwrapped<T: ListedRecord>(_ name: String, _ body: WireBody) throws(WireMalformed)
  -> [T]
{
  var list: [T] = []
  var reader = try JSONReader(try JSON.read(body))
  try reader.records(name, &list)
  return list
}

extension Set<CardInclude> {
  var wireField: WireField {
    WireField("include", map(\.rawValue).sorted().joined(separator: ","))
  }
}
