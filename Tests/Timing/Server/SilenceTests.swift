import Glibc
import Issuer
import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletServer

@testable import ServerTesting

/// Only a client that owes bytes can be too silent.
struct SilenceTests {
  /// A clock that blocks its readers while it is shut.
  private final class Gate: Sendable {
    private let isShut = Atomic<Bool>(false)
    let waiting = Atomic<Int>(0)

    func shut() { isShut.store(true, ordering: .sequentiallyConsistent) }
    func open() { isShut.store(false, ordering: .sequentiallyConsistent) }

    private func pass() {
      guard isShut.load(ordering: .sequentiallyConsistent) else { return }
      waiting.add(1, ordering: .sequentiallyConsistent)
      try? wait(for: "an open gate", seconds: 3600) {
        !isShut.load(ordering: .sequentiallyConsistent)
      }
      waiting.subtract(1, ordering: .sequentiallyConsistent)
    }

    var clock: IssuerClock {
      let system = IssuerClock.system
      return IssuerClock(
        now: {
          self.pass()
          return system.now()
        },
        boot: {
          self.pass()
          return system.boot()
        })
    }
  }

  @Test func waitingForAThreadIsNotSilence() throws {
    let gate = Gate()
    let served = try InProcessServer {
      $0.clock = gate.clock
      $0.log = nil
      $0.silenceSeconds = 6 * patience
    }
    defer { gate.open() }
    let request = served.bytes(GetProfile(), try served.signIn().accessToken)
    let sockets = try (0..<64).map { _ in try served.connected([]) }
    defer { for socket in sockets { close(socket) } }
    // All are connected, so each belongs to a thread.
    try served.waitForConnections(65)
    gate.shut()
    for socket in sockets.dropLast() {
      #expect(send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
    }
    // Control: a client that has sent nothing is disconnected. The others are silent just as long
    // and are checked, but no thread has read what they sent.
    #expect(isEnded(sockets[63]))
    try wait(for: "a long silence") {
      try Double(Self.milliseconds(sinceSent: sockets[62])) >= 10_000 * patience
    }
    // Sixteen threads answer. The one that begins with a look for coming news may wait, too.
    #expect((1...17).contains(gate.waiting.load(ordering: .sequentiallyConsistent)))
    gate.open()
    for socket in sockets.dropLast() {
      #expect(served.everything(socket).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test(arguments: [
    "", "GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "POST \(Wire.base)/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{",
  ])
  func aConnectionThatOwesBytesIsEnded(_ part: String) throws {
    let served = try InProcessServer { $0.silenceSeconds = patience }
    let socket = try served.connected(Array(part.utf8))
    defer { close(socket) }
    #expect(isEnded(socket))
  }

  private static func milliseconds(sinceSent socket: Int32) throws -> UInt32 {
    var info = tcp_info()
    var length = socklen_t(MemoryLayout<tcp_info>.size)
    try #require(getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0)
    return info.tcpi_last_data_sent
  }
}
