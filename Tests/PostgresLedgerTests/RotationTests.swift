import ChildProcess
import Foundation
import Glibc
import Issuer
import PostgresServer
import SealedRecords
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import PostgresLedger
@testable import VaultLedger

/// All records are sealed with new keys.
@Suite(.serialized) struct RotationTests {
  private static let old = TestDatabase.passphrase
  private static let new = secret("battery staple")

  /// A database with two customers, whose servers have ended.
  private struct Wallets {
    let address: DatabaseAddress
    let owner: CustomerID
    let other = CustomerID("other")
    let before: [WalletContents]

    init() throws {
      address = try TestDatabase.new()
      let ledger = try TestDatabase.open(address)
      defer { ledger.close() }
      owner = ledger.owner
      _ = try ledger.addCustomer(other, cards: 3)
      for customer in [owner, other] {
        _ = try #require(try Issuer.simulation(ledger).lockOne(customer, key: "first"))
      }
      before = try [owner, other].map { try WalletContents(ledger, of: $0) }
      #expect(before.allSatisfy { $0.cards.count >= 3 && $0.audit.count > 0 })
    }

    func rotate(
      _ old: Secret = RotationTests.old, _ new: Secret = RotationTests.new,
      _ address: DatabaseAddress? = nil
    ) throws(WalletError) {
      _ = try PostgresStore.rotateKeys(
        of: address ?? self.address, secret: old, newSecret: new)
    }

    func open(_ passphrase: Secret) throws(WalletError) -> PostgresLedger {
      try PostgresStore.open(at: address, secret: passphrase, connections: 4)
    }

    func sql(_ text: String) throws -> String { try TestDatabase.run(text, address) }

    func findings(_ passphrase: Secret) throws -> [VaultReport.Finding] {
      try PostgresStore.check(address, secret: passphrase).findings
    }

    /// The wallets are as they were, and this passphrase alone opens them.
    func expectAllIsThere(_ passphrase: Secret, not other: Secret) throws {
      #expect { try open(other) } throws: { ($0 as? WalletError)?.code == .vaultPassphrase }
      #expect(try findings(passphrase) == [])
      let ledger = try open(passphrase)
      defer { ledger.close() }
      #expect(ledger.owner == owner)
      for (customer, before) in zip([owner, self.other], before) {
        var found = try WalletContents(ledger, of: customer)
        #expect(found.audit.starts(with: before.audit))
        let added = found.audit.dropFirst(before.audit.count).map(\.action)
        #expect(added.allSatisfy { $0 == "rotateKeys" })
        found.audit = before.audit
        #expect(found == before)
      }
    }
  }

  @Test func theWalletsStayAndTheKeysDoNot() throws {
    let wallets = try Wallets()
    _ = try wallets.sql(
      "CREATE TABLE old_record AS TABLE record; CREATE TABLE old_customer AS TABLE customer")
    func same(_ column: String, _ kinds: String = "true") throws -> String {
      try wallets.sql(
        """
        SELECT count(*) FROM record r JOIN old_record o USING (customer, kind, number)
        WHERE r.\(column) = o.\(column) AND \(kinds)
        """)
    }
    let all = try wallets.sql("SELECT count(*) FROM record")
    #expect(try same("box") == all, "control")
    _ = try wallets.sql("INSERT INTO bucket VALUES('\\x01', 1, now(), 0)")
    #expect(try wallets.sql("SELECT count(*) FROM news") != "0", "control")
    try wallets.rotate()
    try wallets.expectAllIsThere(Self.new, not: Self.old)
    #expect(try same("number") == all, "control: no row is gone")
    #expect(try same("box") == "0")
    let kinds = [RecordKind.card, .pan].map { "\($0.rawValue)" }.joined(separator: ", ")
    #expect(try same("look", "kind IN (\(kinds))") == "0")
    #expect(
      try wallets.sql(
        """
        SELECT count(*) FROM customer c JOIN old_customer o USING (number)
        WHERE c.look = o.look OR c.root = o.root
        """) == "0")
    for table in ["news", "bucket"] {
      #expect(try wallets.sql("SELECT count(*) FROM \(table)") == "0")
    }

