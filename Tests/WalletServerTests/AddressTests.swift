import Glibc
import Testing
import WalletModel
import WalletServer

@testable import ServerTesting

/// The addresses on which a server can listen.
struct AddressTests {
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
    let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
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
