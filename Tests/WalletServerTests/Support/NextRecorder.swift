import CMicroHTTPD
import Testing
import WalletAPI
import WalletModel

@testable import WalletServer

/// Stands behind a stage: keeps what the stage passes on, and answers it.
final class NextRecorder<Passed> {
  private(set) var passed: [Passed] = []
  private let response: WireResponse

  init(_ response: WireResponse = WireResponse(204)) { self.response = response }

  /// What the stage answers, or refuses the request with.
  func answer<S: Stage>(_ stage: S, _ request: S.Request) -> WireResponse where S.Passed == Passed {
    do throws(WalletError) {
      return try stage.answer(request) { request throws(WalletError) -> WireResponse in
        self.passed.append(request)
        return self.response
      }
    } catch {
      return error.wireResponse
    }
  }
}

/// Takes pages of the cache, as the daemon's connection does.
struct PageConnection: RequestConnection {
  let memory: MemoryConnection

  var peer: (address: String, network: String) { memory.peer }
  func forEach(
    _ kind: MHD_ValueKind, _ context: UnsafeMutableRawPointer, _ visit: MHD_KeyValueIterator
  ) {
    memory.forEach(kind, context, visit)
  }
  func mayHave(header: UnsafePointer<CChar>) -> Bool { true }
  var takesPages: Bool { true }
  func suspend() {}
  func resume() {}
}

extension Exchange {
  convenience init(_ request: MemoryRequest) {
    self.init(
      "1", method: request.method, path: request.head.path, MemoryConnection(request))
  }
}

extension WalletCall {
  /// A call of an operation with the id 1.
  init(_ contract: Contract, _ exchange: Exchange, of customer: String = "ana") throws {
    let route = try #require(WireRoute.all.first { $0.contract.name == contract.name })
    self.init(
      exchange: exchange, route: route, ids: ["1"],
      request: WireRequest(contract.method, contract.path),
      context: RequestContext(customerID: CustomerID(customer), sessionID: "s", deviceID: "d"))
  }
}
