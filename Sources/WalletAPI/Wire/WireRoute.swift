package import WalletModel

/// An operation as a server finds it: by method and path, and where two share those, by the body.
package final class WireRoute: Sendable {
  package let descriptor: OperationDescriptor
  package let successStatus: Int
  package let answersSecrets: Bool
  private typealias Answer =
    @Sendable (
      WireRequest, [String], RequestContext, any WalletEngine
    ) throws(WalletError) -> WireResponse
  private let takesQuery: Bool
  private let takesBody: Bool
  private let carryOut: Answer

  private init<O: WalletOperation>(_ type: O.Type) {
    descriptor = O.descriptor
    successStatus = O.successStatus
    answersSecrets = O.answersSecrets
    takesQuery = O.takesQuery
    takesBody = O.takesBody
    carryOut = { request, ids, context, engine throws(WalletError) in
      let operation: O
      do throws(WireMalformed) {
        operation = try O(wire: request, ids: ids)
      } catch {
        throw WalletError(error)
      }
      return O.wireResponse(try engine.perform(operation, context))
    }
  }

  /// Refuses what an operation that has no parameters, or no body, would not look at. A body that says
  /// nothing is an object all the same.
  package func check(_ request: WireRequest) throws(WireMalformed) {
    if !takesQuery { try WireParameters(request).end() }
    if !takesBody, !request.body.isEmpty { _ = try JSONFields(try JSON.read(request.body)) }
  }

  /// Reads the operation, has it carried out and writes the answer.
  package func answer(
    _ request: WireRequest, ids: [String], _ context: RequestContext, by engine: any WalletEngine
  ) throws(WalletError) -> WireResponse { try carryOut(request, ids, context, engine) }

  /// Every operation there is.
  package static let all: [WireRoute] = [
    WireRoute(ListCards.self), WireRoute(GetCard.self), WireRoute(CreateCard.self),
    WireRoute(ActivateCard.self), WireRoute(SetCardStatus.self), WireRoute(SetCardPin.self),
    WireRoute(GetSecureDetails.self), WireRoute(LinkSecureDetails.self),
    WireRoute(OpenSecureDetails.self), WireRoute(GetPin.self), WireRoute(GetPrograms.self),
    WireRoute(GetAccount.self), WireRoute(ListTransactions.self),
    WireRoute(Tokenize.self), WireRoute(UpdateTokenization.self),
    WireRoute(ListAllTransactions.self), WireRoute(ListMerchants.self), WireRoute(ListRates.self),
    WireRoute(Authorize.self), WireRoute(IncrementAuthorization.self),
    WireRoute(ReverseAuthorization.self), WireRoute(ExpireAuthorization.self),
    WireRoute(DebitAuthorization.self), WireRoute(RefundDebit.self),
    WireRoute(CreateChallenge.self), WireRoute(SubmitAttempt.self),
    WireRoute(GetAuthenticator.self), WireRoute(EnrolAuthenticator.self),
    WireRoute(ConfirmAuthenticator.self), WireRoute(ListPhoneMessages.self),
    WireRoute(GetProfile.self), WireRoute(SettleChange.self),
  ]

  /// What a path and a method lead to.
  package enum Found: Sendable {
    case route(WireRoute, ids: [String])
    /// There is such a path, for other methods: `methods(at:)`.
    case otherMethods
    case nothing
  }

  /// A23: one PATCH of a card changes the PIN, the other the status.
  package static func find(_ request: WireRequest) -> Found {
    let parts = WirePath.split(request.path)
    guard let path = WirePath.all.first(where: { $0.fits(parts) }), let ids = path.ids(parts)
    else { return .nothing }
    let candidates = path.routes.filter { $0.descriptor.method == request.method }
    guard let first = candidates.first else { return .otherMethods }
    if candidates.count > 1, hasPin(request.body),
      let pin = candidates.first(where: { $0.descriptor.needsSCA })
    {
      return .route(pin, ids: ids)
    }
    return .route(first, ids: ids)
  }

  /// The methods of a path, for `Allow`.
  package static func methods(at path: String) -> [String] {
    let parts = WirePath.split(path)
    let routes = WirePath.all.first { $0.fits(parts) && $0.ids(parts) != nil }?.routes ?? []
    return Set(routes.map(\.descriptor.method.rawValue)).sorted()
  }

  private static func hasPin(_ body: WireBody) -> Bool {
    guard let json = try? JSON.read(body), var fields = try? JSONFields(json) else { return false }
    return fields.value("pin") != nil && fields.value("status") == nil
  }
}

/// A path below `Wire.base`, and what is there. None has a word where another has an id: a path that
/// comes fits one of them at most.
private struct WirePath: Sendable {
  /// nil where an id goes.
  let parts: [String?]
  private(set) var routes: [WireRoute]

  /// In the order of the routes: what is asked for most comes first.
  static let all = WireRoute.all.reduce(into: [WirePath]()) { all, route in
    let parts = split(route.descriptor.path).map { $0.hasPrefix(":") ? nil : String($0) }
    if let known = all.firstIndex(where: { $0.parts == parts }) {
      all[known].routes.append(route)
    } else {
      all.append(WirePath(parts: parts, routes: [route]))
    }
  }

  static func split(_ path: String) -> [Substring] {
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

  /// Whether what comes is this path, whatever its ids are.
  func fits(_ found: [Substring]) -> Bool {
    parts.count == found.count
      && zip(parts, found).allSatisfy { part, found in part.map { $0 == found } ?? true }
  }

  /// The ids in a path that fits; nil: one is empty or cannot be decoded.
  func ids(_ found: [Substring]) -> [String]? {
    var ids: [String] = []
    for (part, found) in zip(parts, found) where part == nil {
      guard let id = PercentCoding.decode(found), !id.isEmpty else { return nil }
      ids.append(id)
    }
    return ids
  }
}
