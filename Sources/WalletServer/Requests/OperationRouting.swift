import WalletAPI
import WalletModel

/// A request for an operation.
struct OperationRequest {
  let exchange: Exchange
  let route: WireRoute
  let ids: [String]
  /// Without headers, and without a query if it is not a known request.
  let wire: WireRequest
}

/// Finds the operation of a path below `Wire.base`. It refuses an unknown path with 404, and
/// another method with 405. Without the simulator, the paths that only it has are unknown.
struct OperationRouting: Stage {
  let isSimulator: Bool

  func answer(_ exchange: Exchange, _ next: Next<OperationRequest>) throws(WalletError)
    -> WireResponse
  {
    if let known = exchange.known {
      exchange.route = known.route.contract.path
      return try next(
        OperationRequest(exchange: exchange, route: known.route, ids: known.ids, wire: known.wire))
    }
    let path = String(exchange.path.utf8.dropFirst(Wire.base.utf8.count)) ?? ""
    let method = Contract.Method(rawValue: exchange.method)
    let wire = WireRequest(
      method ?? .get, path, body: exchange.body.map(WireBody.secret) ?? .none)
    switch WireRoute.find(wire) {
    case .route(let route, let ids):
      guard method != nil else { return ErrorResponses.wrongMethod(WireRoute.methods(at: path)) }
      exchange.route = route.contract.path
      if route.contract.isSimulatorOnly && !isSimulator { return ErrorResponses.noPath }
      return try next(OperationRequest(exchange: exchange, route: route, ids: ids, wire: wire))
    case .otherMethods: return ErrorResponses.wrongMethod(WireRoute.methods(at: path))
    case .nothing: return ErrorResponses.noPath
    }
  }
}
