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
