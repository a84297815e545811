package import WalletModel

/// An operation over HTTP, in both directions: a server reads what a remote backend sends.
package protocol WireOperation: Sendable {
  associatedtype Response: Sendable
  /// The query and the body of a request.
  associatedtype Query: QueryRecord = NoQuery
  associatedtype Body: BodyRecord = NoBody
  /// The body of an answer: the response, or a record around it (`WrappingRecord`).
  associatedtype Answer: WireRecord = Response
  static var contract: Contract { get }
  /// Whether the answer's body is read and written in locked memory only.
  static var answersSecrets: Bool { get }

  /// The path's ids in order, not encoded.
  var wireIDs: [String] { get }
  var query: Query { get }
  var body: Body { get }
  /// `ids` are the path's, in order.
  init(ids: [String], query: Query, body: Body) throws(WireMalformed)

  static func encode(_ response: Response) -> WireBody
  static func decode(_ body: WireBody) throws(WireMalformed) -> Response
  /// The answer to this request.
  func answer(in body: WireBody) throws(WireMalformed) -> Response
  /// A response that is a card, and a card as the response; nil: responses are not cards. Ledgers
  /// have their own form for cards.
  static func card(of response: Response) -> Card?
  static func response(of card: Card) -> Response?
  /// The version for the answer's ETag; nil: answers have none.
  static var version: (@Sendable (Response) -> Int)? { get }
  /// The path below `Wire.base` for the answer's Location; nil: answers have none.
  static var location: (@Sendable (Response) -> String)? { get }
}

extension WireOperation {
  package static var answersSecrets: Bool { contract.showsSecrets }
  package var wireIDs: [String] { [] }
  package var wireQuery: [WireField] { QueryWriter.fields(query) }
  package var wireBody: WireBody { body.wireBody }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    try self.init(
      ids: ids, query: try QueryReader.read(request.query), body: try Body(body: request.body))
  }
  package func answer(in body: WireBody) throws(WireMalformed) -> Response {
    try Self.decode(body)
  }
  package static func card(of response: Response) -> Card? { nil }
  package static func response(of card: Card) -> Response? { nil }
  package static var version: (@Sendable (Response) -> Int)? { nil }
  package static var location: (@Sendable (Response) -> String)? { nil }
}

extension WireOperation where Query == NoQuery {
  package var query: NoQuery { NoQuery() }
}

extension WireOperation where Body == NoBody {
  package var body: NoBody { NoBody() }
}

/// A request that has nothing but its path.
package protocol PlainRequest: WireOperation where Query == NoQuery, Body == NoBody {
  init()
}

extension PlainRequest {
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init() }
}

/// An id in a path.
package protocol PathID: Sendable {
  init(_ text: String)
  var pathText: String { get }
}

extension PathID where Self: TextCoded {
  package var pathText: String { coded }
}

extension String: PathID {
  package var pathText: String { self }
}

extension CardID: PathID {}
extension AccountID: PathID {}
extension TransactionID: PathID {}

/// A request whose path has one id.
package protocol OneItem: WireOperation {
  associatedtype ID: PathID
  var id: ID { get }
}

extension OneItem {
  package var wireIDs: [String] { [id.pathText] }
}

/// A request that has nothing but its path, with one id.
package protocol ItemRequest: OneItem where Query == NoQuery, Body == NoBody {
  init(_ id: ID)
}

extension ItemRequest {
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ID(ids[0])) }
}

/// A request that has nothing but a body.
package protocol BodyRequest: WireOperation where Query == NoQuery {
  init(_ body: Body)
}

extension BodyRequest {
  package init(ids: [String], query: NoQuery, body: Body) { self.init(body) }
}

/// A request that has one id in its path, and a body.
package protocol ItemBodyRequest: OneItem where Query == NoQuery {
  init(_ id: ID, _ body: Body)
}

extension ItemBodyRequest {
  package init(ids: [String], query: NoQuery, body: Body) { self.init(ID(ids[0]), body) }
}

/// A request that has nothing but a query.
package protocol QueryRequest: WireOperation where Body == NoBody {
  init(_ query: Query)
}

