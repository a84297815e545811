import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// S13: an untrusted server gets no byte of a request.
@Suite(.serialized) struct SafetyTests {
  struct Server: Sendable, CustomTestStringConvertible {
    let certificate: String
    var mode = "1.3"
    /// The certificate whose key is pinned.
    var pin: String?
    var trusts = true
    var allowsTLS12 = false
    let code: ErrorCode
    var message: String?
    var testDescription: String {
      "\(certificate) \(mode)\(pin.map { " pin \($0)" } ?? "")\(trusts ? "" : " untrusted")"
        + (allowsTLS12 ? " 1.2 allowed" : "")
    }
    /// The server refuses everybody. This error shows that it got a request.
    var isAsked: Bool { code == .unauthorized }
  }

  private static let servers = [
    Server(certificate: "good", code: .unauthorized),
    Server(certificate: "good", pin: "good", code: .unauthorized),
    Server(certificate: "good", mode: "1.2", allowsTLS12: true, code: .unauthorized),
    Server(certificate: "good", pin: "other", code: .netPin),
    Server(certificate: "other", code: .netHost),
    Server(certificate: "other", pin: "other", code: .netHost),
    Server(
      certificate: "good", trusts: false, code: .netUntrusted,
      message: "Nobody you trust signed the server's certificate"),
    Server(
      certificate: "good", pin: "good", trusts: false, code: .netUntrusted,
      message: "Nobody you trust signed the server's certificate"),
    Server(
      certificate: "self", code: .netUntrusted, message: "The server signed its certificate itself"),
    Server(
      certificate: "old", code: .netUntrusted, message: "The server's certificate has expired"),
    Server(
      certificate: "early", code: .netUntrusted,
      message: "The server's certificate isn't valid yet"),
    Server(
      certificate: "weak", code: .netUntrusted, message: "The server's certificate is too weak"),
    Server(
      certificate: "client", code: .netUntrusted,
      message: "The certificate isn't meant for a server"),
    Server(
      certificate: "good", mode: "1.2", code: .netUntrusted,
      message: "Couldn't agree on a safe connection"),
    Server(
      certificate: "good", mode: "1.1", allowsTLS12: true, code: .netUntrusted,
      message: "Couldn't agree on a safe connection"),
    Server(
      certificate: "good", mode: "plain", code: .netUntrusted,
      message: "Couldn't agree on a safe connection"),
    // A fault of the network, not of a stranger.
    Server(certificate: "good", mode: "reset", code: .netLost),
    Server(certificate: "good", mode: "close", code: .netLost),
  ]

  @Test(arguments: servers)
  func untrustedServersAreRefused(_ server: Server) async throws {
    let certificates = try Certificates.shared.get()
    let script = try Self.script(server.certificate, server.mode)
    var profile = try RemoteProfile(server: script.url)
    if server.trusts { profile.caFile = certificates.path("ca.pem") }
    profile.allowsTLS12 = server.allowsTLS12
    if let pin = server.pin { try profile.pin(try certificates.pin(pin)) }
    let found = await refusal(profile)
    #expect(found?.code == server.code, "\(String(describing: found))")
    if let message = server.message {
      #expect(found?.message.english == message, "\(found as Any)")
    }
    let counts = try script.ask("counts").split(separator: " ").compactMap { Int($0) }
    try #require(counts.count == 3)
    // Control: the bytes of a request are counted.
    #expect((counts[1] > 0) == server.isAsked, "\(counts)")
    #expect(counts[2] == 0, "\(counts)")
  }

  private static func script(_ certificate: String, _ mode: String) throws -> HelperProcess {
    let certificates = try Certificates.shared.get()
    let files = [".pem", ".key"].map { certificates.path(certificate + $0) }
    return try HelperProcess("tls.py", files + [mode])
  }

