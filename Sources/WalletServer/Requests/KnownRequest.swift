import CMicroHTTPD
import Glibc
import WalletAPI

/// A request that the cache of pages has answered. Over the same connection it often comes again,
/// and is not read again if all but its access token is the same.
final class KnownRequest {
  let route: WireRoute
  let ids: [String]
  /// With the query, and without headers.
  let wire: WireRequest
  /// Headers may contain secrets, so only their hash is kept. It has a random key. With two requests
  /// of the same hash a client would get another page of its own.
  private let hash: Int

  /// nil: it has headers of operations, or a body, or may be HTTP/1.0.
  init?(_ call: WalletCall) {
    let exchange = call.exchange
    guard call.request.headers.isEmpty, exchange.length == 0, exchange.body == nil,
      HeaderFields.find("Host", exchange.connection).count == 1
    else { return nil }
    (route, ids, wire) = (call.route, call.ids, call.request)
    hash = Self.hash(exchange.method, exchange.path, exchange.connection)
  }

  func isSame(as head: RequestHandler.Head, _ path: String, _ connection: any RequestConnection)
    -> Bool
  {
    head.isFramed && head.isWhole && !head.isCut && head.version == "HTTP/1.1"
      && Self.hash(head.method, path, connection) == hash
  }

  private static func hash(
    _ method: String, _ path: String, _ connection: any RequestConnection
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(method)
    hasher.combine(path)
    withUnsafeMutablePointer(to: &hasher) { hasher in
      connection.forEach(.HEADER_KIND, hasher, combine)
      hasher.pointee.combine(0)
      connection.forEach(.GET_ARGUMENT_KIND, hasher, combine)
    }
    return hasher.finalize()
  }
}

/// Adds a header or parameter to a hash, with the NUL behind each text. A token is left out.
private func combine(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let hasher = context?.assumingMemoryBound(to: Hasher.self), let name else { return .NO }
  hasher.pointee.combine(bytes: UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))
  if let value, kind != .HEADER_KIND || strcasecmp(name, "Authorization") != 0 {
    hasher.pointee.combine(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value) + 1))
  } else {
    hasher.pointee.combine(UInt8(0))
  }
  return .YES
}
