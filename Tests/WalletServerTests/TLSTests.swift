import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// TLS is there when it is asked for. What it accepts is tried with a real client elsewhere.
struct TLSTests {
  @Test func plainHTTPGetsNoAnswer() throws {
    let served = try InProcessServer { $0.tls = (Self.certificate, secret(Self.key)) }
    defer { served.server.stop() }
    let answer = try served.raw(Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(!answer.contains("HTTP/"))
    #expect(!answer.contains("ok"))
  }

  @Test(arguments: [
    (certificate, "no key", "--tls-key"), ("no certificate", key, "--tls-cert"),
    (certificate, key.replacing("MHcC", with: "MHcD"), "another certificate"),
  ])
  func aPairThatIsNoneIsRefused(_ certificate: String, _ key: String, _ words: String) {
    let error = #expect(throws: WalletError.self) {
      try InProcessServer { $0.tls = (certificate, secret(key)) }
    }
    #expect(error?.code == .configuration)
    #expect(error?.details.first?.english.contains(words) == true)
  }

  @Test func aPortInUseIsNotReportedAsACertificateError() throws {
    let served = try InProcessServer()
    defer { served.server.stop() }
    let error = #expect(throws: WalletError.self) {
      try InProcessServer {
        $0.port = served.port
        $0.tls = (Self.certificate, secret(Self.key))
      }
    }
    #expect(error?.code == .unavailable)
  }

  /// Made for these tests; nothing else uses them.
  static let key = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIMr/FJZizrLHfr/+aMAgUlGkNQEWXhdWPYSyM+PcBxPVoAoGCCqGSM49
    AwEHoUQDQgAEXgt714wyR9ei619Es9mpJrcT6XraSUtIVyNQoQu1ufc3nQ9jWP+H
    Dl5HzTisNawF4n8exECh3yf+rWkHyK3LiA==
    -----END EC PRIVATE KEY-----

    """
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBfjCCASWgAwIBAgIUNcJqXWvuu6OFqRl02hTg/R/oj8QwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NTIxMVoYDzIxMjYxMDI4
    MDk1MjExWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAReC3vXjDJH16LrX0Sz2akmtxPpetpJS0hXI1ChC7W59zedD2NY/4cO
    XkfNOKw1rAXifx7EQKHfJ/6taQfIrcuIo1MwUTAdBgNVHQ4EFgQUKxFsWG1Pd9Sb
    qzBbISg9CIEnZKowHwYDVR0jBBgwFoAUKxFsWG1Pd9SbqzBbISg9CIEnZKowDwYD
    VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAZXR4P8SSY0brMxV9sF9tb
    ImBr+CulaBPP2QBTlQCSKQIgDRao6JnGLiYUHQB08qU6gSKjulK4JzcCFJudSuHZ
    XTo=
    -----END CERTIFICATE-----

    """
}
