import CMicroHTTPD
import WalletAPI

/// The daemon's connection, which exists as long as the request. Its fields are compared in the
/// daemon's memory.
struct DaemonConnection: RequestConnection {
  fileprivate let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  fileprivate var entry: Connection? { Connection.of(pointer) }

  var peer: (address: String, network: String) {
    entry.map { ($0.address, $0.network) } ?? ("", "")
  }

  func forEach(
    _ kind: MHD_ValueKind, _ context: UnsafeMutableRawPointer, _ visit: MHD_KeyValueIterator
  ) {
    MHD_get_connection_values(pointer, kind, visit, context)
  }

  /// Most headers are missing, and this is the fastest way to find out.
  func mayHave(header: UnsafePointer<CChar>) -> Bool {
    MHD_lookup_connection_value(pointer, .HEADER_KIND, header) != nil
  }

  var takesPages: Bool { true }

  var known: KnownRequest? {
    get { entry?.known }
    nonmutating set { entry?.known = newValue }
  }

  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }
}

extension RequestHandler {
  /// Sends the answer to a request that has arrived, or was refused.
  func answer(_ exchange: Exchange, over connection: DaemonConnection) -> MHD_Result {
    connection.entry?.requestArrived()
    let answer = complete(exchange)
    let status = UInt32(answer.status)
    if let page = exchange.page { return cmhd_queue(connection.pointer, status, page.response) }
    if exchange.stream != nil { connection.entry?.exemptFromTimeLimit() }
    let made: OpaquePointer? =
      exchange.stream.map { DaemonResponse.make($0) } ?? DaemonResponse.make(answer)
    guard let response = made else { return .NO }
    defer { MHD_destroy_response(response) }
    forEachHeader(of: exchange) { DaemonResponse.add($0, to: response) }
    return cmhd_queue(connection.pointer, status, response)
  }
}
