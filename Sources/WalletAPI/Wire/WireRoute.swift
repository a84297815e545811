package import WalletModel

/// An operation as a server finds it: by method and path, and where two share those, by the body.
package struct WireRoute: Sendable {
  package let descriptor: OperationDescriptor
  package let successStatus: Int
  package let answersSecrets: Bool
  private typealias Answer =
    @Sendable (
      WireRequest, [String], RequestContext, any WalletEngine
    ) throws(WalletError) -> WireResponse
  private let carryOut: Answer
  /// Of the path; nil where an id goes.
  private let parts: [String?]

  private init<O: WalletOperation>(_ type: O.Type) {
    descriptor = O.descriptor
    successStatus = O.successStatus
    answersSecrets = O.answersSecrets
    parts = Self.split(descriptor.path).map { $0.hasPrefix(":") ? nil : String($0) }
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

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The ids in a path, below `Wire.base` and still encoded, when it is this route's; else nil.
  private func match(_ found: [Substring]) -> [String]? {
    guard parts.count == found.count else { return nil }
    var ids: [String] = []
    for (part, found) in zip(parts, found) {
      if let part {
        guard part == found else { return nil }
      } else {
        guard let id = PercentCoding.decode(found), !id.isEmpty else { return nil }
        ids.append(id)
      }
    }
    return ids
  }

  /// What a path and a method lead to.
  package enum Found: Sendable {
    case route(WireRoute, ids: [String])
    /// There is such a path, for other methods: `methods(at:)`.
    case otherMethods
    case nothing
  }

  /// A23: one PATCH of a card changes the PIN, the other the status.
  package static func find(_ request: WireRequest) -> Found {
    var isPath = false
    var candidates: [(route: WireRoute, ids: [String])] = []
    let parts = split(request.path)
    for route in all {
      guard let ids = route.match(parts) else { continue }
      isPath = true
      if route.descriptor.method == request.method { candidates.append((route, ids)) }
    }
    guard let first = candidates.first else { return isPath ? .otherMethods : .nothing }
    if candidates.count > 1, hasPin(request.body),
      let pin = candidates.first(where: { $0.route.descriptor.needsSCA })
    {
      return .route(pin.route, ids: pin.ids)
    }
    return .route(first.route, ids: first.ids)
  }

  /// The methods of a path, for `Allow`.
  package static func methods(at path: String) -> [String] {
    let parts = split(path)
    return Set(all.filter { $0.match(parts) != nil }.map(\.descriptor.method.rawValue)).sorted()
  }

  private static func hasPin(_ body: WireBody) -> Bool {
    guard let json = try? JSON.read(body), var fields = try? JSONFields(json) else { return false }
    return fields.value("pin") != nil && fields.value("status") == nil
  }
}