    // Once more, with the same passphrase.
    let header = try wallets.sql("SELECT body FROM header ORDER BY id")
    try wallets.rotate(Self.new, Self.new)
    #expect(try wallets.sql("SELECT body FROM header ORDER BY id") != header)
    try wallets.expectAllIsThere(Self.new, not: Self.old)
  }

  /// Whoever has lost an answer may repeat the change afterwards.
  @Test func aRepetitionGetsTheFirstAnswer() throws {
    let wallets = try Wallets()
    try wallets.rotate()
    let ledger = try wallets.open(Self.new)
    defer { ledger.close() }
    let issuer = Issuer.simulation(ledger)
    let locked = try #require(wallets.before[0].cards.first { $0.status == .locked })
    func lock(_ key: String) throws(WalletError) -> Card {
      try issuer.perform(
        SetCardStatus(locked.id, .locked, reason: "Test"), .test(wallets.owner, key: key))
    }
    #expect(try lock("first").version == locked.version)
    #expect(throws: WalletError.self, "control: it is locked already") { try lock("second") }
    #expect(try wallets.findings(Self.new) == [])
  }

  @Test func aRowFromBeforeIsDamage() throws {
    let wallets = try Wallets()
    _ = try wallets.sql(
      "CREATE TABLE old_record AS TABLE record; CREATE TABLE old_header AS TABLE header")
    try wallets.rotate()
    #expect(try wallets.findings(Self.new) == [], "control")
    _ = try wallets.sql(
      """
      UPDATE record SET ver = o.ver, box = o.box, look = o.look FROM old_record o
      WHERE (record.customer, record.kind, record.number) = (o.customer, o.kind, o.number)
        AND record.kind = \(RecordKind.card.rawValue) AND record.customer = 2 AND record.number = 0
      """)
    let findings = try wallets.findings(Self.new)
    #expect(findings.contains { $0.place == "customer 2: card 0" })
    #expect(findings.allSatisfy { $0.place.hasPrefix("customer 2: ") })
  }

  /// A copy of the whole database from before.
  @Test func theNewPassphraseOpensNoCopyFromBefore() throws {
    let wallets = try Wallets()
    let copy = try PostgresServer.shared.get().newDatabase(
      like: TestDatabase.name(of: wallets.address))
    try wallets.rotate()
    #expect {
      try PostgresStore.open(at: copy, secret: Self.new)
    } throws: {
      ($0 as? WalletError)?.code == .vaultPassphrase
    }
    #expect(try PostgresStore.check(copy, secret: Self.old).findings == [], "control")
  }

  // MARK: Servers

  @Test func aConnectedServerPreventsIt() throws {
    let wallets = try Wallets()
    let server = try wallets.open(Self.old)
    #expect { try wallets.rotate() } throws: { ($0 as? WalletError)?.code == .vaultBusy }
    _ = try #require(try Issuer.simulation(server).lockOne(wallets.owner))
    server.close()
    #expect(try wallets.findings(Self.old) == [])
    try wallets.rotate()
    #expect(try wallets.findings(Self.new) == [], "control")
  }

  /// Its connections were lost, and it does not know of the new keys.
  @Test func aServerWithTheOldKeysIsRefused() throws {
    let wallets = try Wallets()
    let server = try wallets.open(Self.old)
    defer { server.close() }
    let issuer = Issuer.simulation(server)
    func profile(_ id: String) -> CustomerProfile {
      var profile = SampleWallet(clock: .system).blankProfile
      profile.customerID = CustomerID(id)
      return profile
    }
    func code(_ body: () throws(WalletError) -> Void) -> ErrorCode? {
      do throws(WalletError) {
        try body()
        return nil
      } catch {
        return error.code
      }
    }
    func disconnect() throws {
      _ = try wallets.sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)
      try TestDatabase.wait(
        until: """
          NOT EXISTS (SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
              AND backend_type = 'client backend')
          """, wallets.address)
    }
    try disconnect()
    // Control: otherwise it connects again.
    #expect(code { () throws(WalletError) in try server.add(profile("a")) { _ in } } == nil)
    try disconnect()
    let (header, _, keys) = try PostgresStore.unlock(
      try Connection(wallets.address, preparing: []), Self.old)
    try wallets.rotate()
    #expect(
      code { () throws(WalletError) in _ = try issuer.lockOne(wallets.owner) } == .unavailable)
    #expect(
      code { () throws(WalletError) in try server.add(profile("b")) { _ in } } == .unavailable)
    let owner = wallets.owner
    #expect(code { () throws(WalletError) in _ = try server.edition(of: owner) } == .unavailable)
    #expect(try wallets.findings(Self.new) == [])
    // Control: a connection that does not compare the header writes with the old keys.
    _ = try PostgresLedger.inTransaction(
      try Connection(wallets.address), keys, header, isWriting: true
    ) { transaction throws(WalletError) in try transaction.add(profile("c")) }
    #expect(try !wallets.findings(Self.new).isEmpty)
  }

  @Test(.timeLimit(.minutes(5))) func aServerThatStartsMeanwhileWaits() throws {
    let wallets = try Wallets()
    let rotation = try Connection(wallets.address, preparing: [])
    try rotation.execute("SELECT pg_advisory_lock(\(Statement.keysLock))")
    let server = OnThread { Result { try wallets.open(Self.old) } }
    try TestDatabase.waitForLock(wallets.address)
    try rotation.execute("SELECT pg_advisory_unlock(\(Statement.keysLock))")
    try server.wait().get().close()
  }

  // MARK: Interruptions

  @Test func aLostConnectionLeavesTheOldOrTheNewState() throws {
    let wallets = try Wallets()
    let proxy = try DatabaseProxy(try PostgresServer.shared.get().folder)
    defer { proxy.stop() }
    let address = try proxy.address(of: wallets.address)
    proxy.cutNextCommit(.beforeCommit)
    #expect(throws: WalletError.self) { try wallets.rotate(Self.old, Self.new, address) }
    try wallets.expectAllIsThere(Self.old, not: Self.new)
    proxy.cutNextCommit(.beforeAnswer)
    #expect {
      try wallets.rotate(Self.old, Self.new, address)
    } throws: {
      ($0 as? WalletError)?.code == .diskUnknown
    }
    try wallets.expectAllIsThere(Self.new, not: Self.old)
    #expect(proxy.cut == 2, "control")
  }

  /// The command is killed when it has replaced the first customer's rows.
  @Test(.timeLimit(.minutes(5))) func aKilledCommandLeavesTheOldState() throws {
    let wallets = try Wallets()
    let folder = try TestFolder()
    let passphrases = try [
      folder.write("old", "correct horse\n"), folder.write("new", "battery staple\n"),
    ]
    func start() throws -> ChildProcess {
      let command = ChildProcess()
      command.executableURL = URL(fileURLWithPath: ChildProcess.built("walletd"))
      command.arguments = [
        "db", "rotate-keys", "--store", wallets.address.text, "--passphrase-file",
        passphrases[0], "--new-passphrase-file", passphrases[1],
      ]
      try command.run()
      return command
    }
    let blocker = try Connection(wallets.address, preparing: [])
    try blocker.execute("BEGIN; SELECT FROM customer WHERE number = 2 FOR UPDATE")
    let killed = try start()
    try TestDatabase.waitForLock(wallets.address)
    #expect(
      try wallets.sql(
        """
        SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND backend_xid IS NOT NULL AND wait_event_type = 'Lock'
        """) == "t", "control: it has written something")
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    try blocker.execute("ROLLBACK")
    try wallets.expectAllIsThere(Self.old, not: Self.new)
    // Control: otherwise there is the new state.
    let whole = try start()
    whole.waitUntilExit()
    #expect(whole.terminationStatus == 0)
    try wallets.expectAllIsThere(Self.new, not: Self.old)
  }

  @Test func damageStopsItAndNamesTheCustomer() throws {
    let wallets = try Wallets()
    _ = try wallets.sql(
      """
      DELETE FROM record WHERE customer = 2 AND kind = \(RecordKind.pan.rawValue) AND number = 0
      """)
    let before = try wallets.sql("SELECT md5(string_agg(r::text, '' ORDER BY r)) FROM record r")
    #expect {
      try wallets.rotate()
    } throws: { error in
      guard let error = error as? WalletError, error.code == .vaultDamaged else { return false }
      return error.details.contains { $0.english.contains("customer other: ") }
    }
    #expect(
      try wallets.sql("SELECT md5(string_agg(r::text, '' ORDER BY r)) FROM record r") == before)
    #expect(throws: WalletError.self) { try wallets.open(Self.new) }
  }

  /// The role of the servers must not do it.
  @Test func itNeedsTheOwner() throws {
    let wallets = try Wallets()
    _ = try wallets.sql(
      """
      CREATE ROLE rotation_app LOGIN;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO rotation_app;
      REVOKE INSERT, UPDATE, DELETE ON schema_version, header FROM rotation_app;
      REVOKE DELETE ON customer FROM rotation_app
      """)
    let address = try DatabaseAddress(
      wallets.address.text.replacingOccurrences(of: "user=walletd", with: "user=rotation_app"))
    try PostgresStore.open(at: address, secret: Self.old).close()
    #expect {
      try wallets.rotate(Self.old, Self.new, address)
    } throws: {
      ($0 as? WalletError)?.code == .configuration
    }
    try wallets.expectAllIsThere(Self.old, not: Self.new)
  }

  // MARK: Vaults

  /// A vault of such a database has the keys that stayed, and can be repaired without them.
  @Test func aVaultKeepsTheKeysThatStayed() throws {
    let wallets = try Wallets()
    try wallets.rotate()
    let folder = try TestFolder()
    let path = folder.file("wallet.vault")
    _ = try PostgresStore.withRows(of: wallets.address, secret: Self.new) {
      rows throws(WalletError) in
      try Vault.create(at: path, rows.header, rows.slots, rows.keys, passphrase: Self.new) {
        store throws(WalletError) in _ = try rows.copy(into: store)
      }
    }
    func cvvs() throws -> [String] {
      let vault = try Vault.open(at: path, passphrase: Self.new)
      defer { vault.close() }
      return try WalletContents(vault, of: wallets.owner).cvvs
    }
    #expect(try cvvs() == wallets.before[0].cvvs)
    let database = try VaultFile.connect(path, readOnly: false)
    try database.execute("DELETE FROM records WHERE id = \(RowStore.keptKeys.value)")
    try database.close()
    #expect { try cvvs() } throws: { ($0 as? WalletError)?.code == .damagedRecord }
    let report = try Vault.repair(path, passphrase: Self.new)
    #expect(report.losses.map(\.kind) == [RecordKind.keptKeys.word])
    #expect(try cvvs() != wallets.before[0].cvvs, "control: they come from these keys")
    #expect(try Vault.check(at: path, passphrase: Self.new).findings == [])
  }
}
