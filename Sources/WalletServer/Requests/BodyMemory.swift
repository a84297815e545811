/// Decides whose locked memory a body uses, before it is read. An endpoint with paths of its own
/// refuses with 413 what is too long for it. A body that nobody is responsible for is not kept.
struct BodyMemory: Sendable {
  let endpoints: [any PathEndpoint]
  let authentication: BearerAuthentication

  /// - Parameter length: Of the body in bytes, 1 or more.
  func announced(_ length: Int, _ exchange: Exchange) {
    exchange.length = length
    if let endpoint = endpoints.first(where: { $0.has(exchange.path) }) {
      endpoint.announced(length, exchange)
    } else {
      // The memory is the customer's. Without a sign-in, the error follows later.
      _ = try? authentication.signedIn(exchange)
    }
  }
}
