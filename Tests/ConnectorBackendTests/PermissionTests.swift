import ConnectorBackend
import FakeIssuer
import IssuerConnectors
import Secrets
import Testing
import WalletAPI
import WalletModel

/// What a key may do is found out with requests that change nothing.
@Suite struct PermissionTests {
  private func check(_ issuer: FakeIssuer) async throws -> [IssuerRight] {
    let key = secret(issuer.key)
    defer { key.wipe() }
    return try await ConnectorBackend.check(
      issuer.kind.connector(isSandbox: true), try issuer.connection, key: key)
  }

  @Test(arguments: IssuerKind.allCases)
  func eachRefusedListIsNamed(_ kind: IssuerKind) async throws {
    let issuer = try FakeIssuer(kind, cards: 1)
    #expect(try await check(issuer) == [])
    let probes = kind.connector(isSandbox: true).probes
    #expect(probes.count >= 2 && probes[0].right == .cards)
    for probe in probes.dropFirst() {
      try issuer.fault(
        "refuse", ["status": 403, "path": probe.call.request.path, "text": "No permission"])
      #expect(try await check(issuer) == [probe.right])
      try issuer.noFaults()
    }
    #expect(try issuer.requests().allSatisfy { $0.hasPrefix("GET ") })
  }

  /// Lithic says with 401 that a key may do too little.
  @Test func aRefusalWithPrivilegesIsNoWrongKey() async throws {
    let issuer = try FakeIssuer(.lithic)
    try issuer.fault(
      "refuse", ["status": 401, "path": "/v1/events", "text": "Insufficient privileges"])
    #expect(try await check(issuer) == [.events])
  }

  @Test(arguments: IssuerKind.allCases)
  func aKeyThatMayNotReadCardsIsRefused(_ kind: IssuerKind) async throws {
    let issuer = try FakeIssuer(kind)
    let path = kind.connector(isSandbox: true).probes[0].call.request.path
    try issuer.fault("refuse", ["status": 403, "path": path, "text": "No permission"])
    await #expect {
      _ = try await check(issuer)
    } throws: {
      ($0 as? WalletError)?.code == .scopeMissing
    }
  }
}
