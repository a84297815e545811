import Conformance
import Issuer
import Testing
import VaultLedger
import WalletModel

/// A backend on a ledger, prepared for the conformance suite.
func underTest(_ ledger: any Ledger, _ clock: TestClock) -> BackendUnderTest {
  let backend = LocalBackend(
    ledger: ledger, clock: clock.issuer,
    monotonicClock: clock.monotonic)
  return BackendUnderTest(
    backend: backend, context: backend.context,
    advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
    restart: { underTest(ledger, clock) },
    appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
}

extension Ledger {
  /// The audit log of its owner, the oldest entry first.
  func auditLog() throws(WalletError) -> [AuditEntry] {
    try read { reader throws(WalletError) in
      try reader.page(AuditEntry.self, of: owner, LedgerQuery()).items
    }
  }
}

@Suite struct DemoConformanceTests {
  @Test(arguments: Conformance.cases)
  func holds(_ rule: ConformanceCase) async throws {
    let clock = TestClock(IssuerClock.system.now())
    let failures = await rule.run(on: underTest(try Vault.demo(), clock))
    for failure in failures { Issue.record("\(failure)") }
  }
}
