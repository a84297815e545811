import Conformance
import Issuer
import PostgresLedger
import Testing
import WalletAPI
import WalletModel

/// A backend on a database. A restart opens it again.
private func underTest(_ address: DatabaseAddress, _ clock: TestClock) throws(WalletError)
  -> BackendUnderTest
{
  let backend = LocalBackend(
    ledger: try TestDatabase.open(address),
    clock: IssuerClock(now: { clock.now }, boot: { clock.boot }))
  return BackendUnderTest(
    backend: backend, context: backend.context,
    advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
    restart: { try underTest(address, clock) },
    appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
}

// One after the other, since each has connections of its own.
@Suite(.serialized) struct PostgresConformanceTests {
  @Test(.timeLimit(.minutes(10)), arguments: Conformance.cases)
  func holds(_ rule: ConformanceCase) async throws {
    let address = try TestDatabase.new()
    let clock = TestClock(IssuerClock.system.now())
    let failures = await rule.run(on: try underTest(address, clock))
    for failure in failures { Issue.record("\(failure)") }
  }
}
