import Testing
import WalletModel
import WalletServer

@testable import ServerTesting

/// TLS is there when it is asked for. What it accepts is tried with a real client elsewhere.
struct TLSTests {
  private let pair: TestCertificate

  init() throws { pair = try TestCertificate.shared.get() }

  @Test func plainHTTPGetsNoAnswer() throws {
    let served = try InProcessServer { $0.tls = (pair.certificate, secret(pair.key)) }
    let answer = try served.rawWithEnd(Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(!answer.contains("HTTP/"))
    #expect(!answer.contains("ok"))
  }

  private func refuses(_ certificate: String, _ key: String, because words: String) {
    let error = #expect(throws: WalletError.self) {
      try InProcessServer { $0.tls = (certificate, secret(key)) }
    }
    #expect(error?.code == .configuration)
    #expect(error?.details.first?.english.contains(words) == true)
  }

  @Test func aPairThatIsNoneIsRefused() throws {
    let other = try TestCertificate()
    refuses(pair.certificate, "no key", because: "--tls-key")
    refuses("no certificate", pair.key, because: "--tls-cert")
    refuses(pair.certificate, other.key, because: "another certificate")
  }

  @Test func aDamagedKeyIsRefused() {
    // The first letters of a key in PEM say what it is.
    let damaged = pair.key.replacing("-----\nM", with: "-----\nN", maxReplacements: 1)
    #expect(damaged != pair.key)
    refuses(pair.certificate, damaged, because: "one of the two files is damaged")
  }

  @Test func aPortInUseIsNotReportedAsACertificateError() throws {
    let served = try InProcessServer()
    let error = #expect(throws: WalletError.self) {
      try InProcessServer {
        $0.port = served.port
        $0.tls = (pair.certificate, secret(pair.key))
      }
    }
    #expect(error?.code == .unavailable)
  }
}
