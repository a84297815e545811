import ChildProcess
import Foundation
package import HTTPClient
package import IssuerConnectors

/// One of the issuers of `Tests/Issuers`, a process of its own on this machine.
package final class FakeIssuer: Sendable {
  package struct Failure: Error {}

  package let kind: IssuerKind
  package let url: String
  package let key: String
  /// A file with the key.
  package var keyFile: String { folder + "/key" }
  private let folder: String
  private nonisolated(unsafe) let process = ChildProcess()
  private let input = Pipe()

  private static let program =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Issuers/run"

  package init(_ kind: IssuerKind, cards: Int = 0) throws {
    self.kind = kind
    // A key in the form of a sandbox's, which no issuer has given out.
    key = "sk_test_walletui_tests_\(kind.rawValue)_000000000000"
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    folder = place + "/walletui-issuer-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try key.write(toFile: folder + "/key", atomically: false, encoding: .utf8)
    chmod(folder + "/key", 0o600)
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [Self.program, kind.rawValue, folder + "/key"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a {
      line.append(byte)
    }
    guard let port = UInt16(String(decoding: line, as: UTF8.self)) else { throw Failure() }
    url = "http://127.0.0.1:\(port)"
    try control("POST", "/_test/clock?at=\(Int(Date.now.timeIntervalSince1970))")
    if cards > 0 { try control("POST", "/_test/fill?count=\(cards)") }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Switches faults on, or asks for the state.
  @discardableResult
  package func control(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws
    -> [String: Any]
  {
    let parts = ["-s", "-X", method, "-H", "Content-Type: application/json", url + path]
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    let curl = ChildProcess()
    let output = Pipe()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = parts + (data.map { ["-d", String(decoding: $0, as: UTF8.self)] } ?? [])
    curl.standardOutput = output
    try curl.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    return try JSONSerialization.jsonObject(with: answer) as? [String: Any] ?? [:]
  }

  package func fault(_ kind: String, _ more: [String: Any] = [:]) throws {
    try control("POST", "/_test/faults", more.merging(["kind": kind]) { $1 })
  }

  package func noFaults() throws { try control("DELETE", "/_test/faults") }

  package func cards() throws -> [[String: Any]] {
    try control("GET", "/_test/state")["cards"] as? [[String: Any]] ?? []
  }

  package func requests() throws -> [String] {
    let all = try control("GET", "/_test/state")["requests"] as? [[String]] ?? []
    return all.map { $0.joined(separator: " ") }
  }

  /// The bodies of all requests.
  package func bodies() throws -> [String] {
    try control("GET", "/_test/state")["bodies"] as? [String] ?? []
  }

  package var connection: ServerConnection {
    get throws { try ServerConnection(server: url, insecureLoopback: true) }
  }
}
