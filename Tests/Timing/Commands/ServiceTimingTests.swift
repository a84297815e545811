import Foundation
import Testing
import Waiting

@testable import CommandTesting

/// `walletd` with thousands of requests, within seconds.
struct ServiceTimingTests {
  /// If nobody reads the log, requests and the end of the server are not delayed.
  @Test func anUnreadLogDoesNotBlockTheServer() throws {
    let process = Process()
    process.executableURL = Daemon.binary
    process.arguments = ["--demo", "--insecure-loopback", "--listen", "127.0.0.1:0"]
    process.environment = Binary.quick
    let (out, log) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = log
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let first = try LineReader(out.fileHandleForReading).next()
    let port = try #require(first.split(separator: ":").last.flatMap { UInt16($0) })
    // More than the pipe and the queue hold.
    let count = 8000
    let answers = try Self.healthChecks(count, port)
    #expect(answers == count)
    kill(process.processIdentifier, SIGTERM)
    #expect(ended.wait(timeout: .now() + 30 * patience) == .success)
  }

  /// Sends this many requests on one connection, and returns how many were answered before ten
  /// seconds of silence, times `patience`.
  private static func healthChecks(_ count: Int, _ port: UInt16) throws -> Int {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(result == 0)
    var limit = timeval(tv_sec: Int(10 * patience), tv_usec: 0)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let request = Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    var part = [UInt8](repeating: 0, count: 4096)
    for answered in 0..<count {
      guard send(handle, request, request.count, 0) == request.count,
        recv(handle, &part, part.count, 0) > 0
      else { return answered }
    }
    return count
  }
}
