package import WalletModel

/// An operation as a server finds it: by method and path. If two have the same, the body decides.
package final class WireRoute: Sendable {
  package let contract: Contract
  package let operation: any WalletOperation.Type
  package let answersSecrets: Bool
  /// Whether answers have an ETag, and a Location.
  package let hasVersion: Bool
  package let hasLocation: Bool
  package let query: any QueryRecord.Type
  /// What documents call the body of a request, and the records that it can be; nil: there is none.
  package let bodyName: String?
  package let bodyRecords: [any WireRecord.Type]
  /// The body of an answer.
  package let answerRecord: any WireRecord.Type
  private typealias Answer =
    @Sendable (
      WireRequest, [String], RequestContext, any WalletEngine
    ) throws(WalletError) -> WireResponse
  private let carryOut: Answer
  private let writeQuery: @Sendable ([WireField]) throws(WalletError) -> [WireField]

  init<O: WalletOperation>(_ type: O.Type) {
    contract = O.contract
    operation = O.self
    answersSecrets = O.answersSecrets
    hasVersion = O.version != nil
    hasLocation = O.location != nil
    query = O.Query.self
    bodyName = O.Body.bodyName
    bodyRecords = O.Body.bodyRecords
    answerRecord = O.Answer.self
    carryOut = { request, ids, context, engine throws(WalletError) in
      let operation = try Self.wellFormed { () throws(WireMalformed) in
        try O(wire: request, ids: ids)
      }
      return O.wireResponse(try engine.perform(operation, context))
    }
    writeQuery = { fields throws(WalletError) in
      let query: O.Query = try Self.wellFormed { () throws(WireMalformed) in
        try QueryReader.read(fields)
      }
      return QueryWriter.fields(query)
    }
  }

  private static func wellFormed<T>(_ read: () throws(WireMalformed) -> T) throws(WalletError) -> T
  {
    do throws(WireMalformed) {
      return try read()
    } catch {
      throw WalletError(error)
    }
  }

  /// Reads the operation, has it carried out and writes the answer.
  package func answer(
    _ request: WireRequest, ids: [String], _ context: RequestContext, by engine: any WalletEngine
  ) throws(WalletError) -> WireResponse { try carryOut(request, ids, context, engine) }

  /// The query as our client writes it: the same for all ways of writing the same query.
  package func normalQuery(_ request: WireRequest) throws(WalletError) -> [WireField] {
    try writeQuery(request.query)
  }

  /// All operations.
  package static let all: [WireRoute] =
    cards + tokens + shop + payments + savedCards + virtualCards + sca + profiles + budgets
    + changes

  /// The result of a search by path and method.
  package enum Found: Sendable {
    case route(WireRoute, ids: [String])
    /// The path exists with other methods (`methods(at:)`).
    case otherMethods
    case nothing
  }

  package static func find(_ request: WireRequest) -> Found {
    guard let (path, ids) = WirePath.find(request.path) else { return .nothing }
    let candidates = path.routes.filter { $0.contract.method == request.method }
    guard let route = candidates.count > 1 ? chosen(candidates, request.body) : candidates.first
    else { return .otherMethods }
    return .route(route, ids: ids)
  }

  /// Chooses between operations with the same method and path: the one whose form the body has, or
  /// else the one without a form.
  private static func chosen(_ candidates: [WireRoute], _ body: WireBody) -> WireRoute? {
    let fields = try? JSONFields(try JSON.read(body))
    func isMeant(_ form: Contract.BodyForm) -> Bool {
      guard var fields else { return false }
      return fields.value(form.has) != nil && fields.value(form.lacks) == nil
    }
    return candidates.first { $0.contract.bodyForm.map(isMeant) ?? false }
      ?? candidates.first { $0.contract.bodyForm == nil }
  }

  /// The methods of a path, for `Allow`.
  package static func methods(at path: String) -> [String] {
    let routes = WirePath.find(path)?.path.routes ?? []
    return Set(routes.map(\.contract.method.rawValue)).sorted()
  }
}

/// A path below `Wire.base`, with its operations. No path has a word where another has an id, so a
/// requested path matches at most one.
private struct WirePath: Sendable {
  /// nil for an id.
  let parts: [String?]
  private(set) var routes: [WireRoute]

  /// In the order of the routes: the most frequent come first.
  private static let all = WireRoute.all.reduce(into: [WirePath]()) { all, route in
    let parts = split(route.contract.path).map { $0.hasPrefix(":") ? nil : String($0) }
    if let known = all.firstIndex(where: { $0.parts == parts }) {
      all[known].routes.append(route)
    } else {
      all.append(WirePath(parts: parts, routes: [route]))
    }
  }

  /// Those without ids, by their texts: the pages that are asked for most often.
  private static let fixed = all.reduce(into: [String: WirePath]()) { fixed, path in
    if !path.parts.contains(nil) { fixed[path.routes[0].contract.path] = path }
  }

  /// The requested path, with its ids; nil: there is none.
  static func find(_ text: String) -> (path: WirePath, ids: [String])? {
    if let path = fixed[text] { return (path, []) }
    let parts = split(text)
    guard let path = all.first(where: { $0.matches(parts) }), let ids = path.ids(parts) else {
      return nil
    }
    return (path, ids)
  }

  private static func split(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    parts.reserveCapacity(8)
    var rest = path.utf8[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      parts.append(Substring(rest[..<slash]))
      rest = rest[slash...].dropFirst()
    }
    parts.append(Substring(rest))
    return parts
  }

  /// Whether a requested path is this one, with any ids.
  private func matches(_ found: [Substring]) -> Bool {
    parts.count == found.count
      && zip(parts, found).allSatisfy { part, found in part.map { $0 == found } ?? true }
  }

  /// The ids in a path that matches; nil: one is empty or cannot be decoded.
  private func ids(_ found: [Substring]) -> [String]? {
    var ids: [String] = []
    for (part, found) in zip(parts, found) where part == nil {
      guard let id = PercentCoding.decode(found), !id.isEmpty else { return nil }
      ids.append(id)
    }
    return ids
  }
}
