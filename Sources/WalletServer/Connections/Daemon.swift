import CMicroHTTPD
import Glibc
import Secrets
import TextLayout
import WalletAPI
import WalletModel

/// libmicrohttpd's daemons with our limits: 16 with a thread each, and 16 KiB of headers.
/// `ConnectionTable` keeps time limits, because the daemon's own (`CONNECTION_TIMEOUT`) also closes
/// connections whose bytes have arrived in time but were not read yet.
final class Daemon: @unchecked Sendable {
  /// The most bytes of a request's first line and headers.
  static let headBytes = 16 * 1024
  static let mostParameters = 100
  /// The most bytes of the parameters, with the 64 that the daemon needs for each. The rest is for
  /// the headers.
  static let queryBytes = 14 * 1024

  var port: UInt16 { acceptor.port }
  private let daemons: [OpaquePointer]
  private let acceptor: Acceptor
  /// Retained as long as the daemon runs.
  private let reference: Unmanaged<ServerReference>

  init(_ address: String, _ options: WalletServer.Options, _ reference: ServerReference)
    throws(WalletError)
  {
    self.reference = Unmanaged.passRetained(reference)
    let listener = try ListeningSocket(address: address, port: options.port)
    cmhd_set_early_close_response(ErrorResponses.earlyClose, closedEarly)
    // With TLS, poll is used instead of epoll. epoll reports bytes once, and the daemon (0.9.75)
    // then retries an incomplete handshake without end.
    let polling = options.tls == nil ? MHD_USE_EPOLL_INTERNAL_THREAD : MHD_USE_POLL_INTERNAL_THREAD
    var flags = polling.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    let context = Unmanaged.passUnretained(reference).toOpaque()
    var items = [
      // `Acceptor` has the limits for all daemons together.
      Self.item(.CONNECTION_LIMIT, Acceptor.mostConnections),
      Self.item(.CONNECTION_MEMORY_LIMIT, Self.headBytes),
      Self.item(
        .NOTIFY_COMPLETED,
        unsafeBitCast(completed as MHD_RequestCompletedCallback, to: Int.self), context),
      Self.item(
        .NOTIFY_CONNECTION,
        unsafeBitCast(connectionChanged as MHD_NotifyConnectionCallback, to: Int.self), context),
      Self.item(
        .URI_LOG_CALLBACK, unsafeBitCast(inspectTarget as InspectTarget, to: Int.self), nil),
      Self.item(
        .UNESCAPE_CALLBACK,
        unsafeBitCast(keepEscaped as Unescape, to: Int.self), nil),
    ]
    var texts: [UnsafeMutablePointer<CChar>] = []
    defer { for text in texts { free(text) } }
    let plainItems = items + [Self.item(.END, 0)]
    if let tls = options.tls {
      flags |= MHD_USE_TLS.rawValue
      let key = tls.key.withBytes { bytes -> UInt in
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        UnsafeMutableRawBufferPointer(start: text, count: bytes.count).copyMemory(from: bytes)
        text[bytes.count] = 0
        return UInt(bitPattern: text)
      }
      guard let key = UnsafeMutablePointer<CChar>(bitPattern: key),
        let certificate = strdup(tls.certificate), let priorities = strdup(Self.priorities)
      else { throw WalletError(.internalError) }
      texts = [key, certificate, priorities]
      items.append(Self.item(.HTTPS_MEM_KEY, 0, key))
      items.append(Self.item(.HTTPS_MEM_CERT, 0, certificate))
      items.append(Self.item(.HTTPS_PRIORITIES, 0, priorities))
    }
    items.append(Self.item(.END, 0))
    // A change occupies its thread until it is on the disk. Changes that wait together share a
    // sync.
    let started = (0..<Int(CMHD_THREADS)).compactMap { _ in
      cmhd_start(flags, access, context, &items, errorResponse)
    }
    let number = errno
    if let key = texts.first, let tls = options.tls { explicit_bzero(key, tls.key.count) }
    guard started.count == Int(CMHD_THREADS) else {
      for daemon in started { MHD_stop_daemon(daemon) }
      close(listener.descriptor)
      // It can be started without TLS, so the certificate or its key is wrong.
      if options.tls != nil, Self.canStart(plainItems, context) { throw Self.wrongPair(options) }
      if number == EAGAIN { throw .noThreads }
      throw WalletError(.unavailable, detail: .verbatim(String(cString: strerror(number))))
    }
    daemons = started
    acceptor = Acceptor(listener, started, reference, clock: options.monotonicClock)
  }

