import Conformance
import Glibc
import Issuer
import Secrets
import Synchronization
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletServer

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
func text(_ body: WireBody) -> String { body.withBytes { String(decoding: $0, as: UTF8.self) } }

extension WalletServer.Options {
  /// Options under which no time limit ends a connection, however slow the machine is. A test of a
  /// limit sets that limit.
  static var patient: WalletServer.Options {
    var options = WalletServer.Options()
    (options.requestSeconds, options.silenceSeconds) = (3600, 3600)
    options.handshakeSeconds = 3600
    return options
  }
}

/// A server with the sample wallet, and plain sockets to it. It ends with the last reference to it.
final class InProcessServer: ServerEndpoint {
  let server: WalletServer
  let clock: TestClock
  let log = Log()
  var port: UInt16 { server.port }

  final class Log: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ line: String) { list.withLock { $0.append(line) } }
    var lines: [String] { list.withLock { $0 } }
  }

  init(_ change: (inout WalletServer.Options) -> Void = { _ in }) throws {
    let ledger = try Vault.demo()
    clock = TestClock()
    let boris = CustomerProfile(
      customerID: CustomerID("b"), name: "BORIS", mobile: "+1 234", email: "b@example.com",
      market: .eu)
    try ledger.add(boris) { writer throws(WalletError) in
      try SampleWallet(clock: .system).fillBlank(writer, boris)
    }
    var options = WalletServer.Options.patient
    options.clients = [ServerClient(id: "client", secret: secret("client:secret"))]
    options.users = [("ana", ledger.owner), ("boris", boris.customerID)].map { name, customer in
      ServerUser(
        name: name, customer: customer,
        passwordHash: ServerUser.hash(secret("pass word&é"), isDemo: true) ?? "")
    }
    options.isSimulator = true
    options.clock = clock.issuer
    options.log = { [log] in log.add($0) }
    change(&options)
    server = try WalletServer.start(ledger, options)
  }

  /// A server on a file, for its owner, whose name is ana.
  init(
    _ file: VaultFileOfAna, _ clock: TestClock = TestClock(),
    _ change: (inout WalletServer.Options) -> Void = { _ in }
  ) throws {
    self.clock = clock
    var options = WalletServer.Options.patient
    options.clients = [ServerClient(id: "client", secret: secret("client:secret"))]
    options.users = [file.ana]
    options.clock = clock.issuer
    change(&options)
    server = try WalletServer.start(try file.open(), options)
  }

  deinit { server.stop() }

  /// A server at which ana has signed in, and her token.
  static func signedIn(_ change: (inout WalletServer.Options) -> Void = { _ in }) throws
    -> (InProcessServer, Secret)
  {
    let served = try InProcessServer(change)
    return (served, try served.signIn().accessToken)
  }
}

struct Failure: Error {}

extension RequestContext {
  /// The server knows the customer and the sign-in by the token.
  static var unknown: RequestContext {
    RequestContext(customerID: CustomerID(""), sessionID: "", deviceID: "")
  }
}

/// An address of this machine on which a server listens.
protocol ServerEndpoint: Sendable {
  var port: UInt16 { get }
}

extension ServerEndpoint {

  /// A socket on which these bytes were sent.
  func connected(_ bytes: [UInt8], from own: String = "127.0.0.1") throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func with(
      _ text: String, _ port: UInt16,
      _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Bool {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, text, &address.sin_addr)
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    // A missing answer is a failure and does not block for ever.
    var limit = timeval(tv_sec: Int(120 * patience), tv_usec: 0)
    let name = SO_RCVTIMEO  // tidy: own clock: it only ends a test that hangs
    setsockopt(socket, SOL_SOCKET, name, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard with(own, 0, { bind($0, $1, $2) }), with("127.0.0.1", port, { connect($0, $1, $2) })
    else {
      close(socket)
      throw Failure()
    }
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { break }
      sent += count
    }
    return socket
  }

  /// Sends these bytes and reads until the server closes.
  func raw(_ bytes: [UInt8]) throws -> String {
    let socket = try connected(bytes)
    defer { close(socket) }
    return everything(socket)
  }

  /// Sends these bytes and their end, and reads until the server closes.
  func rawWithEnd(_ bytes: [UInt8]) throws -> String {
    let socket = try connected(bytes)
    defer { close(socket) }
    shutdown(socket, Int32(SHUT_WR))
    return everything(socket)
  }

