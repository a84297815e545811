import CMicroHTTPD
import Glibc
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// From the daemon's bytes to a request, and from an answer to the daemon.
extension WalletServer {
  /// - Parameters:
  ///   - isCut: It has more parameters than we look at.
  ///   - isWhole: There is no NUL in its target, behind which something else could stand.
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
    // Nor is who waits to be told to go on.
    exchange.readsBody =
      exchange.refusal == nil
      || isHTTP && head.endsSoon && HeaderFields.find("Expect", connection).count == 0
    return exchange
  }

  /// A body comes: who keeps it, and where.
  private func announced(_ length: Int, _ exchange: Exchange, _ connection: OpaquePointer) {
    exchange.length = length
    if isForm(exchange) {
      if length > Self.longestForm {
        exchange.refusal = Self.refusal(413, "body", "may have \(Self.longestForm) bytes at most")
      } else if isClient(connection) {
        // The body, and its fields.
        let address = Connection.of(connection)?.network ?? ""
        exchange.account = (signInBudget, address, factor: 3)
      }
    } else {
      // Takes the room from its customer's; whoever is not signed in hears so later.
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
    // A large answer with secrets in it waits in locked memory until it is sent.
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

  /// The answer as the daemon wants it; the caller's to destroy.
  static func response(_ answer: WireResponse) -> OpaquePointer? {
    guard let response = response(answer.body) else { return nil }
    for field in answer.headers { add(field, to: response) }
    for field in always { add(field, to: response) }
    return response
  }

  /// Shorter than to pass both as they are: that makes an array of each.
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
      // The daemon reads it where it stands. The handle is held until the daemon is done with it,
      // and nothing else wipes it: so the bytes stay where they are.
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

  /// Once for each request, whatever became of it.
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

  /// Whoever tries many names writes no more than names are long, and nothing that a terminal or a
  /// reader would take for something else.
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
