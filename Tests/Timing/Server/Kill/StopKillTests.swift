import Testing
import Waiting

@testable import ServerTesting

/// The end of a server while clients connect.
struct StopKillTests {
  /// At any moment of the threads that accept connections.
  @Test func theServerEndsDuringManyConnections() throws {
    let clients = ConnectingClients(4)
    defer { #expect(throws: Never.self) { try clients.end() } }
    try clients.meetServers(Effort.pick(long: 200, torture: 5000))
  }
}
