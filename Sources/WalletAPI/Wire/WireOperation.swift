package import WalletModel

/// An operation's way over HTTP, both ways: what a remote backend sends is what a server reads.
package protocol WireOperation: Sendable {
  associatedtype Response: Sendable
  static var contract: Contract { get }
  /// Whether the answer's body is read and written in locked memory only.
  static var answersSecrets: Bool { get }

  /// The path's ids in order, not encoded.
  var wireIDs: [String] { get }
  var wireQuery: [WireField] { get }
  /// Whether it has parameters, and whether its body says anything.
  static var takesQuery: Bool { get }
  static var takesBody: Bool { get }
  var wireBody: WireBody { get }
  /// `ids` are the path's, in order.
  init(wire request: WireRequest, ids: [String]) throws(WireMalformed)

  static func encode(_ response: Response) -> WireBody
  static func decode(_ body: WireBody) throws(WireMalformed) -> Response
  /// The answer to this very request.
  func answer(in body: WireBody) throws(WireMalformed) -> Response
  /// A response as the card that it is, and a card as the response; nil: a response is no card. Ledgers
  /// keep cards in a form of their own.
  static func card(of response: Response) -> Card?
  static func response(of card: Card) -> Response?
  /// The version of what an answer shows, for its ETag; nil: answers have none.
  static var version: (@Sendable (Response) -> Int)? { get }
  /// The path below `Wire.base` of what was made, for the answer's Location; nil: answers have none.
  static var location: (@Sendable (Response) -> String)? { get }
}

extension WireOperation {
  package static var answersSecrets: Bool { contract.showsSecrets }
  package var wireIDs: [String] { [] }
  package var wireQuery: [WireField] { [] }
  package static var takesQuery: Bool { false }
  package static var takesBody: Bool { contract.method != .get }
  package var wireBody: WireBody { .none }
  package func answer(in body: WireBody) throws(WireMalformed) -> Response {
    try Self.decode(body)
  }
  package static func card(of response: Response) -> Card? { nil }
  package static func response(of card: Card) -> Response? { nil }
  package static var version: (@Sendable (Response) -> Int)? { nil }
  package static var location: (@Sendable (Response) -> String)? { nil }
}

/// A record with a secret: written in locked memory.
extension WireOperation where Response: WireRecord {
  package static func encode(_ response: Response) -> WireBody {
    var record = response
    var tree = JSONTree()
    record.fields(&tree)
    return .secret(tree.object.sealed())
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    try JSONReader.read(try JSON.read(body))
  }
}

/// A record without one.
extension WireOperation where Response: WireRecord & JSONValue {
  package static func encode(_ response: Response) -> WireBody {
    .plain(JSONWriter.bytes(response))
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    try Response(json: try JSON.read(body))
  }
}

extension WireOperation where Response: JSONValue {
  package static func encode(_ response: Response) -> WireBody {
    .plain(JSONWriter.bytes(response))
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    try Response(json: try JSON.read(body))
  }
}

extension WireOperation where Response == Card {
  package static func card(of response: Card) -> Card? { response }
  package static func response(of card: Card) -> Card? { card }
  package static var version: (@Sendable (Card) -> Int)? { { $0.version } }
}

extension WalletOperation {
  /// The request with everything that the context says about it. Who asks is not in it: the access
  /// token says that.
  package func wireRequest(_ context: RequestContext) -> WireRequest {
    var request = WireRequest(
      Self.contract.method, wirePath, query: wireQuery,
      headers: [WireField("Accept", "application/json")], body: wireBody)
    if case .none = request.body {
    } else {
      request.headers.append(WireField("Content-Type", "application/json"))
    }
    if let reference = context.sca {
      request.headers.append(WireField(Wire.scaAuthorization, reference.header))
    }
    if Self.contract.method == .patch {
      // Without a version: whatever it is, as long as it is there (RFC 9110, 13.1.1).
      request.headers.append(
        WireField("If-Match", context.expectedVersion.map { "\"\($0)\"" } ?? "*"))
    } else if let version = context.expectedVersion {
      request.headers.append(WireField("If-Match", "\"\(version)\""))
    }
    if let key = context.idempotencyKey {
      request.headers.append(WireField(Wire.idempotencyKey, key))
    }
    return request
  }

  /// Its path below `Wire.base`.
  var wirePath: String {
    var ids = wireIDs[...]
    return Self.contract.path.split(separator: "/").map { part in
      "/" + (part.hasPrefix(":") ? PercentCoding.encode(ids.popFirst() ?? "") : String(part))
    }.joined()
  }

  package static func wireResponse(_ response: Response) -> WireResponse {
    let body = encode(response)
    var result = WireResponse(
      contract.status, headers: [WireField("Content-Type", "application/json")], body: body)
    if case .secret = body {
      result.headers.append(WireField("Cache-Control", "no-store"))
    } else {
      result.headers.append(WireField("Cache-Control", "private, no-cache"))
    }
    if let version { result.headers.append(WireField("ETag", "\"\(version(response))\"")) }
    if let location {
      result.headers.append(WireField("Location", Wire.base + location(response)))
    }
    return result
  }
}

extension RequestContext {
  /// Takes over what the headers say. Who asks is the caller's to fill in.
  package mutating func read(_ request: WireRequest) throws(WireMalformed) {
    sca = try request.header(Wire.scaAuthorization).map { text throws(WireMalformed) in
      try ScaReference(header: text)
    }
    idempotencyKey = request.header(Wire.idempotencyKey)
    guard let match = request.header("If-Match"), match != "*" else { return }
    guard match.utf8.count <= 17, let version = Int(match.dropFirst().dropLast()), version >= 0,
      match == "\"\(version)\""
    else { throw WireMalformed("If-Match", "must be * or a version in quotation marks") }
    expectedVersion = version
  }
}

extension ScaReference {
  private struct Details: JSONValue {
    let reference: ScaReference
    init(_ reference: ScaReference) { self.reference = reference }
    init(json: JSON) throws(WireMalformed) {
      var fields = try JSONFields(json)
      reference = try fields.get("scaDetails")
    }
    func write(to writer: inout JSONWriter) {
      writer.object { $0.field("scaDetails", reference) }
    }
  }

  /// B09: base 64 of `{"scaDetails":{"eventId":…,"walletOperationId":…}}`.
  package var header: String { Base64.encode(JSONWriter.bytes(Details(self))) }

  package init(header: String) throws(WireMalformed) {
    guard let bytes = Base64.decode(header) else {
      throw WireMalformed(Wire.scaAuthorization, "must be base 64")
    }
    do throws(WireMalformed) {
      self = try Details(json: try JSON.read(.plain(bytes))).reference
    } catch {
      throw error.within(Wire.scaAuthorization)
    }
  }
}
