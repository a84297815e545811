import CMicroHTTPD

/// What a request arrived over: the daemon's connection, or memory. Everything about the answer is
/// found out through this. Only the last step, sending it, is the daemon's own.
protocol RequestConnection {
  /// The client's address in digits, and the network that limits apply to.
  var peer: (address: String, network: String) { get }
  /// Calls `visit` with each header or parameter, in order, until it does not return `.YES`. The
  /// texts are valid as long as the request.
  ///
  /// It has the form of libmicrohttpd's function, so that a request needs no `String` and no object.
  func forEach(
    _ kind: MHD_ValueKind, _ context: UnsafeMutableRawPointer, _ visit: MHD_KeyValueIterator)
  /// False: there is certainly no such header.
  func mayHave(header: UnsafePointer<CChar>) -> Bool
  /// Whether a page of the cache can be sent over it.
  var takesPages: Bool { get }
  /// The last request over it that the cache of pages has answered. The daemon's connection has it.
  var known: KnownRequest? { get nonmutating set }
  /// The event stream over it has nothing to send.
  func suspend()
  /// It has something to send again, or has ended.
  func resume()
}

extension RequestConnection {
  var known: KnownRequest? {
    get { nil }
    nonmutating set {}
  }
}