  private func refusal(_ profile: RemoteProfile) async -> WalletError? {
    var profile = profile
    profile.setGenerousLimits()
    return await #expect(throws: WalletError.self) {
      try await RemoteBackend.signIn(profile, user: "alice", password: secret("sesame"))
    }
  }

  @Test func plainHTTPToATLSPortIsExplained() async throws {
    let script = try Self.script("good", "1.3")
    let address = script.url.replacing("https:", with: "http:")
    let found = await refusal(try RemoteProfile(server: address, insecureLoopback: true))
    #expect(found?.code == .netLost)
    #expect(found?.advice?.english.contains("https") == true, "\(found as Any)")
  }

  @Test(
    arguments: [
      ("https://wallet.example", nil), ("https://wallet.example:8443/", nil),
      ("http://127.0.0.1:80", nil), ("http://[::1]:80", nil), ("http://[::1]", nil),
      ("http://[::1].example:80", .netInsecure), ("http://[::2]:80", .netInsecure),
      ("http://localhost", nil),
      ("http://wallet.example", .netInsecure),
      ("http://127.0.0.1.evil.example", .netInsecure),
      ("http://127.0.0.1@evil.example", .usage), ("https://", .usage), ("ftp://x", .usage),
      ("wallet.example", .usage), ("https://x\r\nHost: y", .usage),
      ("https://x/wallet", nil), ("https://x:8443/wallet/ana-1/", nil),
      ("http://127.0.0.1/~a_b", nil), ("http://wallet.example/wallet", .netInsecure),
      ("https:///wallet", .usage),
      ("https://x//", .usage), ("https://x/a//b", .usage), ("https://x/a/../b", .usage),
      ("https://x/.", .usage), ("https://x/%2e%2e", .usage), ("https://x/a?b", .usage),
      ("https://x/a#b", .usage), ("https://x/a b", .usage), ("https://x/ä", .usage),
      ("https://x/a\\b", .usage), ("https://x/a\r\nHost: y", .usage),
      ("HTTPS://wallet.example", nil), ("hTTp://127.0.0.1:80", nil),
      ("HTTP://wallet.example", .netInsecure), ("HTTPS:wallet.example", .usage),
    ] as [(String, ErrorCode?)])
  func readsAddresses(_ address: String, _ code: ErrorCode?) {
    var found: ErrorCode?
    do throws(WalletError) {
      _ = try RemoteProfile(server: address, insecureLoopback: true)
    } catch {
      found = error.code
    }
    #expect(found == code)
    if code == nil && address.lowercased().hasPrefix("http:") {
      #expect(throws: WalletError.self) { try RemoteProfile(server: address) }
    }
  }

  /// Each server has one name, by which changes without an answer are found again.
  @Test(arguments: [
    ("HTTPS://Wallet.example/", "https://wallet.example"),
    ("https://wallet.example:443", "https://wallet.example"),
    ("https://wallet.example:80", "https://wallet.example:80"),
    ("https://wallet.example:8443", "https://wallet.example:8443"),
    ("Http://127.0.0.1:80", "http://127.0.0.1"), ("http://LOCALHOST:8080", "http://localhost:8080"),
    ("http://[::1]:80", "http://[::1]"), ("http://[::1]", "http://[::1]"),
    ("HTTPS://Host.example:443/Wallet/", "https://host.example/Wallet"),
  ])
  func aServerHasOneName(_ address: String, _ name: String) throws {
    let profile = try RemoteProfile(server: address, insecureLoopback: true)
    #expect(profile.origin == name)
    #expect(profile.isPlain == name.hasPrefix("http:"))
  }

  /// The server names its pages by their paths from the root.
  @Test(arguments: ["https://x:8443", "https://x:8443/wallet", "https://x:8443/a/b"])
  func aPageIsOnItsServer(_ origin: String) {
    #expect(Wire.address(ofPage: "/wallet/page/1", at: origin) == "https://x:8443/wallet/page/1")
    for page in ["@evil.example/1", "//evil.example\n", "/a b", ""] {
      #expect(Wire.address(ofPage: page, at: origin) == nil, "\(page)")
    }
  }

  @Test func pinsAreRead() throws {
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