  /// Everything that is received until the server closes, or that has arrived.
  func everything(_ socket: Int32, waits: Bool = true) -> String {
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = recv(socket, &part, part.count, waits ? 0 : Int32(MSG_DONTWAIT))
      if waits, count < 0 && errno == EAGAIN {
        Issue.record("no answer and no end of the connection")
      }
      guard count > 0 else { break }
      answer += part.prefix(count)
    }
    return String(decoding: answer, as: UTF8.self)
  }

  func send(
    _ method: String, _ target: String, _ headers: [WireField] = [], body: WireBody = .none
  ) throws -> WireResponse {
    let answer = try raw(Self.bytes(method, target, headers, body))
    guard let response = Self.response(answer) else { throw Failure() }
    return response
  }

  /// An answer as it was received; nil: it is invalid.
  static func response(_ answer: String) -> WireResponse? {
    guard let end = answer.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = answer[..<end.lowerBound].split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return WireField(String(parts[0]), String(parts[1].drop { $0 == " " }))
    }
    let text = String(answer[end.upperBound...])
    // The document of the interface would fill the memory for secrets, which the server has, too.
    let body = text.utf8.count > 65_536 ? WireBody.plain(Array(text.utf8)) : .secret(secret(text))
    return WireResponse(status, headers: fields, body: body)
  }

  /// A request whose connection ends with its answer.
  static func bytes(_ method: String, _ target: String, _ headers: [WireField], _ body: WireBody)
    -> [UInt8]
  {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for field in headers { head += "\(field.name): \(field.value)\r\n" }
    let bytes: [UInt8] = body.withBytes { Array($0) }
    if !bytes.isEmpty { head += "Content-Length: \(bytes.count)\r\n" }
    return Array((head + "\r\n").utf8) + bytes
  }

  /// An operation as its client would send it.
  func bytes(
    _ operation: some WalletOperation, _ token: Secret,
    _ change: (inout RequestContext) -> Void = { _ in }
  ) -> [UInt8] {
    var context = RequestContext.unknown
    change(&context)
    let request = operation.wireRequest(context)
    return Self.bytes(
      request.method.rawValue, Wire.base + request.target,
      request.headers + [WireField("Authorization", "Bearer " + text(token))], request.body)
  }

  static var basic: WireField {
    WireField("Authorization", "Basic " + Base64.encode(Array("client:client:secret".utf8)))
  }

  func post(form: Secret, to path: String, _ authorization: WireField = Self.basic) throws
    -> WireResponse
  {
    try send(
      "POST", Wire.base + path,
      [authorization, WireField("Content-Type", "application/x-www-form-urlencoded")],
      body: .secret(form))
  }

  func token(_ request: TokenRequest, brand: String = "demo") throws -> TokenResponse {
    let answer = try post(form: request.body, to: TokenRequest.path(brand: brand))
    guard answer.isSuccess else { throw WalletError(wire: answer) }
    return try TokenResponse(answer.body)
  }

  func signIn(_ scopes: Set<Scope> = [.wallet, .pciDss], as user: String = "ana") throws
    -> TokenResponse
  {
    try token(
      TokenRequest(
        .password(user: user, password: secret("pass word&é")), scopes: scopes, deviceID: "d"))
  }

  func renew(_ refreshToken: Secret?) throws -> TokenResponse {
    try token(TokenRequest(.refresh(try #require(refreshToken))))
  }

  @discardableResult
  func revoke(_ token: Secret) throws -> WireResponse {
    try post(form: RevocationRequest(token).body, to: TokenRequest.revocationPath(brand: "demo"))
  }

  /// An operation as its client would send it.
  func perform<O: WalletOperation>(
    _ operation: O, _ token: Secret, _ change: (inout RequestContext) -> Void = { _ in }
  ) throws -> O.Response {
    var context = RequestContext.unknown
    change(&context)
    let answer = try send(operation.wireRequest(context), token)
    guard answer.isSuccess else { throw WalletError(wire: answer) }
    return try O.decode(answer.body)
  }

  /// An event stream that the server has begun.
  func listen(_ token: Secret) throws -> Stream {
    let stream = try Stream(self, token)
    #expect(stream.reads(": walletd\n\n"))
    return stream
  }

  /// The user's first active card.
  func activeCard(_ token: Secret) throws -> Card {
    try #require(try perform(ListCards(CardQuery(statuses: [.active])), token).cards.first)
  }

  /// A request for a virtual card, with a funding source of its own.
  func virtualCardRequest(for persona: String, _ token: Secret) throws -> VirtualCardRequest {
    let typed = EnteredCard(
      number: secret("4242424242424242"), expiry: CardExpiry(month: 9, year: 2035),
      cvv: secret("739"))
    let begun = try perform(SetUpFundingSource(FundingSourceRequest(.entered(typed))), token)
    let completion = FundingCompletion(try #require(begun.provisioningData))
    let source = try perform(CompleteFundingSource(begun.id, completion), token)
    let audience = ProofRequest(audience: OwnershipProof.virtualCardAudience)
    let proof = try perform(GetOwnershipProof(persona, audience), token).proof
    return VirtualCardRequest(
      ownershipProofs: [proof], fundingSourceID: source.id, cardHolder: "Ana",
      publicKey: DevicePublicKey(keyID: "k", bytes: SealingKeyPair().publicKey))
  }

  /// The event of an operation that needs a confirmation.
  func event(of operation: some WalletOperation, _ token: Secret) throws -> ScaEvent {
    let asked = #expect(throws: WalletError.self) { try perform(operation, token) }
    return try #require(asked?.scaEvent)
  }

  /// The same, with its code from the simulated phone.
  func challenge(_ operation: some WalletOperation, _ token: Secret) throws
    -> (event: ScaReference, code: Secret)
  {
    let event = try event(of: operation, token).reference
    let way = ScaVerification(method: .otp, channel: .sms)
    _ = try perform(CreateChallenge(event, way), token)
    return (event, try #require(try perform(ListPhoneMessages(), token).first?.code))
  }

  /// The same, confirmed.
  func confirm(_ operation: some WalletOperation, _ token: Secret) throws -> ScaReference {
    let (event, code) = try challenge(operation, token)
    #expect(try perform(SubmitAttempt(event, code: code), token).status == .verified)
    return event
  }

  /// Returns when the server counts this many connections, with the one that asks.
  func waitForConnections(_ count: Int) throws {
    try wait(for: "\(count) connections") { try metric("walletd_connections") == "\(count)" }
  }

  /// Returns when the server counts no connection except the one that asks.
  func waitUntilAlone() throws { try waitForConnections(1) }

  /// The value of a metric without labels; nil: the page does not have it.
  func metric(_ name: String) throws -> String? {
    try text(send("GET", "/metrics").body).split(separator: "\n")
      .first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  func send(_ request: WireRequest, _ token: Secret?) throws -> WireResponse {
    let authorization = token.map { [WireField("Authorization", "Bearer " + text($0))] } ?? []
    return try send(
      request.method.rawValue, Wire.base + request.target, request.headers + authorization,
      body: request.body)
  }
}

/// Whether the server ends the connection without an answer.
func isEnded(_ socket: Int32) -> Bool {
  var byte: UInt8 = 0
  return recv(socket, &byte, 1, 0) == 0
}

/// An event stream that stays open.
final class Stream {
  private let socket: Int32
  private var text = ""

  init(_ served: some ServerEndpoint, _ token: Secret, after last: String? = nil) throws {
    let id = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let bearer = "Authorization: Bearer \(ServerTesting.text(token))\r\n"
    let head = "GET \(Wire.base)/events HTTP/1.1\r\nHost: x\r\n\(id)\(bearer)\r\n"
    socket = try served.connected(Array(head.utf8))
  }

  deinit { close(socket) }

  /// Reads until `wanted` was received; false: the stream ended before.
  func reads(_ wanted: String) -> Bool {
    var part = [UInt8](repeating: 0, count: 4096)
    while !text.contains(wanted) {
      let count = recv(socket, &part, part.count, 0)
      guard count > 0 else { return false }
      text += String(decoding: part.prefix(count), as: UTF8.self)
    }
    return true
  }

  var everything: String { text }

  /// The id of the latest event.
  var lastID: String? {
    text.ranges(of: "id: ").last.map { String(text[$0.upperBound...].prefix { $0 != "\n" }) }
  }
}
