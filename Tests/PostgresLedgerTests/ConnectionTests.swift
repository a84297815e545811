import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// Connections to a database, and what names them.
@Suite struct ConnectionTests {
  /// The next request on the same connection gets its own answer.
  @Test func aFailedCommandIsOver() throws {
    let address = try TestDatabase.new()
    let ledger = try TestDatabase.open(address, connections: 1)
    defer { ledger.close() }
    #expect(try ledger.take(from: "a", burst: 1, perSecond: 1) == nil)
    try TestDatabase.run("ALTER TABLE bucket RENAME TO other", address)
    #expect(throws: WalletError.self) { try ledger.take(from: "a", burst: 1, perSecond: 1) }
    #expect(throws: Never.self) { try ledger.edition(of: ledger.owner) }
    #expect(try ledger.knows(ledger.owner))
    try TestDatabase.run("ALTER TABLE other RENAME TO bucket", address)
    #expect(try ledger.take(from: "b", burst: 1, perSecond: 1) == nil)
    #expect(ledger.pool.figures.open == 1)
  }

  /// Results are taken after some hundred commands, also if the next command is one that waits.
  @Test(arguments: 248...262) func manyCommandsInOneTransaction(count: Int) throws {
    let ledger = try TestDatabase.open(try TestDatabase.new())
    defer { ledger.close() }
    let answers = try ledger.transaction(isWriting: true) { transaction throws(WalletError) in
      for _ in 0..<count { try transaction.connection.queue(.clock) }
      return try transaction.connection.rows(.customerNumber, tag(ledger)) { $0.count }
    }
    #expect(answers == 1)
    #expect(try ledger.knows(ledger.owner))
  }

  private func tag(_ ledger: PostgresLedger) -> Parameters {
    var parameters = Parameters()
    parameters.add(ledger.recordKeys.tag(of: ledger.owner))
    return parameters
  }

  /// Only what is this machine for sure needs no certificate.
  @Test(arguments: [
    ("localhost", true), ("localhost:5433", true), ("127.0.0.1", true), ("127.1.2.3:5432", true),
    ("[::1]:5432", true), ("/run/postgresql", true), ("%2Frun%2Fpostgresql", true),
    ("localhost.example.com", false), ("127.example.com", false), ("127.0.0.1.example.com", false),
    ("db.example.com", false), ("10.0.0.1", false), ("[::2]", false),
  ])
  func whichHostsAreThisMachine(_ host: String, _ isLocal: Bool) {
    #expect(DatabaseAddress.isLocal(host) == isLocal)
  }

  @Test(arguments: [
    "postgresql://a:b@db/wallet", "postgresql://db/wallet?password=b",
    "postgresql://db/wallet?x=1&PassWord=b", "postgresql://db/wallet?sslpassword=b",
  ])
  func anAddressHasNoPassword(_ text: String) {
    #expect(throws: WalletError.self) { try DatabaseAddress(text) }
    #expect(throws: Never.self) {
      try DatabaseAddress("postgresql://a@db/wallet?application_name=b")
    }
  }
}
