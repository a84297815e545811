import CMicroHTTPD
import Glibc
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Conversion between the daemon's data and requests and answers.
extension WalletServer {
  /// - Parameters:
  ///   - isCut: Whether parameters were removed because there are too many.
  ///   - isWhole: Whether the target contains no NUL, after which something else could be hidden.
  func began(
    _ connection: OpaquePointer, method: String, path: String, version: String, isCut: Bool,
    isWhole: Bool
  ) -> Exchange {
    let exchange = Exchange(requestIDs.next(), method: method, path: path)
    exchange.address = Connection.of(connection)?.address ?? ""
    inFlight.add(1, ordering: .relaxed)
    let head = RequestHead(connection)
    let isHTTP = cmhd_is_framing_valid(cmhd_socket(connection)) != 0
    exchange.refusal = isHTTP ? head.refusal(version) : RequestHead.closing(Self.notHTTP)
    if exchange.refusal == nil && !isWhole { exchange.refusal = Self.notHTTP }
    if exchange.refusal == nil && isCut {
      exchange.refusal = Self.refusal(
        414, "query",
        "may have \(Daemon.mostParameters) parameters at most, in less than "
          + "\(Daemon.queryBytes / 1024) KiB")
    }
    if exchange.refusal == nil && head.length > 0 { announced(head.length, exchange, connection) }
    // A client that waits for "100 Continue" sends no body either.
    exchange.readsBody =
      exchange.refusal == nil
      || isHTTP && head.endsSoon && HeaderFields.find("Expect", connection).count == 0
    return exchange
  }

  /// Reserves memory for a body, for which somebody has to be responsible.
  private func announced(_ length: Int, _ exchange: Exchange, _ connection: OpaquePointer) {
    exchange.length = length
    if isForm(exchange) {
      if length > Self.longestForm {
        exchange.refusal = Self.refusal(413, "body", "may have \(Self.longestForm) bytes at most")
      } else if isClient(connection) {
        // The body and its fields.
        let address = Connection.of(connection)?.network ?? ""
        exchange.account = (signInBudget, address, factor: 3)
      }
    } else {
      // The memory is the customer's. Without a sign-in, the error follows later.
      _ = try? signedIn(exchange, connection)
    }
  }

  /// The longest form of a sign-in or a revocation, in bytes.
  private static let longestForm = 2048

  private func isForm(_ exchange: Exchange) -> Bool {
    exchange.path == tokenPath || exchange.path == revocationPath
  }

  func received(_ bytes: UnsafeRawBufferPointer, _ exchange: Exchange) {
    guard exchange.refusal == nil, !exchange.append(bytes) else { return }
    exchange.body?.wipe()
    exchange.refusal = WalletError(.unavailable, retryAfter: 1).wireResponse
  }

  func complete(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    if exchange.refusal == nil, exchange.method == "GET", exchange.path == Self.eventsPath {
      return listen(exchange, connection)
    }
    Connection.of(connection)?.requestArrived()
    var answer = exchange.refusal ?? self.answer(exchange, connection)
    // A large answer with secrets is in locked memory until it is sent.
    if case .secret(let secret) = answer.body, !exchange.reserve(secret.count) {
      secret.wipe()
      answer = WalletError(.unavailable, retryAfter: 1).wireResponse
    }
    exchange.body?.wipe()
    return send(answer, exchange, connection)
  }

  func send(_ answer: WireResponse, _ exchange: Exchange, _ connection: OpaquePointer)
    -> MHD_Result
  {
    exchange.status = answer.status
    var answer = answer
    if answer.status == 401, let challenge = exchange.challenge {
      answer.headers.removeAll { $0.name == "WWW-Authenticate" }
      answer.headers.append(WireField("WWW-Authenticate", challenge))
    }
    if let page = exchange.page {
      return cmhd_queue(connection, UInt32(answer.status), page.response)
    }
    guard let response = Self.response(answer) else { return .NO }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, Wire.requestID, exchange.id)
    if isDraining.load(ordering: .relaxed) {
      MHD_add_response_header(response, "Connection", "close")
    }
    return cmhd_queue(connection, UInt32(answer.status), response)
  }

  /// The daemon's form of an answer, which the caller has to destroy.
  static func response(_ answer: WireResponse) -> OpaquePointer? {
    guard let response = response(answer.body) else { return nil }
    for field in answer.headers { add(field, to: response) }
    for field in always { add(field, to: response) }
    return response
  }

  /// Passing both as Swift strings would make an array of each.
  private static func add(_ field: WireField, to response: OpaquePointer) {
    field.name.withCString { name in
      field.value.withCString { value in _ = MHD_add_response_header(response, name, value) }
    }
  }

  static let always = [
    WireField("X-Content-Type-Options", "nosniff"),
    WireField("Content-Security-Policy", "default-src 'none'"),
  ]

  private static func response(_ body: WireBody) -> OpaquePointer? {
    switch body {
    case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .plain(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .secret(let secret):
      // The daemon reads the secret in place. Its handle is retained until the daemon releases it,
      // and nothing else wipes it.
      let held = Unmanaged.passRetained(secret)
      let place = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        secret.count, UnsafeMutableRawPointer(bitPattern: place),
        { held in
          guard let held else { return }
          let secret = Unmanaged<Secret>.fromOpaque(held).takeRetainedValue()
          secret.wipe()
        }, held.toOpaque())
      if response == nil { held.release() }
      return response
    }
  }

  /// Called once for each request, however it ended.
  func ended(_ exchange: Exchange) {
    if !exchange.isStream { inFlight.subtract(1, ordering: .relaxed) }
    let time = monotonicMicroseconds() - exchange.started
    metrics.count(
      route: exchange.route, method: Self.known(exchange.method), status: exchange.status,
      microseconds: exchange.isStream ? 0 : time)
    guard let log = options.log else { return }
    var writer = JSONWriter(capacity: 160)
    writer.object {
      $0.field("time", options.clock.now())
      $0.field("request", exchange.id)
      $0.field("method", Self.known(exchange.method))
      $0.field("route", exchange.route)
      $0.field("status", exchange.status)
      $0.field("microseconds", time)
      $0.field("user", exchange.user)
      $0.field("address", exchange.address)
      $0.optional("login", exchange.login.map(Self.loggable))
    }
    log(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Limits the length of names in the log and removes characters that could be misread.
  private static func loggable(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(64) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        text.append("\u{fffd}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func known(_ method: String) -> String {
    ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"].contains(method)
      ? method : "OTHER"
  }
}
