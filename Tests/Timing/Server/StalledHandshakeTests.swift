import ChildProcess
import Foundation
import Testing
import Waiting

@testable import ServerTesting
@testable import WalletServer

/// A TLS handshake that stops uses almost no processor time, and is ended soon.
struct StalledHandshakeTests {
  /// A Python program that controls each byte of its TLS. Each line of input is a connection: the
  /// address to use, the number of complete flights to send (hello, end of the handshake, request),
  /// and the number of bytes of the next flight; -1: all but the last. It answers each line when
  /// that was sent. "wait N" waits until the server has closed connection N.
  private static let program = """
    import socket, ssl, sys
    port, patience = int(sys.argv[1]), float(sys.argv[2])
    context = ssl._create_unverified_context()
    held = []

    def stall(address, flights, extra):
        plain = socket.create_connection(("127.0.0.1", port), patience, (address, 0))
        held.append(plain)
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
        for number in range(flights + 1):
            while number < 2:
                try:
                    tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    if outgoing.pending:
                        break
                    data = plain.recv(65536)
                    if not data:
                        return "closed"
                    incoming.write(data)
            if number == 2:
                tls.write(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
            flight = outgoing.read()
            plain.sendall(flight if number < flights else flight[:extra])
        answer = b""
        while flights == 3:
            if answer.endswith(b"\\r\\n\\r\\nok\\n"):
                return "ok"
            try:
                answer += tls.read(65536)
            except ssl.SSLWantReadError:
                data = plain.recv(65536)
                if not data:
                    return "closed"
                incoming.write(data)
        return "sent"

    for line in sys.stdin:
        words = line.split()
        try:
            if words[0] == "wait":
                while held[int(words[1])].recv(65536):
                    pass
                answer = "closed"
            else:
                answer = stall(words[0], int(words[1]), int(words[2]))
        except ConnectionError:
            answer = "closed"
        print(answer, flush=True)
    """

  /// Sockets that stall until this object ends.
  private final class Stalled {
    private let process = ChildProcess()
    private let (input, output) = (Pipe(), Pipe())
    private var rest = Data()

    init(_ port: UInt16) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c", StalledHandshakeTests.program, "\(port)", "\(60 * patience)",
      ]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    private func ask(_ line: String) throws -> String {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      while true {
        if let end = rest.firstIndex(of: 0x0a) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { throw Failure() }
        rest += more
      }
    }

    func send(_ flights: Int, _ bytes: Int, from address: String = "127.0.0.1") throws -> String {
      try ask("\(address) \(flights) \(bytes)")
    }

    func waitUntilClosed(_ number: Int) throws { #expect(try ask("wait \(number)") == "closed") }
  }

  /// Before a complete record header, in its body, between two records, in the second flight, and
  /// after the handshake.
  @Test(arguments: [
    (0, 1), (0, 4), (0, 5), (0, 6), (0, -1), (1, 0), (1, 1), (1, 7), (1, -1), (2, 1),
  ])
  func aStalledHandshakeUsesNoProcessorTime(_ flights: Int, _ bytes: Int) throws {
    let file = try VaultFileOfAna()
    let server = try WalletdProcess(file, hasTLS: true)
    defer { server.end(SIGKILL) }
    let stalled = try Stalled(server.port)
    #expect(try stalled.send(3, 0) == "ok")
    // The server has work of its own after its start.
    try wait(for: "a server without work", seconds: 60) {
      let before = try server.ticks()
      usleep(300_000)
      return try server.ticks() == before
    }
    for _ in 0..<4 { #expect(try stalled.send(flights, bytes) == "sent") }
    let before = try server.ticks()
    usleep(1_500_000)
    // A busy loop would use a core, about 150 ticks. The machine may have other work.
    #expect(try Double(server.ticks() - before) < min(15 * patience, 75))
    #expect(try stalled.send(3, 0) == "ok")
  }

  /// Each connection has this time for its handshake, whatever its other limits are.
  @Test(arguments: [(0, 0), (0, 1), (0, -1), (1, 0), (1, -1)])
  func aStalledHandshakeIsEnded(_ flights: Int, _ bytes: Int) throws {
    let pair = try TestCertificate.shared.get()
    let served = try InProcessServer {
      $0.tls = (pair.certificate, secret(pair.key))
      // A complete handshake must be faster.
      $0.handshakeSeconds = 2 * patience
    }
    let stalled = try Stalled(served.port)
    #expect(try stalled.send(2, 1) == "sent")
    #expect(try stalled.send(flights, bytes) == "sent")
    try stalled.waitUntilClosed(1)
    // The completed one is connected, and has the rest of its time.
    try wait(for: "one connection") { served.server.connections.count == 1 }
  }

  @Test func anAddressHasFewHandshakesAtOnce() throws {
    let pair = try TestCertificate.shared.get()
    let served = try InProcessServer {
      $0.tls = (pair.certificate, secret(pair.key))
      $0.connectionsPerAddress = 16
    }
    let stalled = try Stalled(served.port)
    for _ in 0..<4 { #expect(try stalled.send(0, -1) == "sent") }
    try wait(for: "four connections") { served.server.connections.count == 4 }
    #expect(try stalled.send(3, 0) == "closed")
    // Another address has its own limit, and complete handshakes are not counted.
    for _ in 0..<6 { #expect(try stalled.send(3, 0, from: "127.0.0.2") == "ok") }
  }
}
