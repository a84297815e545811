import Glibc
import Testing

@testable import ServerTesting

/// The end of a server while clients connect.
struct StopKillTests {
  /// At any moment of the threads that accept connections.
  @Test func theServerEndsDuringManyConnections() throws {
    let clients = ConnectingClients(4)
    defer { #expect(throws: Never.self) { try clients.end() } }
    try clients.meetServers(getenv("WALLETUI_TORTURE") == nil ? 200 : 5000)
  }
}
