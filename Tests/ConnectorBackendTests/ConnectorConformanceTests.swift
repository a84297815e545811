import Conformance
import ConnectorBackend
import FakeIssuer
import Foundation
import IssuerConnectors
import Testing
import WalletAPI
import WalletModel

/// The rules that all backends follow, as far as the issuers can. `docs/issuer-rules.md` says what
/// becomes of each rule at each issuer, and this suite compares it with what happens.
@Suite struct ConnectorConformanceTests {
  private static let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/issuer-rules.md")

  @Test(.timeLimit(.minutes(10)))
  func theRulesHoldAsFarAsTheIssuersGo() async throws {
    let results = try await withThrowingTaskGroup(of: (IssuerKind, [RuleOutcome]).self) { group in
      for kind in IssuerKind.allCases {
        group.addTask { (kind, try await ConnectorRules(kind).outcomes(of: Conformance.cases)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let table = RuleTable(Conformance.cases.map(\.description), results)
    for line in table.unexplained { Issue.record("\(line)") }
    #expect(table.superfluous == [], "reasons for what holds")
    var text = try String(contentsOf: Self.document, encoding: .utf8)
    let start = try #require(text.range(of: RuleTable.begin)).upperBound
    if getenv("WALLETUI_UPDATE_GOLDENS") != nil {
      text.replaceSubrange(start..., with: table.markdown)
      try text.write(to: Self.document, atomically: true, encoding: .utf8)
    }
    #expect(text[start...] == table.markdown, "WALLETUI_UPDATE_GOLDENS=1 writes the table")
  }

  /// The controls: each of these backends breaks one rule, and the suite sees it.
  @Test(.timeLimit(.minutes(10)), arguments: BrokenBackend.Fault.allCases)
  func aBackendThatBreaksARuleIsFound(_ fault: BrokenBackend.Fault) async throws {
    let rule = try #require(Conformance.cases.first { $0.description == fault.rule })
    let rules = try ConnectorRules(.lithic)
    #expect(try await rules.outcome(of: rule) == .holds)
    guard case .differs(let failures) = try await rules.outcome(of: rule, with: fault) else {
      Issue.record("\(fault) was not found")
      return
    }
    #expect(failures.first?.contains("line ") == true, "\(failures)")
  }

  /// Not every refusal counts as a missing capability, nor does one that follows a violation.
  @Test(.timeLimit(.minutes(10)))
  func aViolationIsNotTakenForAMissingCapability() async throws {
    let rules = try ConnectorRules(.lithic)
    let pin = try #require(
      Conformance.cases.first { $0.description == "A31 a PIN is four digits, behind a code" })
    #expect(try await rules.outcome(of: pin) == .lacks(.showPin))
    guard case .differs = try await rules.outcome(of: pin, with: .refusesAll) else {
      Issue.record("a refusal without a missing capability")
      return
    }
  }
}
