import CMicroHTTPD
import Glibc
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// libmicrohttpd's daemon with our limits: 16 threads, 16 KiB of headers. Time limits are kept by `ConnectionTable`:
/// the daemon's own limit of silence (`CONNECTION_TIMEOUT`) ends connections, too, whose bytes were
/// there in time and which none of its threads had come to.
final class Daemon: @unchecked Sendable {
  /// What a request's first line and headers may have, in bytes.
  static let headBytes = 16 * 1024
  static let mostParameters = 100
  /// And its parameters, with the 64 that the daemon takes for each: the rest is for the headers.
  static let queryBytes = 14 * 1024

  let port: UInt16
  private let daemon: OpaquePointer
  /// Held as long as the daemon runs.
  private let reference: Unmanaged<ServerReference>

  init(_ options: WalletServer.Options, _ reference: ServerReference) throws(WalletError) {
    self.reference = Unmanaged.passRetained(reference)
    cmhd_set_early_close_response(WalletServer.earlyCloseResponse, closedEarly)
    // With TLS not by epoll: that is told of bytes once, and the daemon (0.9.75) takes a handshake
    // whose next bytes are not there for one that can go on, again and again.
    let polling = options.tls == nil ? MHD_USE_EPOLL_INTERNAL_THREAD : MHD_USE_POLL_INTERNAL_THREAD
    var flags = polling.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    let context = Unmanaged.passUnretained(reference).toOpaque()
    var items = [
      // A change holds its thread until it is on the disk: those that wait together share a sync.
      Self.item(.THREAD_POOL_SIZE, Int(CMHD_THREADS)),
      Self.item(.CONNECTION_LIMIT, 1024),
      Self.item(.PER_IP_CONNECTION_LIMIT, options.connectionsPerAddress),
      Self.item(.CONNECTION_MEMORY_LIMIT, Self.headBytes),
      // Not LISTENING_ADDRESS_REUSE: that is SO_REUSEPORT, and a second server would take half of
      // the connections. Without it there is SO_REUSEADDR, which a restart needs.
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
    let attempt = Self.withAddress(options.address, options.port) { address, isSix in
      if isSix { flags |= MHD_USE_IPv6.rawValue }
      return cmhd_start(flags, address, mayAccept, access, context, &items, errorResponse)
    }
    if let key = texts.first, let tls = options.tls { explicit_bzero(key, tls.key.count) }
    guard let attempt else {
      throw WalletError(.usage, "The address to listen on is not one in digits")
    }
    guard let started = attempt else {
      let number = errno
      let reason = String(cString: strerror(number))
      // Without TLS it can: so it is the certificate or its key.
      if options.tls != nil, Self.canListen(options, plainItems, context) {
        throw Self.wrongPair(options)
      }
      if number == EAGAIN { throw .noThreads }
      throw WalletError(
        .unavailable, "Nothing can listen on \(options.address):\(options.port)",
        details: [reason])
    }
    daemon = started
    port = UInt16(truncatingIfNeeded: cmhd_port(started))
  }

  /// TLS 1.2 and 1.3, and ciphers with forward secrecy and authentication only.
  private static let priorities =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC"

  private static func canListen(
    _ options: WalletServer.Options, _ items: [MHD_OptionItem],
    _ context: UnsafeMutableRawPointer
  ) -> Bool {
    var items = items
    let attempt = withAddress(options.address, options.port) { address, isSix in
      let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      return cmhd_start(
        isSix ? flags | MHD_USE_IPv6.rawValue : flags, address, mayAccept, access, context, &items,
        errorResponse)
    }
    guard let started = attempt ?? nil else { return false }
    MHD_stop_daemon(started)
    return true
  }

  private static func wrongPair(_ options: WalletServer.Options) -> WalletError {
    let hasCertificate = options.tls?.certificate.contains("-----BEGIN CERTIFICATE-----") ?? false
    let hasKey =
      options.tls?.key.withBytes {
        $0.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
      } ?? false
    return WalletError(
      .configuration, "The certificate and its key cannot be used",
      details: [
        !hasCertificate
          ? "The file of --tls-cert holds no certificate in PEM."
          : !hasKey
            ? "The file of --tls-key holds no private key in PEM."
            : "The key is another certificate's, or one of the two files is damaged."
      ])
  }

  /// nil: the text is no address in digits.
  private static func withAddress<R>(
    _ text: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, _ isSix: Bool) -> R
  ) -> R? {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      return withUnsafePointer(to: &four) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, false) }
      }
    }
    guard inet_pton(AF_INET6, text, &six.sin6_addr) == 1 else { return nil }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    return withUnsafePointer(to: &six) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, true) }
    }
  }

  /// Returns when all threads have ended.
  func stop() {
    MHD_stop_daemon(daemon)
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

/// What is known of a request before there is an `Exchange` for it, in the place of that: an odd
/// number, which no object's address is.
private struct RequestTarget {
  /// Up to its end, or to a NUL in it, in bytes.
  var length: Int
  /// Whether parameters were taken away.
  var isCut: Bool

  init(length: Int, isCut: Bool) { (self.length, self.isCut) = (length, isCut) }

  /// nil: that is an object's address, or nothing.
  init?(_ place: UnsafeMutableRawPointer?) {
    let number = UInt(bitPattern: place)
    guard number & 1 == 1 else { return nil }
    self.init(length: Int(number >> 2), isCut: number & 2 != 0)
  }

  var place: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(length) << 2 | (isCut ? 2 : 0) | 1)
  }
}

