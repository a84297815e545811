import ChildProcess
import Foundation
import Issuer
import PostgresServer
import SealedRecords
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import PostgresLedger
@testable import VaultLedger

/// A database that becomes a vault.
@Suite(.serialized) struct ExportTests {
  private static let passphrase = TestDatabase.passphrase

  /// A database with two customers whose cards were used, and a folder for vaults.
  private struct Wallets {
    let address: DatabaseAddress
    let ledger: PostgresLedger
    let issuer: Issuer
    let owner: CustomerID
    let other = CustomerID("other")
    let card: CardID
    let folder: TestFolder

    init() throws {
      folder = try TestFolder()
      address = try TestDatabase.new()
      ledger = try TestDatabase.open(address)
      issuer = Issuer.simulation(ledger)
      owner = ledger.owner
      card = try #require(try ledger.addCustomer(other, cards: 3).first)
      try pay("first")
      _ = try #require(try issuer.lockOne(owner))
    }

    @discardableResult
    func pay(_ key: String, _ issuer: Issuer? = nil) throws(WalletError) -> ShopReceipt {
      try (issuer ?? self.issuer).perform(
        Authorize(.card(card), at: "lidl-sofia", ShopAmount(100)), .test(other, key: key))
    }

    @discardableResult
    func export(
      _ name: String, first: (DatabaseRows) throws(WalletError) -> Void = { _ in }
    ) throws(WalletError) -> VaultContents {
      try ExportTests.export(address, to: folder.file(name), first: first)
    }
  }

  private static func export(
    _ address: DatabaseAddress, to path: String,
    first: (DatabaseRows) throws(WalletError) -> Void = { _ in }
  ) throws(WalletError) -> VaultContents {
    try PostgresStore.withRows(of: address, secret: passphrase) { rows throws(WalletError) in
      try first(rows)
      return try Vault.create(at: path, rows.header, rows.slots, rows.keys, passphrase: passphrase)
      {
        store throws(WalletError) in _ = try rows.copy(into: store)
      }
    }
  }

