import Glibc
import Testing
import Threads
import Waiting
import WalletAPI
import WalletServer

@testable import ServerTesting

/// The end of a server while clients connect.
struct StopTests {
  /// `StopKillTests` ends hundreds.
  @Test func serversEndDuringConnections() throws {
    let clients = ConnectingClients(4)
    defer { #expect(throws: Never.self) { try clients.end() } }
    try clients.meetServers(3)
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
    startThread { served.server.stop(within: 3600) }
    try wait(for: "the end of the port") { (try? served.send("GET", "/healthz")) == nil }
    #expect(send(socket, "{}", 2, Int32(MSG_NOSIGNAL)) == 2)
    #expect(served.everything(socket).hasPrefix("HTTP/1.1 404"))
  }
}
