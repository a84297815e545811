import Glibc
import Synchronization
import Testing
import Threads
import VaultLedger
import WalletAPI
import WalletServer

/// The end of a server while clients connect.
struct StopTests {
  private struct At: ServerEndpoint { let port: UInt16 }

  private final class Clients: Sendable {
    /// 0: there is no server at present.
    let port = Atomic<UInt16>(0)
    let isOver = Atomic<Bool>(false)
    let running = Atomic<Int>(0)
    let answered = Atomic<Int>(0)

    func start(_ count: Int) {
      for _ in 0..<count {
        running.add(1, ordering: .relaxed)
        startThread {
          while !self.isOver.load(ordering: .relaxed) {
            let place = At(port: self.port.load(ordering: .relaxed))
            if place.port > 0, (try? place.send("GET", "/healthz").status) == 200 {
              self.answered.add(1, ordering: .relaxed)
            } else {
              sched_yield()
            }
          }
          self.running.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
    }

    func end() {
      isOver.store(true, ordering: .relaxed)
      while running.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
    }
  }

  /// At any moment of the threads that accept connections.
  @Test func theServerEndsDuringManyConnections() throws {
    let ledger = try Vault.demo()
    let clients = Clients()
    clients.start(4)
    defer { clients.end() }
    for _ in 0..<(getenv("WALLETUI_TORTURE") == nil ? 200 : 5000) {
      let server = try WalletServer.start(ledger, WalletServer.Options())
      let before = clients.answered.load(ordering: .relaxed)
      clients.port.store(server.port, ordering: .relaxed)
      try until { clients.answered.load(ordering: .relaxed) >= before + 8 }
      server.stop()
      clients.port.store(0, ordering: .relaxed)
    }
  }

  /// Sends a request on an open connection.
  ///
  /// - Returns: Whether an answer arrived, and whether the connection has ended with it.
  private func ask(_ socket: Int32) -> (isAnswered: Bool, isOver: Bool) {
    let request = Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return (false, true)
    }
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while !String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\r\nok\n") {
      guard recv(socket, &byte, 1, 0) == 1 else { return (false, true) }
      answer.append(byte)
    }
    let isLast = String(decoding: answer, as: UTF8.self).contains("Connection: close\r\n")
    return (true, isLast && recv(socket, &byte, 1, 0) == 0)
  }

  /// A client that keeps its connection open has each answer if the server drains first. Control:
  /// without that it has none.
  @Test(arguments: [true, false]) func openConnectionsGetAnAnswer(_ drains: Bool) throws {
    let served = try InProcessServer { $0.silenceSeconds = 3600 }
    let socket = try served.connected([])
    defer { close(socket) }
    for _ in 0..<2 { #expect(ask(socket) == (true, false)) }
    if drains {
      served.server.drain()
      let ready = try served.send("GET", "/readyz")
      #expect(ready.status == 503 && text(ready.body) == "draining\n")
    } else {
      served.server.stop()
    }
    #expect(ask(socket) == (drains, true))
    served.server.stop()
  }

  @Test func aSecondSignalEndsTheWait() throws {
    let file = try VaultFileOfAna()
    let server = try WalletdProcess(file, more: ["--drain", "3600"])
    server.send(SIGTERM)
    try until { try server.send("GET", "/readyz").status == 503 }
    #expect(try server.send("GET", "/healthz").status == 200)
    #expect(server.end(SIGTERM) == 0)
  }

  @Test func theEndAnswersRequestsAndRefusesConnections() throws {
    let served = try InProcessServer()
    let socket = try served.connected(
      Array(
        "POST \(Wire.base)/x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
          .utf8))
    defer { close(socket) }
    var answer = [UInt8](repeating: 0, count: 25)
    #expect(recv(socket, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count)
    #expect(String(decoding: answer, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    startThread { served.server.stop() }
    while (try? served.send("GET", "/healthz")) != nil {}
    #expect(send(socket, "{}", 2, Int32(MSG_NOSIGNAL)) == 2)
    #expect(served.everything(socket).hasPrefix("HTTP/1.1 404"))
  }
}