  /// Begins to accept connections. `ServerReference.set` must have been called.
  func startAccepting() { acceptor.start() }

  /// Closes the listening socket. Accepted connections continue.
  func stopAccepting() { acceptor.stop() }

  /// TLS 1.2 and 1.3, and only ciphers with forward secrecy and authentication.
  private static let priorities =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC"

  private static func canStart(
    _ items: [MHD_OptionItem], _ context: UnsafeMutableRawPointer
  ) -> Bool {
    var items = items
    let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    guard let started = cmhd_start(flags, access, context, &items, errorResponse) else {
      return false
    }
    MHD_stop_daemon(started)
    return true
  }

  private static func wrongPair(_ options: WalletServer.Options) -> WalletError {
    let hasCertificate =
      options.tls?.certificate.contains(part: "-----BEGIN CERTIFICATE-----") ?? false
    let hasKey =
      options.tls?.key.withBytes { $0.contains(part: "PRIVATE KEY-----".utf8) } ?? false
    return WalletError(
      .configuration, .verbatim("Can't use the certificate and its key"),
      detail: .verbatim(
        !hasCertificate
          ? "The file of --tls-cert holds no PEM certificate."
          : !hasKey
            ? "The file of --tls-key holds no PEM private key."
            : "The key belongs to another certificate, or one of the two files is damaged."))
  }

  /// Returns when all threads have ended.
  func stop() {
    acceptor.stop()
    for daemon in daemons { MHD_stop_daemon(daemon) }
    reference.release()
  }

  private static func item(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
  ) -> MHD_OptionItem {
    MHD_OptionItem(option: option, value: value, ptr_value: pointer)
  }
}

private typealias Unescape =
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int

private typealias InspectTarget =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> UnsafeMutableRawPointer?

/// What is known of a request before its `Exchange` exists. It is stored in place of the object's
/// address, as an odd number, which no address is.
private struct RequestTarget {
  /// The length up to the end, or to the first NUL, in bytes.
  var length: Int
  /// Whether parameters were removed.
  var isCut: Bool

  init(length: Int, isCut: Bool) { (self.length, self.isCut) = (length, isCut) }

  /// nil: it is the address of an object, or nothing.
  init?(_ place: UnsafeMutableRawPointer?) {
    let number = UInt(bitPattern: place)
    guard number & 1 == 1 else { return nil }
    self.init(length: Int(number >> 2), isCut: number & 2 != 0)
  }

  var place: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(length) << 2 | (isCut ? 2 : 0) | 1)
  }
}

/// The daemon stores each parameter in the room for the head. If that is too small it closes the
/// connection without an answer, so too many parameters are hidden from it.
private func inspectTarget(
  _: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let text else { return nil }
  var target = RequestTarget(length: strlen(text), isCut: false)
  if let query = strchr(text, 0x3f), Daemon.isTooLong(query: query) {
    target.isCut = true
    memset(query, 0, strlen(query))
  }
  return target.place
}

extension Daemon {
  /// The path of a target without parameters. Requests for proxies contain the server, which is
  /// allowed here too (RFC 9112, 3.2.2).
  static func path(_ target: UnsafePointer<CChar>) -> String {
    // Nearly all begin with the path.
    if target.pointee == 0x2f { return String(cString: target) }
    for scheme in ["http://", "https://"]
    where strncasecmp(target, scheme, scheme.utf8.count) == 0 {
      return strchr(target + scheme.utf8.count, 0x2f).map { String(cString: $0) } ?? "/"
    }
    return String(cString: target)
  }

  /// Whether there are too many parameters, or they are too long.
  ///
  /// - Parameter query: From its question mark.
  static func isTooLong(query: UnsafePointer<CChar>) -> Bool {
    var (count, next) = (1, query)
    while let found = strchr(next, 0x26) { (count, next) = (count + 1, UnsafePointer(found) + 1) }
    return count > mostParameters || strlen(query) + 64 * count > queryBytes
  }
}

