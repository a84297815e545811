import CSQLite
import Glibc
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// `vault check --repair`: what can be read is kept, and what is lost is named.
@Suite struct RepairTests {
  private let vault: TemporaryVault

  init() async throws { vault = try await TemporaryVault.used() }

  private func repair() throws(WalletError) -> VaultRepairReport {
    try Vault.repair(vault.path, passphrase: vault.passphrase)
  }

  /// Drafts and kept files. A log that may not be copied into a damaged file stays.
  private func newFiles() -> [String] {
    names(in: vault.folder).filter {
      !["", "-wal", "-shm"].map { "wallet.vault" + $0 }.contains($0)
    }
  }

  @Test func aSoundVaultIsNotTouched() throws {
    let before = bytes(of: vault.path)
    let report = try repair()
    #expect(report.found.ok && report.repaired == nil && report.kept == [])
    #expect(bytes(of: vault.path) == before)
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  /// That it is old can be seen, and not be repaired.
  @Test func anOldVaultIsNotTouched() throws {
    let old = bytes(of: vault.path)
    let ledger = try vault.open(commits: vault.commits)
    _ = try ledger.write { writer throws(WalletError) in
      try writer.put(
        AuditEntry(
          time: IssuerClock.system.now(), phase: .done, action: "x", lastFour: "", sessionID: "",
          deviceID: "", note: ""), of: ledger.owner)
    }
    ledger.close()
    write(old, to: vault.path)
    let report = try Vault.repair(vault.path, passphrase: vault.passphrase, commits: vault.commits)
    #expect(report.found.findings.map(\.place) == ["history"])
    #expect(report.repaired == nil)
    #expect(bytes(of: vault.path) == old)
  }

  @Test func aLostCardIsNamed() throws {
    let cards = try vault.cardList().cards
    try tamper(vault.path, Tampering.all[0].sql)
    let damaged = bytes(of: vault.path)
    let report = try repair()
    #expect(report.losses == [.init(kind: "card", rows: 1)])
    #expect(report.lostRows == [.init(place: "card 2", lastFour: cards[2].lastFour)])
    #expect(!report.countersAreNew)
    #expect(report.repaired?.ok == true)
    #expect(try vault.places() == [])
    // The cards behind it keep their places, and none is missing in the list.
    let left = try vault.cardList()
    #expect(left.cards == cards.enumerated().filter { $0.offset != 2 }.map(\.element))
    #expect(report.kept.map { bytes(of: $0) } == [damaged])
    #expect(names(in: vault.folder).count == 2)
    // A new card gets a number that no card had.
    let ledger = try vault.open()
    let new = try ledger.perform(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")))
    ledger.close()
    #expect(try vault.cardList().cards.map(\.id) == left.cards.map(\.id) + [new.id])
    #expect(try vault.places() == [])
  }

  @Test func aLostPinIsNamedByItsCard() throws {
    let cards = try vault.cardList().cards
    try tamper(vault.path, "UPDATE pins SET \(Tampering.flip) WHERE id=\(Tampering.row(.pin, 1))")
    let report = try repair()
    #expect(report.losses == [.init(kind: "PIN", rows: 1)])
    #expect(report.lostRows == [.init(place: "PIN 1", lastFour: cards[1].lastFour)])
    #expect(try vault.cardList().cards == cards)
    #expect(try vault.places() == [])
  }

  @Test(arguments: [
    "UPDATE audit SET \(Tampering.flip) WHERE id=\(Tampering.rootPlace)",
    "DELETE FROM audit WHERE id=\(Tampering.rootPlace)",
  ])
  func aLostRootIsMadeAgain(_ sql: String) throws {
    let cards = try vault.cardList().cards
    try tamper(vault.path, sql)
    let report = try repair()
    #expect(report.losses == [] && report.lostRows == [])
    #expect(report.mayBeOlder)
    #expect(try vault.places() == [])
    #expect(try vault.cardList().cards == cards)
  }

  @Test func theAuditLogIsKeptUpToItsFault() throws {
    let before = try vault.check().auditEntries
    try tamper(
      vault.path, "UPDATE audit SET \(Tampering.flip) WHERE id=\(Tampering.row(.audit, 4))")
    let report = try repair()
    #expect(report.losses == [.init(kind: "audit entry", rows: before - 4)])
    #expect(report.lostRows == [.init(place: "audit entry 4", lastFour: nil)])
    let after = try vault.check()
    #expect(after.findings == [])
    // Four, and the entry about the repair.
    #expect(after.auditEntries == 5)
    let ledger = try vault.open()
    defer { ledger.close() }
    let last = try ledger.read { reader throws(WalletError) in
      try reader.page(AuditEntry.self, of: ledger.owner, LedgerQuery()).items.last
    }
    #expect(last?.action == "repairVault")
    #expect(last?.note == "lost audit entry: \(before - 4)")
  }

  @Test func lostCountersBeginAgain() throws {
    try tamper(vault.path, "DELETE FROM records WHERE id=\(Tampering.row(.sca, 1))")
    let report = try repair()
    #expect(report.countersAreNew)
    #expect(try vault.places() == [])
  }

  @Test(arguments: [
    "UPDATE header SET body=substr(body, 1, 87)||x'00' WHERE id=0", "DELETE FROM header",
    "UPDATE header SET body=substr(body, 1, 80) WHERE id=1",
    "DELETE FROM records WHERE id=\(Tampering.row(.customer, 1))",
  ])
  func aVaultWithoutItsHeaderIsNotRepaired(_ sql: String) throws {
    try tamper(vault.path, sql)
    let before = bytes(of: vault.path)
    let error = #expect(throws: WalletError.self) { try repair() }
    #expect(error?.code == .vaultDamaged)
    #expect(error?.message.english == "The vault can't be repaired")
    #expect(bytes(of: vault.path) == before)
    #expect(newFiles() == [])
  }

  @Test func anOpenVaultIsNotRepaired() throws {
    try tamper(vault.path, Tampering.all[0].sql)
    let ledger = try vault.open()
    defer { ledger.close() }
    #expect(code { try repair() } == .vaultBusy)
    #expect(try vault.places() != [])
    #expect(newFiles() == [])
  }

  /// SQLite refuses the page. All that is elsewhere is kept. `RepairTimingTests` damages each page.
  @Test func aDamagedPageLosesOnlyItsRows() throws {
    let pages = bytes(of: vault.path).count / 4096
    let result = try vault.damageAndRepair(pages: Array(stride(from: 1, to: pages, by: 6)))
    #expect(result.wrong == [])
    #expect(result.repairs > 0)
  }

  /// Rows between two faults are found, too.
  @Test func rowsBetweenDamagedPagesAreKept() throws {
    unlink(vault.path)
    let worker = try #require(
      VaultWorkerProcess(["fill", vault.path, "correct horse", "600"]))
    #expect(worker.wait().status == 0)
    var file = bytes(of: vault.path)
    let database = try Database(path: vault.path, flags: SQLITE_OPEN_READWRITE)
    let statement = try database.statement(
      1, "SELECT pageno FROM dbstat WHERE name='cards' AND pagetype='leaf' ORDER BY path")
    var pages: [Int] = []
    while try statement.step() { pages.append(Int(statement.integer(0))) }
    try database.close()
    try #require(pages.count > 30)
    for place in [3, pages.count / 2, pages.count - 4] {
      for offset in 0..<8 { file[(pages[place] - 1) * 4096 + offset] = 0xff }
    }
    write(file, to: vault.path)
    let report = try repair()
    let lost = report.lostRows.count { $0.place.hasPrefix("card ") }
    #expect(report.losses == [.init(kind: "card", rows: lost)])
    #expect((3...60).contains(lost), "\(lost) of 600 cards on \(pages.count) pages")
    #expect(report.lostRows.allSatisfy { $0.lastFour?.count == 4 })
    #expect(try vault.places() == [])
    #expect(report.repaired?.cards == 600 - lost)
  }
}
