import Glibc
import Testing
import Waiting
import WalletAPI
import WalletServer

@testable import ServerTesting

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
    let served = try InProcessServer { $0.requestSeconds = 0.2 * patience }
    #expect(try drips(request, served))
    // A client that is faster than the limit is answered.
    let unlimited = try InProcessServer()
    #expect(try !drips(Self.head + "\r\n", unlimited))
  }

  @Test func aKeptConnectionMayStayOpen() throws {
    let served = try InProcessServer { $0.requestSeconds = patience }
    let socket = try served.connected([])
    defer { close(socket) }
    let request = Self.head + "\r\n"
    var part = [UInt8](repeating: 0, count: 4096)
    let end = ContinuousClock.now + .seconds(3 * patience)
    while ContinuousClock.now < end {
      let sent = send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL))
      let received = recv(socket, &part, part.count, 0)
      #expect(sent > 0 && received > 0)
      if received <= 0 { break }
    }
  }

  @Test func streamsStayOpenAndEndWithTheirListener() throws {
    let (served, token) = try InProcessServer.signedIn {
      // The sign-in must be faster, too.
      $0.requestSeconds = 2 * patience
      $0.heartbeatSeconds = 0.05
    }
    let stays = try served.listen(token)
    var goes: Stream? = try Stream(served, token)
    #expect(goes?.reads("walletd") == true)
    #expect(try served.metric("walletd_listeners") == "2")
    goes = nil
    // Writing shows that the listener is gone.
    try wait(for: "the end of a stream") { try served.metric("walletd_listeners") == "1" }
    // The other stream lasts three times as long as the limit of a request.
    for _ in 0..<Int(120 * patience) { #expect(stays.reads(": \n\n")) }
    #expect(try served.metric("walletd_listeners") == "1")
  }
}