/// The daemon keeps each parameter in the room for the head, and where that is too little it gives
/// the connection up without an answer: so it does not see those that are too many.
private func inspectTarget(
  _: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let text else { return nil }
  var target = RequestTarget(length: strlen(text), isCut: false)
  if let query = strchr(text, 0x3f) {
    var (count, next) = (1, query)
    while let found = strchr(next, 0x26) { (count, next) = (count + 1, found + 1) }
    if count > Daemon.mostParameters || strlen(query) + 64 * count > Daemon.queryBytes {
      target.isCut = true
      memset(query, 0, strlen(query))
    }
  }
  return target.place
}

/// A target's path. Who asks a proxy says of which server it wants it, and may here, too (RFC 9112,
/// 3.2.2).
private func path(_ target: UnsafePointer<CChar>) -> String {
  for scheme in ["http://", "https://"] where strncasecmp(target, scheme, scheme.utf8.count) == 0 {
    return strchr(target + scheme.utf8.count, 0x2f).map { String(cString: $0) } ?? "/"
  }
  return String(cString: target)
}

/// An encoded slash in an id is no slash: paths and parameters are decoded by us, in parts.
private func keepEscaped(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int { text.map { strlen($0) } ?? 0 }

private func serverReference(_ context: UnsafeMutableRawPointer?) -> ServerReference? {
  context.map { Unmanaged<ServerReference>.fromOpaque($0).takeUnretainedValue() }
}

/// Whoever comes when the server is about to end is turned away. Not by `MHD_quiesce_daemon`: where
/// one of several threads is awake meanwhile, that ends the process (0.9.75, daemon.c:5531).
private func mayAccept(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _: socklen_t
) -> MHD_Result {
  guard let server = serverReference(context)?.server, let address else { return .NO }
  if server.isDraining.load(ordering: .relaxed) { return .NO }
  return server.mayStartHandshake(address) ? .YES : .NO
}

/// A connection is there, or about to be closed.
private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard let connection, let place, let reference = serverReference(context) else { return }
  if what == .CONNECTION_NOTIFY_STARTED {
    let socket = cmhd_socket(connection)
    cmhd_came(socket, reference.hasTLS ? 1 : 0)
    place.pointee = Unmanaged.passRetained(reference.connections.add(socket: socket, reference))
      .toOpaque()
    context.map { cmhd_set_thread_context($0, reference.hasTLS ? 1 : 0) }
  } else if let held = place.pointee {
    place.pointee = nil
    cmhd_gone()
    reference.connections.remove(Unmanaged<Connection>.fromOpaque(held).takeRetainedValue())
  }
}

extension Connection {
  /// What is known of the daemon's connection; nil before it was added to the table.
  static func of(_ connection: OpaquePointer) -> Connection? {
    cmhd_connection_context(connection).map {
      Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

private func completed(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ handle: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let held = handle?.pointee, RequestTarget(held) == nil else { return }
  handle?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
  if let connection {
    Connection.of(connection)?.requestEnded()
    // The daemon refused what came of the body.
    if exchange.status == 0 { exchange.status = Int(cmhd_status(connection)) }
  }
  serverReference(context)?.server?.ended(exchange)
}

private func errorResponse(_ connection: OpaquePointer, _ status: UnsafeMutablePointer<UInt32>)
  -> OpaquePointer?
{ WalletServer.errorResponse(connection, &status.pointee) }

private func closedEarly(_ context: UnsafeMutableRawPointer, _ socket: Int32) {
  serverReference(context)?.server?.closedEarly(socket)
}

private func access(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
  _ handle: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let handle, let count, let url, let method, let version,
    let server = serverReference(context)?.server
  else { return .NO }
  cmhd_request_recognized()
  guard let held = handle.pointee, RequestTarget(held) == nil else {
    let target = RequestTarget(handle.pointee)
    let exchange = server.began(
      connection, method: String(cString: method), path: path(url),
      version: String(cString: version), isCut: target?.isCut ?? false,
      // The version stands behind the target, all of it.
      isWhole: target.map { url + $0.length + 1 == version } ?? false)
    handle.pointee = Unmanaged.passRetained(exchange).toOpaque()
    Connection.of(connection)?.requestBegan()
    return exchange.readsBody ? .YES : server.complete(exchange, connection)
  }
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
  if count.pointee > 0, let upload {
    let bytes = UnsafeRawBufferPointer(start: upload, count: count.pointee)
    server.received(bytes, exchange)
    // The daemon's own copy: it has done its duty.
    explicit_bzero(UnsafeMutableRawPointer(mutating: upload), count.pointee)
    count.pointee = 0
    return .YES
  }
  return server.complete(exchange, connection)
}