extension QueryRequest {
  package init(ids: [String], query: Query, body: NoBody) { self.init(query) }
}

/// A request that has one id in its path, and a query.
package protocol ItemQueryRequest: OneItem where Body == NoBody {
  init(_ id: ID, _ query: Query)
}

extension ItemQueryRequest {
  package init(ids: [String], query: Query, body: NoBody) { self.init(ID(ids[0]), query) }
}

/// A record may have a secret: it is written in locked memory.
extension WireOperation where Response: WireRecord {
  package static func encode(_ response: Response) -> WireBody { .locked(response) }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    try JSONReader.read(try JSON.read(body))
  }
}

/// A record without a secret.
extension WireOperation where Response: WireRecord & JSONValue {
  package static func encode(_ response: Response) -> WireBody {
    .plain(JSONWriter.bytes(response))
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    try Response(json: try JSON.read(body))
  }
}

/// A value in a record, which may be a secret.
extension WireOperation where Answer: WrappingRecord, Answer.Value == Response {
  package static func encode(_ response: Response) -> WireBody { .locked(Answer(response)) }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> Response {
    let answer: Answer = try JSONReader.read(try JSON.read(body))
    return answer.value
  }
}

/// A value in a record, without a secret.
extension WireOperation where Answer: WrappingRecord & JSONValue, Answer.Value == Response {
  package static func encode(_ response: Response) -> WireBody {
    .plain(JSONWriter.bytes(Answer(response)))
  }
}

extension WireOperation where Response == Card {
  package static func card(of response: Card) -> Card? { response }
  package static func response(of card: Card) -> Card? { card }
  package static var version: (@Sendable (Card) -> Int)? { { $0.version } }
}

extension WalletOperation {
  /// The request with everything from the context but the person, who is identified by the access
  /// token.
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
      // `*`: any version of a card that exists (RFC 9110, 13.1.1).
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
  /// Reads the headers. The caller fills in the person.
  package mutating func read(_ request: WireRequest) throws(WireMalformed) {
    sca = try request.header(Wire.scaAuthorization).map { text throws(WireMalformed) in
      try ScaReference(header: text)
    }
    idempotencyKey = request.header(Wire.idempotencyKey)
    guard let match = request.header("If-Match"), match != "*" else { return }
    expectedVersions = try Self.versions(match)
  }

  /// The versions in a list of entity tags (RFC 9110, 8.8.3 and 13.1.1). Weak and foreign tags never
  /// match, so they are left out.
  private static func versions(_ list: String) throws(WireMalformed) -> [Int] {
    // By turns outside and inside of quotation marks. Elements of a list may be empty.
    let parts = list.split(separator: "\"", omittingEmptySubsequences: false)
    var versions: [Int] = []
    var isWeak = false
    var isValid = parts.count > 1 && parts.count % 2 == 1
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        isValid = isValid && part.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        if !isWeak, let version = Int(part), "\(version)" == part { versions.append(version) }
      } else {
        isWeak = part.hasSuffix("W/")
        let between = isWeak ? part.dropLast(2) : part
        let isEnd = index == 0 || index == parts.count - 1
        isValid =
          isValid && between.allSatisfy { " \t,".contains($0) } && (isEnd || between.contains(","))
      }
    }
    guard isValid, !isWeak else {
      throw WireMalformed("If-Match", "must be * or versions in quotation marks")
    }
    return versions
  }
}

extension ScaReference {
  /// B09: base 64 of `{"scaDetails":{"eventId":…,"walletOperationId":…}}`.
  package var header: String { Base64.encode(JSONWriter.bytes(ScaDetails(self))) }

  package init(header: String) throws(WireMalformed) {
    guard let bytes = Base64.decode(header) else {
      throw WireMalformed(Wire.scaAuthorization, "must be base 64")
    }
    do throws(WireMalformed) {
      self = try ScaDetails(json: try JSON.read(.plain(bytes))).value
    } catch {
      throw error.within(Wire.scaAuthorization)
    }
  }
}
