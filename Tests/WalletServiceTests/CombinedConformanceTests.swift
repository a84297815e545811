import Conformance
import Issuer
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import WalletService

/// A list of one wallet is as good as the wallet.
@Suite struct CombinedConformanceTests {
  private static func underTest(_ ledger: any Ledger, _ clock: TestClock) -> BackendUnderTest {
    let vault = LocalBackend(
      ledger: ledger, clock: IssuerClock(now: { clock.now }, boot: { clock.boot }))
    let member = WalletMember(
      "private", WalletService(backend: vault, context: vault.context))
    return BackendUnderTest(
      backend: CombinedBackend([member], patience: nil), context: vault.context,
      advance: { clock.advance(milliseconds: $0) }, now: { clock.now },
      restart: { underTest(ledger, clock) },
      appCode: { Totp.code(secret: base32Decoded($0), now: $1) })
  }

  /// Rules about another customer, session or device: each wallet of a list is asked with the
  /// session that it was opened with, whoever calls.
  private static let ofCallers = [
    "S19 ", "A37 S10 ", "S10 a grant ", "S10 a code ", "F33 notSignedIn ",
  ]

  private static let rules = Conformance.cases.filter { rule in
    !ofCallers.contains { "\(rule)".hasPrefix($0) }
  }

  @Test(.timeLimit(.minutes(10)), arguments: rules)
  func holds(_ rule: ConformanceCase) async throws {
    let clock = TestClock(IssuerClock.system.now())
    let failures = await rule.run(on: Self.underTest(try Vault.demo(), clock))
    for failure in failures { Issue.record("\(failure)") }
  }
}
