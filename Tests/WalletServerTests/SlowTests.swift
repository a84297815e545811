import Glibc
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Clients that keep a connection and send little or nothing.
struct SlowTests {
  /// Sends these bytes one by one. Returns true if the server ended the connection before all were
  /// sent or answered.
  private func drips(_ bytes: String, _ served: InProcessServer) throws -> Bool {
    let socket = try served.connected([])
    defer { close(socket) }
    for byte in bytes.utf8 {
      var byte = byte
      var answer: UInt8 = 0
      guard send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { return true }
      // Waits a little for the server to close or answer, like a slow client.
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 10) == 1 { return recv(socket, &answer, 1, 0) <= 0 }
    }
    return false
  }

  private static let head = "GET /healthz HTTP/1.1\r\nHost: x\r\n"

  @Test(arguments: [
    head + "X-A: " + String(repeating: "a", count: 2000),
    "POST \(Wire.base)/auth/brands/demo/token HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n"
      + String(repeating: "a", count: 1900),
  ])
  func aRequestThatDripsIsEnded(_ request: String) throws {
    let served = try InProcessServer { $0.requestSeconds = 0.2 }
    #expect(try drips(request, served))
    // A client that is faster than the limit is answered.
    let patient = try InProcessServer()
    #expect(try !drips(Self.head + "\r\n", patient))
  }

  @Test func aKeptConnectionMayStayOpen() throws {
    let served = try InProcessServer { $0.requestSeconds = 1 }
    let socket = try served.connected([])
    defer { close(socket) }
    let request = Self.head + "\r\n"
    var part = [UInt8](repeating: 0, count: 4096)
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      let sent = send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL))
      let received = recv(socket, &part, part.count, 0)
      #expect(sent > 0 && received > 0)
      if received <= 0 { break }
    }
  }

  private func gauge(_ name: String, _ served: InProcessServer) throws -> Int? {
    text(try served.send("GET", "/metrics").body).split(separator: "\n")
      .first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
  }

  @Test func streamsStayOpenAndEndWithTheirListener() throws {
    let served = try InProcessServer {
      $0.requestSeconds = 1
      $0.heartbeatSeconds = 0.05
    }
    let token = try served.signIn().accessToken
    let stays = try Stream(served, token)
    #expect(stays.reads("walletd"))
    var goes: Stream? = try Stream(served, token)
    #expect(goes?.reads("walletd") == true)
    #expect(try gauge("walletd_listeners", served) == 2)
    goes = nil
    // Writing shows that the listener is gone.
    try until { try gauge("walletd_listeners", served) == 1 }
    // The other stream lasts much longer than the limit of a request.
    for _ in 0..<60 { #expect(stays.reads(": \n\n")) }
    #expect(try gauge("walletd_listeners", served) == 1)
  }

  @Test func oneAddressCannotUseAllConnections() throws {
    let served = try InProcessServer { $0.connectionsPerAddress = 4 }
    var sockets = try (0..<4).map { _ in try served.connected([]) }
    defer { for socket in sockets { close(socket) } }
    // Until all four were accepted.
    while (try? served.send("GET", "/healthz")) != nil {}
    // Closed once, because its number may soon be another test's socket.
    close(sockets.removeLast())
    // Its place is free when the server has noticed.
    try until { (try? served.send("GET", "/healthz"))?.status == 200 }
  }

  @Test func listensOnIPv6() throws {
    let served = try InProcessServer { $0.address = "::1" }
    let socket = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = served.server.port.bigEndian
    address.sin6_addr = in6addr_loopback
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    #expect(connected == 0)
    let request = Self.head + "\r\n"
    #expect(send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0)
    var answer = [UInt8](repeating: 0, count: 12)
    #expect(recv(socket, &answer, answer.count, Int32(MSG_WAITALL)) == 12)
    #expect(String(decoding: answer, as: UTF8.self) == "HTTP/1.1 200")
  }

  @Test(arguments: ["localhost", "", "::1%lo", "[::1]", "1.2.3", "1.2.3.4.5"])
  func addressesMustBeNumeric(_ address: String) {
    let error = #expect(throws: WalletError.self) { try InProcessServer { $0.address = address } }
    #expect(error?.code == .usage)
  }
}
