import Foundation
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// Certificates for one run: an authority, and what it or nobody signed.
private struct Certificates {
  let folder: URL
  static let shared = Result { try Certificates() }

  private init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-tls-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // All cases share it: the end of the process takes it away.
    atexit {
      guard let made = try? Certificates.shared.get() else { return }
      try? FileManager.default.removeItem(at: made.folder)
    }
    try run(
      """
      req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem \
      -days 2 -subj /CN=Test-authority
      """)
    try make("good", "IP:127.0.0.1", days: 2)
    try make("other", "DNS:elsewhere.example", days: 2)
    try make("old", "IP:127.0.0.1", days: 0)
    try run(
      """
      req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout self.key \
      -out self.pem -days 2 -subj /CN=Self -addext subjectAltName=IP:127.0.0.1
      """)
  }

  private func make(_ name: String, _ host: String, days: Int) throws {
    try run(
      """
      req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(name).key \
      -out \(name).csr -subj /CN=\(name) -addext subjectAltName=\(host)
      """)
    try run(
      """
      x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial \
      -out \(name).pem -days \(days) -copy_extensions copy
      """)
  }

  @discardableResult
  private func run(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + command.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(command)")
    return String(decoding: text, as: UTF8.self)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// SHA-256 of a certificate's key, in hexadecimal.
  func pin(_ name: String) throws -> String {
    let key = try run("x509 -in \(name).pem -pubkey -noout")
    try Data(key.utf8).write(to: folder.appendingPathComponent("\(name).pub"))
    try run("pkey -pubin -in \(name).pub -outform DER -out \(name).der")
    let digest = try run("dgst -sha256 -r \(name).der")
    return String(try #require(digest.split(separator: " ").first))
  }
}

/// S13: who is not the server gets no byte of a request.
@Suite struct SafetyTests {
  struct Server: Sendable, CustomTestStringConvertible {
    let certificate: String
    var tls12 = false
    /// The pin of this certificate's key.
    var pin: String?
    var trusts = true
    var allowsTLS12 = false
    let code: ErrorCode?
    var testDescription: String {
      "\(certificate)\(tls12 ? " TLS 1.2" : "") pin \(pin ?? "none") \(code.map { "\($0)" } ?? "")"
    }
  }

  @Test(arguments: [
    Server(certificate: "good", code: nil),
    Server(certificate: "good", pin: "good", code: nil),
    Server(certificate: "good", pin: "other", code: .netPin),
    Server(certificate: "good", trusts: false, code: .netUntrusted),
    Server(certificate: "self", code: .netUntrusted),
    Server(certificate: "old", code: .netUntrusted),
    Server(certificate: "other", code: .netHost),
    Server(certificate: "good", tls12: true, code: .netUntrusted),
    Server(certificate: "good", tls12: true, allowsTLS12: true, code: nil),
  ])
  func trustsNobodyElse(_ server: Server) async throws {
    let certificates = try Certificates.shared.get()
    let stub = try Script(
      "stub.py",
      [
        "--tls", certificates.path(server.certificate + ".pem"),
        certificates.path(server.certificate + ".key"),
      ] + (server.tls12 ? ["--tls12"] : []))
    var profile = try RemoteProfile(server: stub.url)
    if server.trusts { profile.caFile = certificates.path("ca.pem") }
    profile.allowsTLS12 = server.allowsTLS12
    if let pin = server.pin { try profile.pin(try certificates.pin(pin)) }
    var found: WalletError?
    do throws(WalletError) {
      _ = try await RemoteBackend.signIn(profile, user: "alice", password: secret("sesame"))
    } catch {
      found = error
    }
    #expect(found?.code == server.code, "\(String(describing: found))")
    // The stub's log, seen by a client that trusts everything that this one must not.
    if server.code != nil && server.certificate == "good" && !server.tls12 {
      var open = try RemoteProfile(server: stub.url)
      open.caFile = certificates.path("ca.pem")
      let network = NetworkThread(open)
      defer { network.stop() }
      var request = TransferRequest(url: stub.url + "/log", method: "GET")
      request.time = 5000
      let answer = try await network.send(request)
      #expect(answer.body.withBytes { $0.count } == 0, "a request got through")
    }
  }

  @Test(arguments: [
    ("https://wallet.example", nil), ("https://wallet.example:8443/", nil),
    ("http://127.0.0.1:80", nil), ("http://[::1]:80", nil), ("http://[::1]", nil),
    ("http://[::1].example:80", .netInsecure), ("http://[::2]:80", .netInsecure),
    ("http://localhost", nil),
    ("http://wallet.example", ErrorCode.netInsecure),
    ("http://127.0.0.1.evil.example", .netInsecure),
    ("http://127.0.0.1@evil.example", .usage), ("https://", .usage), ("ftp://x", .usage),
    ("wallet.example", .usage), ("https://x/path", .usage), ("https://x\r\nHost: y", .usage),
  ])
  func readsAddresses(_ address: String, _ code: ErrorCode?) {
    var found: ErrorCode?
    do throws(WalletError) {
      _ = try RemoteProfile(server: address, insecureLoopback: true)
    } catch {
      found = error.code
    }
    #expect(found == code)
    if code == nil && address.hasPrefix("http:") {
      #expect(throws: WalletError.self) { try RemoteProfile(server: address) }
    }
  }

  @Test func readsPins() throws {
    var profile = try RemoteProfile(server: "https://x")
    let hex = String(repeating: "00ff", count: 16)
    try profile.pin(hex)
    try profile.pin("sha256//AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8=")
    let pin = "sha256//AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8="
    #expect(profile.pins == pin + ";" + pin)
    for bad in ["", "00ff", String(repeating: "zz", count: 32), "sha256//AP8="] {
      #expect(throws: WalletError.self) { try profile.pin(bad) }
    }
  }
}

/// Server-sent events.
@Suite struct EventParserTests {
  @Test func readsEventsInPiecesOfAnySize() {
    let text =
      ": hello\r\nretry: 20\r\n\r\nid: 7\nevent: cards\ndata: {\ndata:  }\n\nid: 8\rdata: x\r\revent: y\n\nid: 9\ndata: lost"
    let wanted = [
      EventParser.Event(name: "cards", data: "{\n }"),
      EventParser.Event(name: "message", data: "x"),
    ]
    for size in 1...text.utf8.count {
      var parser = EventParser()
      var events: [EventParser.Event] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        events += parser.take(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(events == wanted)
      #expect(parser.lastID == "8")
      #expect(parser.retry == 20)
    }
  }
}
