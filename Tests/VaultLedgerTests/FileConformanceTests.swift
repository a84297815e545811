import Conformance
import Issuer
import Testing
import VaultLedger
import WalletModel

@testable import VaultTesting

/// A backend on a file. A restart opens the file again.
func underTest(_ vault: TemporaryVault, _ clock: TestClock) throws(WalletError)
  -> BackendUnderTest
{
  let ledger = try vault.open()
  let backend = LocalBackend(
    ledger: ledger, clock: clock.issuer,
    monotonicClock: clock.monotonic)
  return BackendUnderTest(
    backend: backend, context: backend.context,
    advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
    restart: {
      ledger.close()
      return try underTest(vault, clock)
    },
    appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
}

@Suite struct FileConformanceTests {
  @Test(arguments: Conformance.cases)
  func holds(_ rule: ConformanceCase) async throws {
    let vault = try TemporaryVault()
    let clock = TestClock(IssuerClock.system.now())
    let failures = await rule.run(on: try underTest(vault, clock))
    for failure in failures { Issue.record("\(failure)") }
    #expect(try vault.check().findings == [])
  }
}
