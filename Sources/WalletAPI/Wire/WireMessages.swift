package import Secrets

/// The constants of the published interface.
package enum Wire {
  /// Where every path below starts (A34).
  package static let base = "/digitalwallets/v1"
  /// The lifetime of an access token if the server does not name one.
  package static let accessSeconds = 15 * 60
  /// The time without activity after which secrets and confirmations need a new sign-in (S11,
  /// PSD2).
  package static let idleSeconds = 5 * 60
  /// The header that a repeated request carries (B09).
  package static let scaAuthorization = "SCA-Authorization"
  package static let idempotencyKey = "Idempotency-Key"
  /// The header with the id that a request has in the server's log.
  package static let requestID = "Request-Id"
  /// The header with the X25519 key, in base 64, to which secrets in the answer are sealed.
  package static let deviceKey = "Device-Key"
  /// The client's name, which a published server expects with a new card and an activation (A16,
  /// A22). It has no version, since it is part of the request that an idempotency key belongs to.
  static let userAgent = "walletui"
  /// A request body that is longer is refused with 413.
  package static let longestRequest = 8 * 1024

  /// Whether a path can be the beginning of all others: `/wallet`, or nothing. Its parts have only
  /// characters that are never encoded.
  package static func isPrefix(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.isEmpty
      || parts[0].isEmpty
        && parts.dropFirst().allSatisfy {
          !["", ".", ".."].contains($0) && PercentCoding.encode(String($0)) == $0
        }
  }

  /// The address of a page of the server at `origin`, by its path from the root.
  ///
  /// - Returns: nil if it would lead to another server.
  package static func address(ofPage path: String, at origin: String) -> String? {
    guard path.hasPrefix("/"), path.utf8.count <= 512,
      path.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    // The scheme and the host.
    return origin.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//") + path
  }
}

/// A header or a parameter. Names of headers are compared without regard to case.
package struct WireField: Hashable, Sendable {
  package var name: String
  package var value: String
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The body of a request or an answer.
package enum WireBody: Sendable {
  case none
  case plain([UInt8])
  /// Contains a secret: it is built and read in locked memory only.
  case secret(Secret)

  package var isEmpty: Bool { withBytes { $0.isEmpty } }

  package func withBytes<R: Sendable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    switch self {
    case .none: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .secret(let secret): return try secret.withBytes(body)
    case .plain(let bytes):
      return try bytes.withUnsafeBufferPointer { (bytes) throws(E) in
        try body(UnsafeRawBufferPointer(bytes))
      }
    }
  }
}

/// An operation as HTTP.
package struct WireRequest: Sendable {
  package var method: Contract.Method
  /// Below `Wire.base`; ids are percent-encoded.
  package var path: String
  /// Not encoded.
  package var query: [WireField]
  package var headers: [WireField]
  package var body: WireBody

  package init(
    _ method: Contract.Method, _ path: String, query: [WireField] = [],
    headers: [WireField] = [], body: WireBody = .none
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  package func header(_ name: String) -> String? { headers.first(named: name) }

  /// The path with the query, encoded. It follows `Wire.base`.
  package var target: String {
    if query.isEmpty { return path }
    return path + "?"
      + query.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
      .joined(separator: "&")
  }
}

/// A result or an error as HTTP.
package struct WireResponse: Sendable {
  package var status: Int
  package var headers: [WireField]
  package var body: WireBody

  package init(_ status: Int, headers: [WireField] = [], body: WireBody = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package func header(_ name: String) -> String? { headers.first(named: name) }
  package var isSuccess: Bool { (200...299).contains(status) }
  /// Whether a proxy may have given it although its server is not reachable.
  package var mayBeFromProxy: Bool { (502...504).contains(status) }
}

extension [WireField] {
  package func first(named name: String) -> String? {
    func isSame(_ a: UInt8, _ b: UInt8) -> Bool { a == b || lower(a) == lower(b) }
    return first { $0.name.utf8.elementsEqual(name.utf8, by: isSame) }?.value
  }

  private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}