/// Paths and parameters are decoded later, in parts, so that an encoded slash does not separate
/// them.
private func keepEscaped(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int { text.map { strlen($0) } ?? 0 }

private func serverReference(_ context: UnsafeMutableRawPointer?) -> ServerReference? {
  context.map { Unmanaged<ServerReference>.fromOpaque($0).takeUnretainedValue() }
}

/// A connection has begun, or will be closed.
private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard let connection, let place, let reference = serverReference(context) else { return }
  if what == .CONNECTION_NOTIFY_STARTED {
    let known = reference.connections.find(cmhd_socket(connection))
    place.pointee = known.map { Unmanaged.passRetained($0).toOpaque() }
    if reference.hasTLS { cmhd_watch_handshake(connection) }
    context.map { cmhd_set_thread_context($0, reference.hasTLS ? 1 : 0) }
  } else if let held = place.pointee {
    place.pointee = nil
    reference.connections.remove(Unmanaged<Connection>.fromOpaque(held).takeRetainedValue())
  }
}

extension Connection {
  /// The entry for the daemon's connection; nil before it was added to the table.
  static func of(_ connection: OpaquePointer) -> Connection? {
    cmhd_connection_context(connection).map {
      Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

private func completed(
  _: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ handle: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let held = handle?.pointee, RequestTarget(held) == nil else { return }
  handle?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
  if let connection {
    Connection.of(connection)?.requestEnded()
    // The daemon refused the body.
    if exchange.status == 0 { exchange.status = Int(cmhd_status(connection)) }
  }
  exchange.handler?.ended(exchange)
}

/// The daemon refuses something. If it became a request, it is counted when it ends.
///
/// - Returns: The response to send; nil: the daemon's own page.
private func errorResponse(_ connection: OpaquePointer, _ status: UnsafeMutablePointer<UInt32>)
  -> OpaquePointer?
{
  // The daemon reports 500 for input that it cannot store. Only a line with a chunk's size can be
  // too long for it, which is the client's error.
  if status.pointee == 500 { status.pointee = 400 }
  if let connection = Connection.of(connection), !connection.isInRequest {
    connection.reference.handler?.refused(Int(status.pointee), connection.address)
  }
  return ErrorResponses.replacingPage(Int(status.pointee))
}

/// The daemon closes a connection early, after `ErrorResponses.earlyClose` was sent.
private func closedEarly(_ context: UnsafeMutableRawPointer, _ socket: Int32) {
  guard let reference = serverReference(context) else { return }
  reference.handler?.refused(
    ErrorResponses.notHTTP.status, reference.connections.address(of: socket))
}

private func access(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
  _ handle: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let handle, let count, let url, let method, let version else { return .NO }
  cmhd_request_recognized()
  guard let held = handle.pointee, RequestTarget(held) == nil else {
    guard let handler = serverReference(context)?.handler else { return .NO }
    let target = RequestTarget(handle.pointee)
    let head = RequestHandler.Head(
      method: String(cString: method), path: Daemon.path(url), version: String(cString: version),
      isFramed: cmhd_is_framing_valid(cmhd_socket(connection)) != 0,
      isCut: target?.isCut ?? false,
      // Without a NUL in the target, the version follows it.
      isWhole: target.map { url + $0.length + 1 == version } ?? false)
    let exchange = handler.began(DaemonConnection(connection), head)
    handle.pointee = Unmanaged.passRetained(exchange).toOpaque()
    Connection.of(connection)?.requestBegan()
    return exchange.readsBody ? .YES : handler.answer(exchange, over: DaemonConnection(connection))
  }
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
  guard let handler = exchange.handler else { return .NO }
  if count.pointee > 0, let upload {
    let bytes = UnsafeRawBufferPointer(start: upload, count: count.pointee)
    handler.received(bytes, exchange)
    // This is the daemon's own copy, which is not needed any more.
    explicit_bzero(UnsafeMutableRawPointer(mutating: upload), count.pointee)
    count.pointee = 0
    return .YES
  }
  return handler.answer(exchange, over: DaemonConnection(connection))
}