  @Test func everyWalletIsThereAndCanBeUsed() throws {
    let wallets = try Wallets()
    let first = try wallets.pay("first")
    let before = try [wallets.owner, wallets.other].map {
      try WalletContents(wallets.ledger, of: $0)
    }
    #expect(before.allSatisfy { $0.cards.count >= 3 && $0.audit.count > 0 && !$0.payments.isEmpty })
    try wallets.export("wallet.vault")
    let path = wallets.folder.file("wallet.vault")
    let commits = wallets.folder.file("commits")
    #expect(try Vault.check(at: path, passphrase: Self.passphrase, commits: commits).findings == [])
    do {
      let vault = try Vault.open(at: path, passphrase: Self.passphrase, commits: commits)
      defer { vault.close() }
      #expect(vault.owner == wallets.owner)
      #expect(try Set(vault.allCustomers()) == [wallets.owner, wallets.other])
      var found = try [wallets.owner, wallets.other].map { try WalletContents(vault, of: $0) }
      // A vault has one audit log.
      let entries = before[0].audit.count
      #expect(Array(found[0].audit.prefix(entries)) == before[0].audit)
      #expect(
        found[0].audit[entries].note == "customer other: \(before[1].audit.count) entries follow")
      #expect(Array(found[0].audit.dropFirst(entries + 1)) == before[1].audit)
      found[0].audit = before[0].audit
      found[1].audit = before[1].audit
      #expect(found == before)
      // A repetition gets the first answer, and new records follow those that were copied.
      let issuer = Issuer.simulation(vault)
      #expect(try wallets.pay("first", issuer).id == first.id)
      #expect(try WalletContents(vault, of: wallets.other).payments == before[1].payments)
      try wallets.pay("second", issuer)
      #expect(
        try WalletContents(vault, of: wallets.other).payments.count == before[1].payments.count + 1)
    }
    #expect(try Vault.check(at: path, passphrase: Self.passphrase, commits: commits).findings == [])

    let back = try PostgresServer.shared.get().newDatabase()
    try Vault.withRows(of: path, passphrase: Self.passphrase) { rows throws(WalletError) in
      try PostgresStore.copy(rows, to: back)
    }
    #expect(try PostgresStore.check(back, secret: Self.passphrase).findings == [])
    let ledger = try TestDatabase.open(back)
    for (customer, before) in zip([wallets.owner, wallets.other], before) {
      let after = try WalletContents(ledger, of: customer)
      #expect(after.cards.map(\.id) == before.cards.map(\.id))
      #expect(after.numbers == before.numbers && after.cvvs == before.cvvs)
    }
    // On the machine that has seen the vault, what comes out of the database is no older state.
    let path2 = wallets.folder.file("again.vault")
    _ = try Self.export(back, to: path2)
    #expect(
      try Vault.check(at: path2, passphrase: Self.passphrase, commits: commits).findings == [])
  }

  /// What is changed while the rows are copied is not there.
  @Test func itHasTheStateOfOneMoment() throws {
    let wallets = try Wallets()
    func state(_ ledger: any Ledger) throws -> [WalletContents] {
      try [wallets.owner, wallets.other].map { customer in
        var contents = try WalletContents(ledger, of: customer)
        contents.audit = []
        return contents
      }
    }
    let before = try state(wallets.ledger)
    try wallets.export("wallet.vault") { rows throws(WalletError) in
      // From here on, the transaction sees the same.
      _ = try rows.transaction.customerNumbers()
      try wallets.pay("later")
      _ = try wallets.issuer.lockOne(wallets.owner)
    }
    #expect(try state(wallets.ledger) != before, "control")
    let vault = try Vault.open(
      at: wallets.folder.file("wallet.vault"), passphrase: Self.passphrase)
    defer { vault.close() }
    #expect(try state(vault) == before)
  }

  /// Memory does not depend on the number of customers.
  @Test func theRowsOfOneCustomerAreReadAtATime() throws {
    let wallets = try Wallets()
    _ = try wallets.ledger.addCustomer(CustomerID("third"), cards: 1)
    _ = try PostgresStore.withRows(of: wallets.address, secret: Self.passphrase) {
      rows throws(WalletError) in
      _ = try Vault.create(
        at: wallets.folder.file("wallet.vault"), rows.header, rows.slots, rows.keys,
        passphrase: Self.passphrase
      ) { store throws(WalletError) in
        #expect(try rows.copy(into: store) == 3)
      }
      #expect(rows.transaction.stores.stores.count == 1)
      for number in try rows.transaction.customerNumbers() {
        _ = try rows.transaction.store(number)
      }
      #expect(rows.transaction.stores.stores.count == 3, "control")
    }
  }

  @Test func damageStopsItAndNamesTheCustomer() throws {
    let wallets = try Wallets()
    try TestDatabase.run(
      "CREATE TABLE old AS SELECT * FROM record WHERE customer = 2", wallets.address)
    try wallets.pay("second")
    try wallets.export("good.vault")
    try TestDatabase.run(
      """
      UPDATE record SET ver = old.ver, box = old.box FROM old
      WHERE record.customer = 2 AND record.kind = old.kind AND record.number = old.number
        AND record.kind = \(RecordKind.account.rawValue)
      """, wallets.address)
    #expect {
      try wallets.export("bad.vault")
    } throws: { error in
      guard let error = error as? WalletError, error.code == .vaultDamaged else { return false }
      return error.details.contains { $0.english.contains("customer other: ") }
    }
    #expect(wallets.folder.names == ["good.vault"])
  }

  @Test func anotherFileIsNeverReplaced() throws {
    let wallets = try Wallets()
    let path = try wallets.folder.write("wallet.vault", "mine")
    #expect { try wallets.export("wallet.vault") } throws: { ($0 as? WalletError)?.code == .usage }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(wallets.folder.names == ["wallet.vault"])
  }

  /// The command is killed while it waits for a customer's rows.
  @Test(.timeLimit(.minutes(5))) func aKilledCommandLeavesNoVault() throws {
    let wallets = try Wallets()
    let passphrase = try wallets.folder.write("passphrase", "correct horse\n")
    func start(_ address: DatabaseAddress) throws -> ChildProcess {
      let command = ChildProcess()
      command.executableURL = URL(fileURLWithPath: ChildProcess.built("walletd"))
      command.arguments = [
        "db", "export", wallets.folder.file("wallet.vault"), "--store", address.text,
        "--passphrase-file", passphrase,
      ]
      try command.run()
      return command
    }
    let blocker = try Connection(wallets.address, preparing: [])
    try blocker.execute("SELECT pg_advisory_lock(1)")
    let proxy = try DatabaseProxy(
      try PostgresServer.shared.get().folder,
      replacing: [
        (
          "FROM customer WHERE number > $1::int4",
          "FROM (SELECT pg_advisory_lock(1)) AS lock, customer WHERE number > $1::int4"
        )
      ])
    defer { proxy.stop() }
    let killed = try start(try proxy.address(of: wallets.address))
    try TestDatabase.waitForLock(wallets.address)
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    try blocker.execute("SELECT pg_advisory_unlock(1)")
    #expect(wallets.folder.names.contains { $0.hasPrefix("wallet.vault.new-") }, "control")
    #expect(!wallets.folder.names.contains("wallet.vault"))
    // Control: otherwise it is there, and what was left is gone.
    let whole = try start(wallets.address)
    whole.waitUntilExit()
    #expect(whole.terminationStatus == 0)
    #expect(wallets.folder.names == ["passphrase", "wallet.vault"])
  }
}
