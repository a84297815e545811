import Synchronization
import Threads
import VaultLedger
import Waiting
import WalletAPI
import WalletServer

/// Clients that connect all the time, for the end of a server.
final class ConnectingClients: Sendable {
  private struct At: ServerEndpoint { let port: UInt16 }

  /// 0: there is no server at present.
  private let port = Atomic<UInt16>(0)
  private let isOver = Atomic<Bool>(false)
  private let running = Atomic<Int>(0)
  private let answered = Atomic<Int>(0)

  init(_ count: Int) {
    for _ in 0..<count {
      running.add(1, ordering: .relaxed)
      startThread {
        while !self.isOver.load(ordering: .relaxed) {
          let place = At(port: self.port.load(ordering: .relaxed))
          if place.port == 0 {
            self.waitForServer()
          } else if (try? place.send("GET", "/healthz").status) == 200 {
            self.answered.add(1, ordering: .relaxed)
          }
        }
        self.running.subtract(1, ordering: .sequentiallyConsistent)
      }
    }
  }

  private func waitForServer() {
    try? wait(for: "a server") {
      port.load(ordering: .relaxed) > 0 || isOver.load(ordering: .relaxed)
    }
  }

  /// Starts and ends so many servers, each after some answers.
  func meetServers(_ count: Int) throws {
    let ledger = try Vault.demo()
    for _ in 0..<count {
      let server = try WalletServer.start(ledger, .patient)
      let before = answered.load(ordering: .relaxed)
      port.store(server.port, ordering: .relaxed)
      defer { port.store(0, ordering: .relaxed) }
      try wait(for: "eight answers") { answered.load(ordering: .relaxed) >= before + 8 }
      server.stop()
    }
  }

  func end() throws {
    isOver.store(true, ordering: .relaxed)
    try wait(for: "the end of the clients") { running.load(ordering: .sequentiallyConsistent) == 0 }
  }
}
