import Glibc
import Issuer
import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Simultaneous connections are spread over the server's threads, so that they do not wait for each
/// other on one thread.
struct BalancingTests {
  @Test func simultaneousConnectionsAreSpreadOverTheThreads() throws {
    let (served, token) = try InProcessServer.signedIn { $0.burst = 1_000_000 }
    try served.waitUntilAlone()
    let card = try served.activeCard(token)
    let request = served.bytes(SetCardStatus(card.id, .locked, reason: "Test"), token)
    // While the ledger is in use, each thread waits with its first request.
    var inHand = 0
    try served.server.ledger.write { _ throws(WalletError) in
      guard let sockets = try? (0..<64).map({ _ in try served.connected(request) }) else { return }
      defer { for socket in sockets { close(socket) } }
      try? wait(for: "16 threads", seconds: 20) {
        inHand = max(inHand, served.server.status.inFlight)
        return inHand == 16
      }
    }
    #expect(inHand >= 14, "of 16 threads")
  }
}
