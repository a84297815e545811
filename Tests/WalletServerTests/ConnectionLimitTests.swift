import Glibc
import Testing
import Waiting
import WalletAPI

@testable import ServerTesting
@testable import WalletServer

/// Clients that keep a connection and send nothing. `SlowTests`, `SilenceTests` and
/// `StalledHandshakeTests` test what depends on the clock.
struct ConnectionLimitTests {
  enum Limit: CaseIterable { case request, silence, handshake }

  /// The client sends nothing, so the result is the same on any machine.
  @Test(arguments: Limit.allCases)
  func aClientThatSendsNothingIsDisconnected(_ limit: Limit) throws {
    let pair = try TestCertificate.shared.get()
    let served = try InProcessServer {
      switch limit {
      case .request: $0.requestSeconds = 0.1
      case .silence: $0.silenceSeconds = 0.1
      case .handshake:
        $0.tls = (pair.certificate, secret(pair.key))
        $0.handshakeSeconds = 0.1
      }
    }
    let socket = try served.connected([])
    defer { close(socket) }
    #expect(isEnded(socket))
  }

  @Test func oneAddressCannotUseAllConnections() throws {
    let served = try InProcessServer { $0.connectionsPerAddress = 4 }
    var sockets = try (0..<4).map { _ in try served.connected([]) }
    defer { for socket in sockets { close(socket) } }
    // Until all four were accepted.
    try wait(for: "a refused connection") { (try? served.send("GET", "/healthz")) == nil }
    // Closed once, because its number may soon be another test's socket.
    close(sockets.removeLast())
    // Its place is free when the server has noticed.
    try wait(for: "a free place") { (try? served.send("GET", "/healthz"))?.status == 200 }
  }

  @Test func anAddressHasFewHandshakesAtOnce() throws {
    let pair = try TestCertificate.shared.get()
    let served = try InProcessServer {
      $0.tls = (pair.certificate, secret(pair.key))
      $0.connectionsPerAddress = 16
    }
    var sockets = try (0..<4).map { _ in try served.connected([]) }
    defer { for socket in sockets { close(socket) } }
    try wait(for: "four handshakes") { served.server.connections.count == 4 }
    let fifth = try served.connected([])
    defer { close(fifth) }
    #expect(isEnded(fifth))
    // Another address has its own limit.
    sockets.append(try served.connected([], from: "127.0.0.2"))
    try wait(for: "another address") { served.server.connections.count == 5 }
  }

  @Test func aStreamGetsHeartbeats() throws {
    let time = ManualMonotonicClock()
    let served = try InProcessServer {
      $0.monotonicClock = time.clock
      $0.heartbeatSeconds = 15
    }
    let stream = try served.listen(try served.signIn().accessToken)
    func waitForNext() throws {
      try wait(for: "the next heartbeat") { time.waiting.first == .seconds(15) }
    }
    try waitForNext()
    time.advance(.seconds(14))
    #expect(time.waiting.first == .seconds(1))
    time.advance(.seconds(1))
    #expect(stream.reads(": \n\n"))
    try waitForNext()
  }

  @Test func streamsEndWithTheirListener() throws {
    // No heartbeat except those that the test sends.
    let (served, token) = try InProcessServer.signedIn { $0.heartbeatSeconds = 3600 }
    let stays = try served.listen(token)
    var goes: Stream? = try Stream(served, token)
    #expect(goes?.reads("walletd") == true)
    #expect(try served.metric("walletd_listeners") == "2")
    goes = nil
    // Writing shows that the listener is gone.
    try wait(for: "the end of a stream") {
      served.server.events.listeners.sendHeartbeat { _ in true }
      return try served.metric("walletd_listeners") == "1"
    }
    #expect(stays.reads(": \n\n"))
    #expect(try served.metric("walletd_listeners") == "1")
  }
}
